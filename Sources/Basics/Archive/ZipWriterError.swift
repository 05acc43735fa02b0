/// The reason why an archive cannot be written.
package enum ZipWriterError: Error, Equatable {
  case noLibrary, noMemory
  /// The archive cannot be written.
  case unwritable(path: String, SystemError)
  /// A file for the archive cannot be read.
  ///
  /// The path is the archive's path if libzip does not report the file.
  case unreadable(path: String, FileFault)

  /// The problem and how to solve it.
  package var message: String {
    switch self {
    case .noLibrary:
      "writing archives needs libzip, which is not installed; install the package libzip4"
    case .noMemory: "not enough memory to write the archive"
    case .unwritable(let path, let error): "cannot write \(path): \(error.reason)"
    case .unreadable(let path, let fault): "cannot read \(path): \(fault.reason)"
    }
  }
}
