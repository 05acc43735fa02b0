import Basics
import Glibc
import Synchronization

/// A file during its download: the bytes so far, on disk.
///
/// Only one process at a time may use a partial file, so the process must hold the lock of the
/// file's folder.
final class PartialFile: Sendable {
  /// The path of the bytes so far.
  let path: String
  /// The path of the tag file.
  ///
  /// It is beside the partial file and contains the source's entity tag.
  private let tagPath: String
  /// The size of the whole file, in bytes.
  let expected: Int
  private let file: FileDescriptor
  private let state: Mutex<State>
  private let onProgress: @Sendable (Int) -> Void

  private struct State {
    var count: Int
    /// Whether the bytes may come from several responses, and so from different files.
    var isMixed: Bool
  }

  /// Opens the partial file of an earlier download, or creates an empty one.
  init(
    _ path: String, of expected: Int, onProgress: @escaping @Sendable (Int) -> Void
  ) throws(DownloadError) {
    (self.path, self.expected, self.onProgress) = (path, expected, onProgress)
    tagPath = path + ".etag"
    do throws(FileFault) {
      file = try FileDescriptor(regular: path, flags: O_RDWR | O_CREAT, isOnlyName: true)
      do throws(SystemError) {
        let length = Int(try file.length())
        // A partial file longer than the whole file belongs to another file.
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

  /// The number of bytes so far.
  var count: Int { state.withLock(\.count) }
  /// Whether the file is complete.
  var isComplete: Bool { count == expected }
  /// Whether the bytes may come from several responses, and so from different files.
  var isMixed: Bool { state.withLock(\.isMixed) }

  /// The entity tag of the bytes' source, or nil if the server sent no strong tag.
  var tag: String? {
    let bytes = try? Files<FileFault>.contents(of: tagPath, limit: 1 << 12)
    return bytes.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  /// Empties the file and records the entity tag of its new source.
  func restart(tag: String?) throws(SystemError) {
    try file.truncate(to: 0)
    state.withLock { $0 = State(count: 0, isMixed: false) }
    unlink(tagPath)
    guard let tag else { return }
    // A missing tag only means that the next attempt may download more than necessary.
    try? Files<FileFailure>.write([Array(tag.utf8)], to: tagPath, isFlushed: false)
  }

  /// Records that another response continues the file.
  func goOn() { state.withLock { $0.isMixed = true } }

  /// Appends bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try file.seek(Int64(count))
    try file.write(bytes)
    onProgress(
      state.withLock { state in
        state.count += bytes.count
        return state.count
      })
  }

  /// Returns the digest of the bytes so far, computed with the algorithm of `digest`.
  ///
  /// Nil if libcrypto cannot compute it.
  func digest(like digest: FileDigest) throws(DownloadError) -> FileDigest? {
    try Files<DownloadError>.attempt(path) { () throws(SystemError) in try digest.same(of: file) }
  }

  /// Returns the SHA-256 of the bytes so far.
  func sha256() throws(DownloadError) -> String {
    try Files<DownloadError>.attempt(path) { () throws(SystemError) in
      try file.seek(0)
      return try file.sha256().hex
    }
  }

  /// Removes the partial file.
  func remove() {
    unlink(path)
    unlink(tagPath)
  }

  /// Gives the complete file its final name, replacing any existing file.
  func finish(as final: String) throws(DownloadError) {
    try Files<DownloadError>.attempt(path) { () throws(SystemError) in try file.sync() }
    try Files<DownloadError>.rename(path, to: final)
    unlink(tagPath)
    // An error is ignored here: the file exists even if the file system cannot flush the folder.
    try? Files<FileFault>.flush(folder: Files<FileFault>.folder(of: final))
  }
}
