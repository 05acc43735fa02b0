import Basics
import Glibc
import Synchronization

/// A file that is being fetched: what has come of it so far, on disk.
///
/// One process at a time works on a partial file; whoever uses it holds the lock of its folder.
final class PartialFile: Sendable {
  /// The path of what has come so far.
  let path: String
  /// Beside it: the entity tag of the file that the bytes come from.
  private let tagPath: String
  /// The size of the whole file.
  let expected: Int
  private let file: FileDescriptor
  private let state: Mutex<State>
  private let onProgress: @Sendable (Int) -> Void

  private struct State {
    var count: Int
    /// Whether the bytes come from more than one answer, and so perhaps from more than one file.
    var isMixed: Bool
  }

  /// Opens what an earlier download has left at a path, or begins.
  init(
    _ path: String, of expected: Int, onProgress: @escaping @Sendable (Int) -> Void
  ) throws(DownloadError) {
    (self.path, self.expected, self.onProgress) = (path, expected, onProgress)
    tagPath = path + ".etag"
    do throws(FileFault) {
      file = try FileDescriptor(regular: path, flags: O_RDWR | O_CREAT, isOnlyName: true)
      do throws(SystemError) {
        let length = Int(try file.length())
        // More than the whole file cannot be a part of it.
        if length > expected { try file.truncate(to: 0) }
        let count = length > expected ? 0 : length
        state = Mutex(State(count: count, isMixed: count > 0))
      } catch {
        throw FileFault.system(error)
      }
    } catch {
      throw DownloadError(path, error)
    }
    onProgress(count)
  }

  /// The bytes that have come.
  var count: Int { state.withLock(\.count) }
  /// Whether all have come.
  var isComplete: Bool { count == expected }
  /// Whether the bytes come from more than one answer, and so perhaps from more than one file.
  var isMixed: Bool { state.withLock(\.isMixed) }

  /// The entity tag of the file that the bytes come from; nil if the server gave none that can be compared.
  var tag: String? {
    let bytes = try? Files<FileFault>.contents(of: tagPath, limit: 1 << 12)
    return bytes.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  /// Begins again, with the bytes of the file that has this tag.
  func restart(tag: String?) throws(SystemError) {
    try file.truncate(to: 0)
    state.withLock { $0 = State(count: 0, isMixed: false) }
    unlink(tagPath)
    guard let tag else { return }
    // Without a tag the next try may fetch more than it needs, and no more than that.
    try? Files<FileFailure>.write([Array(tag.utf8)], to: tagPath, isFlushed: false)
  }

  /// Takes note that another answer goes on with the file.
  func goOn() { state.withLock { $0.isMixed = true } }

  /// Adds bytes at the end.
  func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try file.seek(Int64(count))
    try file.write(bytes)
    onProgress(
      state.withLock { state in
        state.count += bytes.count
        return state.count
      })
  }

  /// The digest of what is there, of the same kind as another; nil if libcrypto cannot compute it.
  func digest(like digest: FileDigest) throws(DownloadError) -> FileDigest? {
    try Files<DownloadError>.attempt(path) { () throws(SystemError) in try digest.same(of: file) }
  }

  /// The SHA-256 of what is there.
  func sha256() throws(DownloadError) -> String {
    try Files<DownloadError>.attempt(path) { () throws(SystemError) in
      try file.seek(0)
      return try file.sha256().hex
    }
  }

  /// Removes what has come.
  func remove() {
    unlink(path)
    unlink(tagPath)
  }

  /// Gives the complete file its name, in place of what had it.
  func finish(as final: String) throws(DownloadError) {
    try Files<DownloadError>.attempt(path) { () throws(SystemError) in try file.sync() }
    try Files<DownloadError>.rename(path, to: final)
    unlink(tagPath)
    // Where a file system cannot flush a folder, the file is there all the same.
    try? Files<FileFault>.flush(folder: Files<FileFault>.folder(of: final))
  }
}
