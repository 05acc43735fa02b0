import CZip
import Glibc

/// Writes a zip archive with libzip.
/// The same entries always produce the same bytes.
/// Every entry has the time 1980-01-01, the same permissions and no extra fields. libzip writes the whole
/// archive at the end, first to a temporary file in the same folder. It reads the files of entries piece by piece.
package final class ZipWriter {
  private let path: String
  /// The archive in libzip; nil after the archive is finished.
  private var archive: OpaquePointer?

  /// Begins an archive.
  /// The finished archive replaces any file at the path.
  package init(path: String) throws(ZipWriterError) {
    self.path = path
    var failure = g2a_zip_failure()
    archive = g2a_zip_create(path, &failure)
    if archive == nil { throw ZipWriterError(failure, path: path) }
  }

  deinit { if let archive { g2a_zip_close(archive) } }

  /// Adds an entry of bytes, compressed with deflate or stored uncompressed.
  package func add(_ name: String, _ bytes: [UInt8], isPacked: Bool) throws(ZipWriterError) {
    var failure = g2a_zip_failure()
    let isAdded = bytes.withUnsafeBufferPointer {
      g2a_zip_add_bytes(archive, name, $0.baseAddress, $0.count, isPacked, &failure)
    }
    if !isAdded { throw ZipWriterError(failure, path: path) }
  }

  /// Adds an entry from a regular file, which must not change until the archive is finished.
  package func add(_ name: String, file: String, isPacked: Bool) throws(ZipWriterError) {
    // A pipe instead of a file would block libzip forever.
    do throws(FileFault) {
      _ = try FileDescriptor(regular: file)
    } catch {
      throw .unreadable(path: file, error)
    }
    var failure = g2a_zip_failure()
    guard g2a_zip_add_file(archive, name, file, isPacked, &failure) else {
      throw ZipWriterError(failure, path: file)
    }
  }

  /// Writes the archive to its path.
  /// After an error, no partly written archive is left.
  package func finish() throws(ZipWriterError) {
    var failure = g2a_zip_failure()
    let isFinished = g2a_zip_finish(archive, &failure)
    archive = nil
    if !isFinished { throw ZipWriterError(failure, path: path) }
  }
}

extension ZipWriterError {
  fileprivate init(_ failure: g2a_zip_failure, path: String) {
    let error = SystemError(failure.number == 0 ? EIO : failure.number)
    switch failure.fault {
    case G2A_ZIP_NO_LIBRARY: self = .noLibrary
    case G2A_ZIP_NO_MEMORY: self = .noMemory
    case G2A_ZIP_UNREADABLE: self = .unreadable(path: path, .system(error))
    default: self = .unwritable(path: path, error)
    }
  }
}

/// The reason why an archive cannot be written.
package enum ZipWriterError: Error, Equatable {
  case noLibrary, noMemory
  /// The archive cannot be written.
  case unwritable(path: String, SystemError)
  /// A file for the archive cannot be read.
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
