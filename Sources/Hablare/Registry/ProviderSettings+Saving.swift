public import Basics
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

extension ProviderPanel {
  /// The types of providers that a user can add to `config.json` under any id.
  package static var types: [String] { ProviderKinds.all.filter { !$0.isSole }.map { $0.type } }

  /// Describes the settings of a provider that does not exist yet.
  ///
  /// Nil if the type is unknown, or if the type belongs to a built-in provider with another id. If
  /// only the address decides whether the service needs a key, the panel does not require a key.
  public init?(type: String, id: String) {
    guard let kind = ProviderKinds.all.first(where: { $0.type == type }),
      kind.isSole ? id == type : ProviderSettings.isWellFormed(id: id)
    else { return nil }
    self.init(ProviderSettings(id: id, kind: .init(kind.init())), isEnabledByDefault: true)
    guard kind.keyDependsOnSettings, !(kind.isBuiltIn && id == type) else { return }
    for index in fields.indices where fields[index].isSecret { fields[index].isRequired = false }
  }

  init(_ settings: ProviderSettings, isEnabledByDefault: Bool) {
    let configuration = settings.kind.configuration
    let kind = Swift.type(of: configuration)
    let name = configuration.displayName(of: settings.id)
    var fields = kind.fields.map { field in
      var field = field
      switch field.key {
      case SettingField.enabled.key: field.defaultValue = .bool(isEnabledByDefault)
      case SettingField.name.key: field.defaultValue = .string(name)
      default: break
      }
      return field
    }
    if let variables = configuration.keyVariables {
      fields.insert(.key(of: settings.id, variables: variables), at: 0)
    }
    self.init(
      id: settings.id, displayName: settings.displayName, type: kind.type, fields: fields,
      loginCheck: kind.loginCheck)
  }
}

extension SettingField {
  /// Returns the field for a provider's key.
  /// The key is required if the provider has an environment variable for it.
  fileprivate static func key(of id: String, variables: [String]) -> SettingField {
    let account = CredentialStore.key(for: id)
    return SettingField(
      key: "key", label: "Key", help: "The key of the service",
      kind: .secret(
        SecretPlaces(
          variables: variables, account: account, file: KeyFiles.name + "/" + account)),
      isRequired: !variables.isEmpty)
  }
}

extension ProviderSettings {
  /// The values that are set, keyed as in an entry of `config.json`.
  ///
  /// Settings that have their default value are left out.
  ///
  /// The values never include a service's key.
  public var values: [String: JSONValue] {
    var values = kind.configuration.values
    values["type"] = .string(Swift.type(of: kind.configuration).type)
    values[SettingField.enabled.key] = isEnabled.map(JSONValue.bool)
    values[SettingField.name.key] = name.map(JSONValue.string)
    values[SettingField.prices.key] = prices?.value
    return values
  }
}

extension ProviderPanel {
  /// Returns the problems with values typed into the panel; empty if all values are valid.
  ///
  /// Problems that do not concern a single value come first. The other problems follow in the order
  /// of the fields.
  ///
  /// The rules and messages are those of `config.json`, including the rules about combinations of
  /// settings. The value `null` means that a setting is not set. No message quotes a secret.
  public func problems(in values: [String: JSONValue]) -> [SettingProblem] {
    let places = PanelPositions(values, quoted: "\"\(id)\"", fields: fields)
    var secrets = PlacedValueReader(file: nil)
    for field in fields where field.isSecret {
      guard let node = places.node(of: field.key) else { continue }
      _ = secrets.value(node, of: field)
    }
    let others = entry(places)?.values ?? plain(places)
    return places.problems(secrets.diagnostics + others.diagnostics)
  }

  /// Returns the settings with these values, for a `UserConfiguration`.
  ///
  /// Nil if a value is not valid (see `problems`), or if the provider has no entry in
  /// `config.json`. The settings never contain a service's key: store the key in a
  /// `CredentialStore`.
  public func settings(with values: [String: JSONValue]) -> ProviderSettings? {
    guard problems(in: values).isEmpty else { return nil }
    return entry(PanelPositions(values, quoted: "\"\(id)\"", fields: fields))?.settings
  }

  private typealias Entry = (values: PlacedValueReader, settings: ProviderSettings?)

  /// Reads the values as if they were the provider's entry in `config.json`; nil if the provider
  /// cannot have an entry.
  private func entry(_ places: PanelPositions) -> Entry? {
    guard let type, ProviderKinds.all.contains(where: { $0.type == type }) else { return nil }
    var reader = ProviderEntryReader(
      id: id, node: places.entry(type: type), values: PlacedValueReader(file: nil),
      advice: .library)
    let settings = reader.read(ProviderKinds.all)
    return (reader.values, settings)
  }

  /// Checks the values only against the rules of the fields, and returns the reader with the
  /// problems.
  private func plain(_ places: PanelPositions) -> PlacedValueReader {
    var reader = PlacedValueReader(file: nil)
    let fields = fields.filter { !$0.isSecret }
    let name = places.quoted
    let keys = fields.map(\.key)
    let members = reader.members(places.entry(type: nil), name, keys: keys) ?? []
    for member in members {
      guard let field = fields.first(where: { $0.key == member.key }) else { continue }
      _ = reader.value(member.value, of: field)
    }
    reader.reportMissing(
      fields, among: members.map(\.key), of: name, at: PanelPositions.withoutField)
    return reader
  }
}

/// The values of a panel as an object with one key per line.
/// The line of a problem shows which field the problem belongs to.
private struct PanelPositions {
  /// The source position of a problem that does not belong to a single field.
  static let withoutField = SourcePosition(line: 0, column: 1)

  /// The provider's name, as messages quote it.
  let quoted: String
  private let fields: [SettingField]
  /// The keys in order; the first is on line 1.
  private let keys: [String]
  private let values: [String: JSONValue]

  init(_ values: [String: JSONValue], quoted: String, fields: [SettingField]) {
    (self.quoted, self.fields) = (quoted, fields)
    let set = values.filter { $0.value != .null }
    let known = fields.map(\.key).filter { set[$0] != nil }
    keys = known + set.keys.filter { !known.contains($0) }.sorted()
    self.values = set
  }

  /// Returns the value of a key; nil if it is not set.
  func node(of key: String) -> JSONNode? {
    guard let value = values[key], let index = keys.firstIndex(of: key) else { return nil }
    return JSONNode(value, at: SourcePosition(line: index + 1, column: 1))
  }

  /// Returns the values without secrets; adds the type of the entry if it is missing.
  func entry(type: String?) -> JSONNode {
    let secrets = Set(fields.filter(\.isSecret).map(\.key))
    var members = keys.filter { !secrets.contains($0) }.compactMap { key in
      node(of: key).map { JSONNode.Member(key: key, keyPosition: $0.position, value: $0) }
    }
    if let type, values["type"] == nil {
      members.append(
        .init(
          key: "type", keyPosition: Self.withoutField,
          value: JSONNode(.string(type), at: Self.withoutField)))
    }
    return JSONNode(position: Self.withoutField, value: .object(members))
  }

  /// Returns the problems, each with the key of its field.
  func problems(_ diagnostics: [Diagnostic]) -> [SettingProblem] {
    let errors = diagnostics.filter { $0.severity == .error }
    return errors.sorted { line(of: $0) < line(of: $1) }.map { diagnostic in
      SettingProblem(key: key(of: diagnostic), code: diagnostic.code, message: diagnostic.message)
    }
  }

  private func line(of diagnostic: Diagnostic) -> Int { diagnostic.position?.line ?? 0 }

  private func key(of diagnostic: Diagnostic) -> String? {
    let line = line(of: diagnostic)
    if keys.indices.contains(line - 1) { return keys[line - 1] }
    return fields.first { field in
      field.isRequired && diagnostic.message == PlacedValueReader.missing(field, of: quoted)
    }?.key
  }
}
