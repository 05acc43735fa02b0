/// Why an archive is not written.
package enum ZipWriterError: Error, Equatable {
  case noLibrary, noMemory
  /// The archive cannot be written.
  case unwritable(path: String, SystemError)
  /// A file that belongs into the archive cannot be read; the path is the archive's if libzip does not tell which.
  case unreadable(path: String, FileFault)

  /// What is wrong and what to do.
  package var message: String {
    switch self {
    case .noLibrary: "libzip is not installed, which writes archives; install the package libzip4"
    case .noMemory: "there is not enough memory to write the archive"
    case .unwritable(let path, let error): "cannot write \(path): \(error.reason)"
    case .unreadable(let path, let fault): "cannot read \(path): \(fault.reason)"
    }
  }
}
