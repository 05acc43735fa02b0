import Basics
import Glibc

/// A voice file on this machine that is not installed.
struct LocalFile: Sendable, Hashable {
  /// The name, without folders.
  let name: String
  /// The folder that contains the file.
  let folder: String
  /// The size in bytes.
  let bytes: Int

  var path: String { XDGFolders.path(folder, name) }

  /// Reads the file and passes its contents to `take` in blocks.
  func read(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    let file = try opened()
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count: Int
      do throws(SystemError) {
        count = try block.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
          try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
      } catch {
        throw unreadable(error.reason)
      }
      if count == 0 { return }
      try block.withUnsafeBytes { try take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  private func opened() throws -> FileDescriptor {
    do throws(FileError) {
      return try FileDescriptor(regular: path, followingLinks: true)
    } catch {
      throw unreadable(error.reason)
    }
  }

  private func unreadable(_ reason: String) -> VoiceInstallError {
    VoiceInstallError(.missing, "\(path) cannot be read: \(reason)")
  }
}
