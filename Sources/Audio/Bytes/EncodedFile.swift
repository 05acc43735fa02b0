import Basics
import Glibc

/// The file an encoder writes to, as its callbacks see it.
///
/// The libraries' own file functions lose errors: libsndfile's MP3 writer counts what was not
/// written, its `sf_close` always succeeds, libopusenc closes without a result. Here the first
/// failure is kept, and what comes after it fails too.
final class EncodedFile {
  let path: String
  private let descriptor: FileDescriptor
  /// The first call that failed.
  private(set) var failure: SystemError?

  init(creating path: String) throws(AudioError) {
    self.path = path
    do {
      descriptor = try FileDescriptor(path, creating: true)
    } catch {
      throw .creating(path, error)
    }
  }

  /// Throws the first failure.
  func check() throws(AudioError) {
    if let failure { throw .writing(path, failure) }
  }

  /// Writes all bytes, or none that count.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    attempt { () throws(SystemError) in try descriptor.write(bytes) } != nil
  }

  /// Reads some bytes; 0 at the end, or on a failure.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    attempt { () throws(SystemError) in try descriptor.read(into: buffer) } ?? 0
  }

  /// Moves to a place and gives it; −1 on a failure.
  func seek(_ offset: Int64, from whence: Int32) -> Int64 {
    attempt { () throws(SystemError) in try descriptor.seek(offset, from: whence) } ?? -1
  }

  /// The length in bytes; −1 on a failure.
  func length() -> Int64 {
    attempt { () throws(SystemError) in try descriptor.length() } ?? -1
  }

  private func attempt<Value>(_ call: () throws(SystemError) -> Value) -> Value? {
    guard failure == nil else { return nil }
    do {
      return try call()
    } catch {
      failure = error
      return nil
    }
  }
}
