import Guion
package import Hablare

/// Edits the entry of a role in a cast file.
struct RoleEntry {
  private let role: String

  /// The fields that belong to the voice of the entry and have no meaning for another voice.
  private static let voiceFields: Set<String> = [
    "lang", "rate", "pitch", "gain", "model", "seed", "stability", "similarity", "style",
    "speakerBoost", "speed",
  ]

  /// Creates an editor for a role.
  /// `role` is empty for the narrator.
  init(_ role: String) { self.role = role }

  /// Returns the file with another voice for the role.
  func assigning(_ voice: VoiceURI, in bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    let quoted = JSONInserter.quoted(voice.description)
    var file = try JSONFile(bytes)
    // One edit can remove only one field of an object, so each field of the former voice is removed in a separate edit.
    while let entry = entry(in: file), case .object(let members) = entry.value,
      let field = members.first(where: { Self.voiceFields.contains($0.key) })
    {
      file = try JSONFile(file.setting(field.key, to: nil, of: entry))
    }
    guard let entry = entry(in: file) else { return try adding(quoted, to: file) }
    if case .object = entry.value { return file.setting("voice", to: quoted, of: entry) }
    return replacing(entry, by: quoted, in: file)
  }

  /// Returns the file with a setting of the role's voice.
  /// `voice` is the role's voice. If the file has no voice for the role, `voice` is written to the file.
  func setting(
    _ setting: CastEdit.VoiceSetting, to value: Double?, of voice: VoiceURI, in bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    var file = try JSONFile(bytes)
    if let entry = entry(in: file), case .object(let members) = entry.value {
      let address = members.first { $0.key == "voice" }?.value
      // A field overrides the same setting in the URI. If only the field were removed, the setting in the URI would
      // take effect. So the setting is removed from the URI too.
      if setting != .formant {
        if value == nil, let address, let changed = Self.changed(address, setting, nil) {
          file = try JSONFile(replacing(address, by: changed, in: file))
        }
        guard let entry = self.entry(in: file) else { return file.bytes }
        let bytes = file.setting(setting.rawValue, to: value.map(VoiceURI.text(of:)), of: entry)
        return address == nil ? try withVoice(voice, in: bytes) : bytes
      }
      guard let address else {
        return file.setting("voice", to: Self.quoted(voice, setting, value), of: entry)
      }
      guard let changed = Self.changed(address, setting, value) else { return file.bytes }
      return replacing(address, by: changed, in: file)
    }
    guard let entry = entry(in: file) else {
      return try adding(Self.quoted(voice, setting, value), to: file)
    }
    guard let changed = Self.changed(entry, setting, value) else { return bytes }
    return replacing(entry, by: changed, in: file)
  }

  // MARK: Entries

  func entry(in file: JSONFile) -> JSONNode? {
    if role.isEmpty { return file.root.member("narrator") }
    guard case .object(let members) = file.root.member("characters")?.value else { return nil }
    return index(in: members).map { members[$0].value }
  }

  /// Returns the index of the role's entry in `characters`, or nil if the role has no entry.
  func index(in members: [JSONNode.Member]) -> Int? {
    let name = CharacterNormalizer.folded(role)
    return members.firstIndex {
      CharacterNormalizer.folded(CharacterNormalizer.name(of: $0.key)) == name
    }
  }

  func adding(_ value: String, to file: JSONFile) throws(Diagnostic) -> [UInt8] {
    if role.isEmpty { return file.setting("narrator", to: value, of: file.root) }
    let file = try file.having("characters", "{}")
    guard let characters = file.root.member("characters") else { return file.bytes }
    return file.setting(role, to: value, of: characters)
  }

  private func withVoice(_ voice: VoiceURI, in bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    let file = try JSONFile(bytes)
    guard let entry = entry(in: file) else { return bytes }
    return file.setting("voice", to: JSONInserter.quoted(voice.description), of: entry)
  }

  func replacing(_ node: JSONNode, by value: String, in file: JSONFile) -> [UInt8] {
    var text = JSONInserter(file.bytes)
    text.replace(node) { _ in value }
    return text.bytes
  }

  // MARK: Voice URIs

  /// Returns the voice URI in a JSON node with a setting changed, or nil if the node names no voice.
  private static func changed(
    _ node: JSONNode, _ setting: CastEdit.VoiceSetting, _ value: Double?
  ) -> String? {
    guard case .string(let text) = node.value, let voice = try? VoiceURI.requested(text)
    else { return nil }
    return quoted(voice, setting, value)
  }

  private static func quoted(
    _ voice: VoiceURI, _ setting: CastEdit.VoiceSetting, _ value: Double?
  ) -> String {
    JSONInserter.quoted(voice.setting(setting, to: value).description)
  }
}

extension VoiceURI {
  /// Returns the voice with a setting changed; nil restores the voice's own value.
  package func setting(_ setting: CastEdit.VoiceSetting, to value: Double?) -> VoiceURI {
    var voice = self
    switch setting {
    case .rate: voice.rate = value
    case .pitch: voice.pitch = value
    case .gain: voice.gain = value
    case .formant: voice.parameters["formant"] = value.map(VoiceURI.text(of:))
    }
    return voice
  }
}
