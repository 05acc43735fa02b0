import Foundation
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
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Sees to it that a file can be written, before anything is done for its sake.
  static func checkWritable(_ path: String) throws(CommandFailure) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw failure(path, EISDIR) }
      guard access(path, W_OK) == 0 else { throw failure(path, errno) }
      // A device or a pipe is written to as it is.
      guard status.st_mode & S_IFMT == S_IFREG else { return }
    }
    let folder = FilePath(resolved(path)).folder.text
    // With a slash at its end, so that only a folder is one.
    guard access((folder.isEmpty ? "." : folder) + "/", W_OK) == 0 else {
      throw failure(path, errno)
    }
  }

  /// Writes a file as a whole, or leaves it as it was: a link stays one, and what it leads to keeps its permissions.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    try checkWritable(path)
    let target = resolved(path)
    var status = stat()
    let isOld = stat(target, &status) == 0
    let isPlain = !isOld || status.st_mode & S_IFMT == S_IFREG
    let file = isPlain ? target + ".part" : target
    do {
      try Data(bytes).write(to: URL(filePath: file))
      guard isPlain else { return }
      if isOld { chmod(file, status.st_mode & 0o7777) }
      guard rename(file, target) == 0 else { throw failure(path, errno) }
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      if isPlain { unlink(file) }
      throw error as? CommandFailure ?? failure(path, cause.map { Int32($0.code) } ?? EIO)
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
