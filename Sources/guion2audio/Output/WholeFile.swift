import Glibc
import Guion
import Basics

/// Functions for files that a command writes or changes as a whole.
enum WholeFile {
  /// Reads a cast file and returns the result of `change` for its contents.
  /// Does not write the file.
  /// If the file is not a valid cast file, the error has the position of the fault.
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

  static func exists(_ path: String) -> Bool {
    FileStatus(path, followingLinks: true)?.isFile == true
  }

  /// Throws if a file cannot be written.
  /// Commands call this before they work on the file's contents.
  static func checkWritable(_ path: String) throws(CommandFailure) {
    if let status = FileStatus(path, followingLinks: true) {
      guard !status.isFolder else { throw failure(path, EISDIR) }
      guard [S_IFREG, S_IFIFO, S_IFCHR].contains(status.kind) else {
        throw CommandFailure(.cannotWrite, "cannot write \(path): it is neither a file nor a pipe")
      }
      guard access(path, W_OK) == 0 else { throw failure(path, errno) }
      // A device or pipe is written directly, so its folder does not matter.
      guard status.isFile else { return }
    } else if errno == ELOOP {
      throw failure(path, ELOOP)
    }
    let folder = FilePath(resolved(path)).folder.text
    // The trailing slash makes the check fail for anything that is not a folder.
    guard access((folder.isEmpty ? "." : folder) + "/", W_OK) == 0 else {
      throw failure(path, errno)
    }
  }

  /// Writes a file as a whole, or leaves it unchanged if writing fails.
  /// If the path is a link, the target is written. An existing file keeps its permissions. A pipe must be open for
  /// reading.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    try checkWritable(path)
    let target = resolved(path)
    let old = FileStatus(target, followingLinks: true)
    do throws(FileFault) {
      if let old, !old.isFile {
        try Files<FileFault>.attempt(path) { () throws(SystemError) in
          // Without a reader, opening a pipe would wait for ever.
          let file = try FileDescriptor(target, flags: O_WRONLY | O_NONBLOCK)
          _ = fcntl(file.number, F_SETFL, O_WRONLY)
          try file.write(bytes)
        }
      } else {
        try Files<FileFault>.write([bytes], to: target, mode: 0o666, permissions: old?.permissions)
      }
    } catch {
      if error.error.code == ENXIO {
        throw CommandFailure(.cannotWrite, "cannot write \(path): no program reads from it")
      }
      throw failure(path, error.error.code)
    }
  }

  /// Returns the target of a link, or the path itself.
  private static func resolved(_ path: String) -> String {
    if let real = try? FilePath(path).resolved().text { return real }
    // The target of a dangling link is created.
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return path }
    let target = String(decoding: bytes.prefix(count), as: UTF8.self)
    let folder = FilePath(path).folder.text
    return resolved(target.hasPrefix("/") || folder.isEmpty ? target : folder + "/" + target)
  }

  private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    CommandFailure(.cannotWrite, "cannot write \(path): \(SystemReason.text(code))")
  }
}
