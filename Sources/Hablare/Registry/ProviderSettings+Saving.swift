import Basics
public import FoundationEssentials
import Glibc

extension ProviderSettings {
  /// Writes the settings as this provider's entry in a user's `config.json`.
  ///
  /// The rest of the file stays as its author wrote it, also its formatting. Settings that have their
  /// default value are removed from the entry. Keys of the entry that no setting has stay. If `file`
  /// is nil, this is the file that `UserConfigurationReader.read(environment:)` reads. A missing file
  /// is created, readable only by the user.
  ///
  /// The file never contains a service's key: store the key in a `CredentialStore`. A registry that
  /// exists already keeps its providers.
  public func save(
    to file: URL? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SettingsFileError) {
    let path = file?.path ?? UserConfigurationReader.path(environment: environment)
    do {
      let folder = Files<FileError>.folder(of: path)
      try Files<FileError>.makeFolder(folder)
      try trusted(path)
      // Without the lock, two processes that save different providers at once could undo each other's
      // change.
      let lock = try? FileLock(FileDescriptor(folder, flags: O_RDONLY | O_DIRECTORY))
      defer { lock?.release() }
      _ = try? lock?.take(.exclusive, waiting: true)
      let old = try Files<FileError>.contents(
        of: path, limit: InputLimit.configuration.maximum, followingLinks: true)
      let new = try edited(old ?? Array("{\n}\n".utf8), path)
      guard new != old else { return }
      let target = (try? FilePath(path).resolved().text) ?? path
      let mode = FileStatus(target, followingLinks: true)?.permissions
      try Files<FileError>.write([new], to: target, permissions: mode)
    } catch let error as FileError {
      throw SettingsFileError(path: error.path, reason: error.reason)
    } catch let error as SettingsFileError {
      throw error
    } catch {
      throw SettingsFileError(path: path, reason: "\(error)")
    }
  }

  private func trusted(_ path: String) throws(SettingsFileError) {
    do throws(TrustedPath.Exposure) {
      try TrustedPath.check(path)
    } catch {
      throw SettingsFileError(path: path, reason: error.description(advice: .library))
    }
  }

  /// Returns the text of a configuration with this provider's entry.
  private func edited(_ bytes: [UInt8], _ path: String) throws(SettingsFileError) -> [UInt8] {
    var text = ConfigurationText(bytes: bytes, path: path)
    try text.require(object: ["providers"])
    try text.require(object: ["providers", id])
    let values = values
    let known = ProviderPanel(self, isEnabledByDefault: true).fields.map(\.key)
    for key in known where values[key] == nil { try text.remove(key, of: ["providers", id]) }
    try text.set(values, of: ["providers", id])
    let reader = UserConfigurationReader(bytes: text.bytes, file: path)
    guard reader.configuration.provider(id)?.values == values else {
      let problem = reader.diagnostics.first { $0.severity == .error }
      throw SettingsFileError(
        path: path, reason: problem?.message ?? "the provider \(id) cannot have an entry")
    }
    return text.bytes
  }
}

extension UserConfigurationReader {
  static func path(environment: [String: String]) -> String {
    environment["GUION2AUDIO_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
      ?? ConfigurationFolder.path(environment: environment) + "/config.json"
  }
}

/// The text of a `config.json` while it is edited.
private struct ConfigurationText {
  var bytes: [UInt8]
  let path: String

  /// Returns the object at a path of keys; nil if it is missing.
  private func object(_ keys: [String]) throws(SettingsFileError) -> JSONNode? {
    var node: JSONNode
    switch JSONDocument.parse(bytes) {
    case .success(let root): node = root
    case .failure(let problem):
      throw SettingsFileError(path: path, reason: "line \(problem.line): \(problem.message)")
    }
    for key in keys {
      guard case .object(let members) = node.value else { break }
      guard let member = members.first(where: { $0.key == key }) else { return nil }
      node = member.value
    }
    guard case .object = node.value else {
      throw SettingsFileError(
        path: path, reason: "line \(node.position.line): this must be an object")
    }
    return node
  }

  /// Adds an empty object at a path of keys if it is missing.
  mutating func require(object keys: [String]) throws(SettingsFileError) {
    guard try object(keys) == nil, let key = keys.last,
      let outer = try object(Array(keys.dropLast()))
    else { return }
    var text = JSONInserter(bytes)
    text.add([(key, "{}")], to: outer)
    bytes = text.bytes
  }

  mutating func remove(_ key: String, of keys: [String]) throws(SettingsFileError) {
    guard let object = try object(keys), case .object(let members) = object.value,
      let index = members.firstIndex(where: { $0.key == key })
    else { return }
    var text = JSONInserter(bytes)
    text.remove(member: index, of: object)
    bytes = text.bytes
  }

  mutating func set(
    _ values: [String: JSONValue], of keys: [String]
  ) throws(SettingsFileError) {
    guard let object = try object(keys), case .object(let members) = object.value else { return }
    var text = JSONInserter(bytes)
    var new: [(key: String, value: String)] = []
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      var json = JSONWriter()
      json.value(value, lines: 0)
      let written = String(decoding: json.take(), as: UTF8.self)
      if let member = members.first(where: { $0.key == key }) {
        text.replace(member.value) { JSONValue(Array($0.utf8)) == value ? $0 : written }
      } else {
        new.append((key, written))
      }
    }
    text.add(new, to: object)
    bytes = text.bytes
  }
}

extension Diagnostic {
  fileprivate var line: Int { position?.line ?? 1 }
}

/// Why settings could not be written to `config.json`; the file is unchanged.
public struct SettingsFileError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  /// The file, or its folder.
  public let path: String
  /// The reason.
  public let reason: String

  /// The path and the reason.
  public var description: String { "\(path): \(reason)" }

  /// The message for people.
  public var errorDescription: String? { description }
}
