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

  /// Returns the file with an object as the role's entry, with voices for the languages that the entry does not name.
  func adding(_ languages: [String: VoiceURI], in bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    var file = try JSONFile(bytes)
    guard let entry = entry(in: file) else { return bytes }
    if case .string = entry.value {
      var text = JSONInserter(bytes)
      text.replace(entry) { "{ \"voice\": \($0) }" }
      file = try JSONFile(text.bytes)
    }
    for (language, voice) in languages.sorted(by: { $0.key < $1.key }) {
      guard let entry = self.entry(in: file) else { break }
      let quoted = JSONInserter.quoted(voice.description)
      guard let own = entry.member("languages") else {
        let value = "{ \(JSONInserter.quoted(language)): \(quoted) }"
        file = try JSONFile(file.setting("languages", to: value, of: entry))
        continue
      }
      if own.member(language) == nil {
        file = try JSONFile(file.setting(language, to: quoted, of: own))
      }
    }
    return file.bytes
  }

  /// Returns the file without the gender of the entry, if its note says that the gender is a guess.
  func removingGuess(besides gender: RoleGender, in bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    let file = try JSONFile(bytes)
    guard let entry = entry(in: file), case .string(let note) = entry.member("note")?.value,
      note.contains(RolePortrait.guess), case .string(let own) = entry.member("gender")?.value,
      own != gender.rawValue
    else { return bytes }
    return file.setting("gender", to: nil, of: entry)
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

// Edits the aliases of a role in a cast file.
extension RoleEntry {
  /// Returns the file with `name` as an alias of the role.
  /// If `name` has an entry, the entry is removed, and its aliases become aliases of the role.
  func adding(
    _ name: String, to role: Cast.Character, in bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let other = RoleEntry(name)
    var file = try JSONFile(bytes)
    let names = [name] + other.aliases(in: file)
    file = try other.removed(from: file)
    guard let entry = entry(in: file) else {
      return try adding(Self.json(of: role, aliases: role.aliases + names), to: file)
    }
    guard case .object = entry.value else {
      var text = JSONInserter(file.bytes)
      text.replace(entry) { "{ \"voice\": \($0), \"aliases\": \(Self.json(of: names)) }" }
      return text.bytes
    }
    guard let list = entry.member("aliases") else {
      return file.setting("aliases", to: Self.json(of: names), of: entry)
    }
    let known = Set(aliases(in: file).map(CharacterNormalizer.folded))
    let new = names.filter { !known.contains(CharacterNormalizer.folded($0)) }
    guard !new.isEmpty else { return file.bytes }
    var text = JSONInserter(file.bytes)
    text.append(new.map(JSONInserter.quoted).joined(separator: ", "), to: list)
    return text.bytes
  }

  /// Returns the file without an alias of the role.
  /// If the role's entry has only this alias, the entry is removed.
  func removing(
    _ name: String, from role: Cast.Character, in bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let file = try JSONFile(bytes)
    let name = CharacterNormalizer.folded(name)
    guard let entry = entry(in: file) else {
      // The alias comes from the front matter of the document. A new entry in the cast file overrides the role's entry
      // in the front matter.
      let left = role.aliases.filter { CharacterNormalizer.folded($0) != name }
      guard left.count < role.aliases.count else { return bytes }
      return try adding(Self.json(of: role, aliases: left), to: file)
    }
    let names = aliases(in: file)
    guard let list = entry.member("aliases"),
      let index = names.firstIndex(where: { CharacterNormalizer.folded($0) == name })
    else { return bytes }
    guard names.count == 1 else {
      var text = JSONInserter(bytes)
      text.remove(value: index, of: list)
      return text.bytes
    }
    if case .object(let members) = entry.value, members.count == 1 {
      return try removed(from: file).bytes
    }
    return file.setting("aliases", to: nil, of: entry)
  }

  private func aliases(in file: JSONFile) -> [String] {
    guard case .array(let values) = entry(in: file)?.member("aliases")?.value else { return [] }
    return values.map { if case .string(let name) = $0.value { name } else { "" } }
  }

  func removed(from file: JSONFile) throws(Diagnostic) -> JSONFile {
    guard let characters = file.root.member("characters"),
      case .object(let members) = characters.value, let index = index(in: members)
    else { return file }
    var text = JSONInserter(file.bytes)
    text.remove(member: index, of: characters)
    return try JSONFile(text.bytes)
  }

  private static func json(of role: Cast.Character, aliases: [String]) -> String {
    guard let voice = role.voice.map({ JSONInserter.quoted($0.description) }) else {
      return "{ \"aliases\": \(json(of: aliases)) }"
    }
    return aliases.isEmpty ? voice : "{ \"voice\": \(voice), \"aliases\": \(json(of: aliases)) }"
  }

  private static func json(of names: [String]) -> String {
    "[\(names.map(JSONInserter.quoted).joined(separator: ", "))]"
  }
}

/// Edits the entries of `pronunciations` in a cast file.
enum PronunciationEntry {
  /// Returns the file with the spelling and the IPA of a word.
  /// The existing entry for this word and role is changed. An entry that is limited to a language is not changed. If
  /// there is no entry to change, a new entry is added.
  static func setting(
    _ pronunciation: Pronunciation, in bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    var file = try JSONFile(bytes).having("pronunciations", "[]")
    for (key, value) in [("say", pronunciation.say), ("ipa", pronunciation.ipa)] {
      guard let entry = entry(pronunciation.text, pronunciation.character, in: file)?.node else {
        break
      }
      file = try JSONFile(file.setting(key, to: value.map(JSONInserter.quoted), of: entry))
    }
    guard entry(pronunciation.text, pronunciation.character, in: file) == nil,
      let list = file.root.member("pronunciations")
    else { return file.bytes }
    var text = JSONInserter(file.bytes)
    text.append(json(of: pronunciation), to: list)
    return text.bytes
  }

  /// Returns the file without the entry for a word and a role.
  /// Entries that are limited to a language stay.
  static func removing(
    _ text: String, _ character: String?, from bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let file = try JSONFile(bytes)
    guard let list = file.root.member("pronunciations"),
      let index = entry(text, character, in: file)?.index
    else { return bytes }
    var changed = JSONInserter(bytes)
    changed.remove(value: index, of: list)
    return changed.bytes
  }

  private static func entry(
    _ text: String, _ character: String?, in file: JSONFile
  ) -> (index: Int, node: JSONNode)? {
    guard case .array(let entries) = file.root.member("pronunciations")?.value else { return nil }
    let role = character.map(CharacterNormalizer.folded)
    return entries.enumerated().first { _, entry in
      Self.text(entry, "text") == text && entry.member("language") == nil
        && Self.text(entry, "character").map(CharacterNormalizer.folded) == role
    }.map { (index: $0.offset, node: $0.element) }
  }

  private static func text(_ entry: JSONNode, _ key: String) -> String? {
    if case .string(let text) = entry.member(key)?.value { text } else { nil }
  }

  private static func json(of entry: Pronunciation) -> String {
    let fields = [
      ("text", entry.text), ("say", entry.say), ("ipa", entry.ipa), ("phonemes", entry.phonemes),
      ("language", entry.language), ("character", entry.character),
    ]
    let members = fields.compactMap { key, value in
      value.map { "\"\(key)\": \(JSONInserter.quoted($0))" }
    }
    return "{ \(members.joined(separator: ", ")) }"
  }
}

/// The positions of speakers between left and right, with the narrator in the middle.
///
/// A role gets its place at its first speech, apart from the roles that it talks to there. Later lines move nobody.
enum StereoPlaces {
  /// The places, each with another one on the other side. The outer ones come first.
  /// At 0.35, each channel has the voice, so that nothing is lost in one channel.
  private static let places = [-0.35, 0.35, -0.28, 0.28, -0.2, 0.2, -0.12, 0.12]
  /// How much the distance from the last speaker, the speaker before it, and so on counts.
  private static let weights = [3, 1, 0.5, 0.25]

  /// The distance from which on two speakers are apart.
  private static let farthest = 0.4

  /// Returns the place of each role, by its name. `fixed` are the places that the cast names.
  static func places(
    of elements: [GuionElement], _ names: CueNames, fixed: [String: Double]
  ) -> [String: Double] {
    let roles = Dictionary(
      names.meanings.map { ($0.cue.element.elementText, $0.name) }
    ) { first, _ in first }
    var found = fixed
    for scene in scenes(elements, roles) {
      for (number, role) in scene.enumerated() where found[role] == nil {
        found[role] = place(of: role, at: number, in: scene, found)
      }
    }
    return found
  }

  /// Returns the speakers of each scene in order, without repetitions of the last one.
  private static func scenes(
    _ elements: [GuionElement], _ roles: [String: String]
  ) -> [[String]] {
    var scenes: [[String]] = [[]]
    for element in elements {
      switch element.elementType {
      case .sceneHeading, .sectionHeading: scenes.append([])
      case .character:
        guard let role = roles[element.elementText], scenes[scenes.count - 1].last != role else {
          continue
        }
        scenes[scenes.count - 1].append(role)
      default: break
      }
    }
    return scenes
  }

  private static func place(
    of role: String, at number: Int, in scene: [String], _ found: [String: Double]
  ) -> Double {
    let others = partners(at: number, in: scene, found)
    // Without a known partner, the name decides the side.
    guard !others.isEmpty else { return isLeft(role) ? places[0] : places[1] }
    func distance(_ place: Double) -> Double {
      zip(others, weights).reduce(0) { $0 + min(abs(place - $1.0), farthest) * $1.1 }
    }
    return places.dropFirst().reduce(places[0]) { distance($1) > distance($0) ? $1 : $0 }
  }

  /// Returns the places of the last speakers before a speech, the last one first. If no one spoke before, this is the
  /// next speaker, if its place is known.
  private static func partners(
    at number: Int, in scene: [String], _ found: [String: Double]
  ) -> [Double] {
    var names: [String] = []
    // Nearer speakers count more, so that a few suffice in a scene with thousands.
    for name in scene[..<number].suffix(32).reversed() where !names.contains(name) {
      names.append(name)
      if names.count == weights.count { break }
    }
    if names.isEmpty { names = scene[number...].dropFirst().prefix(1).map { $0 } }
    return names.compactMap { found[$0] }
  }

  /// Whether a name without known partners is on the left; one half of all names is.
  private static func isLeft(_ name: String) -> Bool {
    // A hash of Swift's own would change with each run.
    name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } & 0x100 == 0
  }
}
