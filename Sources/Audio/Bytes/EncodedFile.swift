import Basics
import Glibc

/// The file that an encoder writes to through callbacks.
/// The libraries' own file functions lose errors: libsndfile's MP3 writer counts bytes that were not written, its
/// `sf_close` always succeeds, and libopusenc closes without a result. This class stores the first failure, and every
/// later call fails as well.
final class EncodedFile {
  let path: String
  private let descriptor: FileDescriptor
  /// The error of the first call that failed.
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

  /// Writes all bytes.
  /// Returns false if any byte could not be written.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    attempt { () throws(SystemError) in try descriptor.write(bytes) } != nil
  }

  /// Reads some bytes.
  /// Returns 0 at the end or after a failure.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    attempt { () throws(SystemError) in try descriptor.read(into: buffer) } ?? 0
  }

  /// Moves to a position and returns it, or −1 after a failure.
  func seek(_ offset: Int64, from whence: Int32) -> Int64 {
    attempt { () throws(SystemError) in try descriptor.seek(offset, from: whence) } ?? -1
  }

  /// Returns the length in bytes, or −1 after a failure.
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
