import Basics
public import FoundationEssentials
import Glibc
import Synchronization

/// The rules that decide which providers can be used.
///
/// The user's switches override the configuration, which overrides a provider's default.
public struct ProviderEnablement: Sendable {
  /// The settings from the configuration, by provider id.
  private let configured: [String: Bool]
  private let switches: ProviderSwitches

  /// Creates the rules from their parts.
  ///
  /// The user's switches are stored in `file`. If `file` is nil, the switches are in memory, and
  /// all copies of this value share them.
  public init(configured: [String: Bool] = [:], file: String? = nil) {
    self.configured = configured
    switches = ProviderSwitches(file: file)
  }

  /// Creates the rules of a user, with switches in `providers.json` in `folder`; the file need not
  /// exist.
  package init(configuration: UserConfiguration, folder: String) {
    let configured = configuration.providers.compactMap { provider in
      provider.isEnabled.map { (provider.id, $0) }
    }
    self.init(
      configured: Dictionary(configured) { first, _ in first }, file: folder + "/providers.json")
  }

  /// Returns whether a provider can be used.
  ///
  /// `isDefault` applies if neither a switch nor the configuration decides.
  ///
  /// Throws `ProviderSwitchesError` if the file of switches cannot be read.
  public func isEnabled(_ id: String, byDefault isDefault: Bool) throws -> Bool {
    try switches.all()[id] ?? configured[id] ?? isDefault
  }

  /// Reads the file of switches.
  /// Throws `ProviderSwitchesError` if the file cannot be read.
  func check() throws { _ = try switches.all() }

  /// Returns whether a provider can be used, ignoring the user's switches.
  func isEnabledWithoutSwitch(_ id: String, byDefault isDefault: Bool) -> Bool {
    configured[id] ?? isDefault
  }

  /// Switches a provider on or off.
  ///
  /// Other processes see the change the next time they check.
  ///
  /// Throws `ProviderSwitchesError` if the switch cannot be saved.
  public func set(_ isEnabled: Bool, for id: String) throws {
    try switches.set(isEnabled, for: id)
  }

  /// The user's switches of providers.
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

    func set(_ isEnabled: Bool, for id: String) throws(ProviderSwitchesError) {
      guard let file else { return memory.withLock { $0[id] = isEnabled } }
      let folder = Files<FileError>.folder(of: file)
      do throws(FileError) {
        try Files<FileError>.makeFolder(folder)
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
      do throws(FileError) {
        // The file can be a link: some users keep all their settings in one folder and link to them.
        let found = try Files<FileError>.contents(
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

    private static func reason(_ error: FileError) -> String {
      switch error.cause {
      case .notAFile(let kind): "it is not a file but \(kind.rawValue)"
      case .exceedsLimit: InputLimit.providerSwitches.message
      default: "it cannot be read: \(error.reason)"
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
        try Files<FileError>.write([data], to: file)
      } catch let error as FileError {
        throw .init(path: error.path, reason: error.reason)
      } catch {
        throw .init(path: file, reason: "it cannot be encoded")
      }
    }
  }
}

/// Why the file with the user's provider switches cannot be used.
public struct ProviderSwitchesError: LocalizedError, Equatable, Sendable {
  /// The file or its folder.
  public var path: String
  /// The problem with the file or folder.
  public var reason: String
  /// How other users could access the file; nil if they cannot.
  private var exposure: TrustedPath.Exposure?

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Creates the error for a file that other users could change.
  init(exposure: TrustedPath.Exposure, of path: String) {
    self.init(path: path, reason: exposure.description)
    self.exposure = exposure
  }

  /// The message for people.
  public var errorDescription: String? { description }

  /// What to do, as a sentence.
  public var recoverySuggestion: String? {
    exposure?.advice(.library).asSentence
      ?? "Remove the file, and enable or disable providers again."
  }
}

extension ProviderSwitchesError: CustomStringConvertible, AdvisedError {
  /// The path, the problem and what to do.
  public var description: String { description(advice: .library) }

  /// Returns the path, the problem and what to do, with the advice of the program that prints the
  /// error.
  public func description(advice: ProviderAdvice) -> String {
    "\(path): \(exposure?.description(advice: advice) ?? reason)"
  }
}
