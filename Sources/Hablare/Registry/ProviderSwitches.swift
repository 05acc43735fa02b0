import FoundationEssentials
import Glibc
import Basics
import Synchronization

/// The user's switches of providers.
///
/// The file of switches is read on every query, because other processes also write it.
final class ProviderSwitches: Sendable {
  private let file: String?
  /// The switches, if they are not stored in a file.
  private let memory = Mutex<[String: Bool]>([:])

  init(file: String?) { self.file = file }

  /// Returns all switches, by provider id.
  func all() throws(ProviderSwitchesError) -> [String: Bool] {
    guard let file else { return memory.withLock { $0 } }
    return try Self.read(file)
  }

  /// Sets the switch of one provider.
  func set(_ isEnabled: Bool, for id: String) throws(ProviderSwitchesError) {
    guard let file else { return memory.withLock { $0[id] = isEnabled } }
    let folder = Files<FileFailure>.folder(of: file)
    do throws(FileFailure) {
      try Files<FileFailure>.makeFolder(folder)
    } catch {
      throw .init(path: folder, reason: error.reason)
    }
    do throws(TrustedPath.Exposure) {
      try TrustedPath.check(folder)
    } catch {
      throw .init(exposure: error, of: folder)
    }
    // Without the lock, two processes that switch different providers at once could undo each
    // other's change.
    let lock = try? FileLock(FileDescriptor(folder, flags: O_RDONLY | O_DIRECTORY))
    defer { lock?.release() }
    _ = try? lock?.take(.exclusive, waiting: true)
    var switches = try Self.read(file)
    switches[id] = isEnabled
    try Self.write(switches, to: file)
  }

  // MARK: The file

  private struct Contents: Codable {
    var enabled: [String: Bool]
  }

  private static func read(_ file: String) throws(ProviderSwitchesError) -> [String: Bool] {
    let bytes: [UInt8]
    do throws(TrustedPath.Exposure) {
      try TrustedPath.check(file)
    } catch {
      throw .init(exposure: error, of: file)
    }
    do throws(FileFault) {
      // The file can be a link: some users keep all their settings in one folder and link to them.
      let found = try Files<FileFault>.contents(
        of: file, limit: InputLimit.providerSwitches.maximum, followingLinks: true)
      guard let found else { return [:] }
      bytes = found
    } catch {
      throw .init(path: file, reason: reason(error))
    }
    do {
      return try JSONDecoder().decode(Contents.self, from: Data(bytes)).enabled
    } catch {
      throw .init(
        path: file, reason: "it is damaged; remove it, and enable or disable providers again")
    }
  }

  private static func reason(_ fault: FileFault) -> String {
    switch fault {
    case .notAFile(let kind): "it is not a file but \(kind.rawValue)"
    case .exceedsLimit: InputLimit.providerSwitches.message
    case .system(let error): "it cannot be read: \(error.reason)"
    }
  }

  private static func write(
    _ switches: [String: Bool], to file: String
  ) throws(ProviderSwitchesError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      var data = try encoder.encode(Contents(enabled: switches))
      data.append(UInt8(ascii: "\n"))
      try Files<FileFailure>.write([data], to: file)
    } catch let error as FileFailure {
      throw .init(path: error.path, reason: error.reason)
    } catch {
      throw .init(path: file, reason: "it cannot be encoded")
    }
  }
}
