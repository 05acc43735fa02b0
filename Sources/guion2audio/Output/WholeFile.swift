import Glibc
import Guion
import Basics

/// A file that a command writes beside its sound, or changes where it stands.
enum WholeFile {
  /// What a change makes of a file; one that is no cast file is told with its place.
  static func changed<Result>(
    _ path: String, _ change: ([UInt8]) throws(Diagnostic) -> Result
  ) throws(CommandFailure) -> Result {
    let bytes: [UInt8]
    do throws(SourceFileError) {
      bytes = try SourceFile.bytes(of: path, limit: .castFile)
    } catch {
      if let tooLarge = error.tooLarge { throw CommandFailure(.badInput, "\(tooLarge)") }
      throw CommandFailure(.noInput, error.description)
    }
    do throws(Diagnostic) {
      return try change(bytes)
    } catch {
      throw CommandFailure(.badInput, "\(error.inFile(path))")
    }
  }

  /// Whether a path is that of a file with contents, rather than of a device or of nothing.
  static func isThere(_ path: String) -> Bool {
    FileStatus(path, followingLinks: true)?.isFile == true
  }

  /// Sees to it that a file can be written, before anything is done for its sake.
  static func checkWritable(_ path: String) throws(CommandFailure) {
    if let status = FileStatus(path, followingLinks: true) {
      guard !status.isFolder else { throw failure(path, EISDIR) }
      guard access(path, W_OK) == 0 else { throw failure(path, errno) }
      // A device or a pipe is written to as it is.
      guard status.isFile else { return }
    }
    let folder = FilePath(resolved(path)).folder.text
    // With a slash at its end, so that only a folder is one.
    guard access((folder.isEmpty ? "." : folder) + "/", W_OK) == 0 else {
      throw failure(path, errno)
    }
  }

  /// Writes a file as a whole, or leaves it as it was: a link stays one, what it leads to keeps its permissions,
  /// and no other file is touched.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    try checkWritable(path)
    let target = resolved(path)
    let old = FileStatus(target, followingLinks: true)
    do throws(FileFault) {
      if let old, !old.isFile {
        try Files<FileFault>.attempt(path) { () throws(SystemError) in
          try FileDescriptor(target, flags: O_WRONLY).write(bytes)
        }
      } else {
        try Files<FileFault>.write([bytes], to: target, mode: 0o666, permissions: old?.permissions)
      }
    } catch {
      throw failure(path, error.error.code)
    }
  }

  /// The file that a link leads to.
  private static func resolved(_ path: String) -> String {
    (try? FilePath(path).resolved().text) ?? path
  }

  private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    CommandFailure(.cannotWrite, "cannot write \(path): \(SystemReason.text(code))")
  }
}
