package import Guion
package import Hablare

/// Roles that are missing from a cast file, each with a voice.
/// The largest role is first.
package struct CastDraft: Sendable {
  package struct Role: Sendable, Equatable {
    /// The name, in the script's spelling.
    package var name: String
    package var voice: VoiceURI
    /// Other names for the same role.
    package var aliases: [String] = []
    /// A description of the role from the script, and the evidence for the gender and the age.
    package var note: String?
    /// The gender; nil if the script does not tell.
    package var gender: RoleGender?
    /// The age; nil if the script does not tell.
    package var age: RoleAge?
    /// The audio effect, for a role that is a thing; nil for people.
    package var effect: Delivery.Effect?
    /// The voices for passages in other languages, by the language.
    package var languages: [String: VoiceURI] = [:]

    package init(
      name: String, voice: VoiceURI, aliases: [String] = [], note: String? = nil,
      gender: RoleGender? = nil, age: RoleAge? = nil, effect: Delivery.Effect? = nil
    ) {
      (self.name, self.voice, self.aliases, self.note) = (name, voice, aliases, note)
      (self.gender, self.age, self.effect) = (gender, age, effect)
    }
  }

  package var language: String
  package var narrator: VoiceURI
  /// The narrator's voices for passages in other languages, by the language.
  package var narratorLanguages: [String: VoiceURI] = [:]
  /// The roles, in the order of the new entries.
  package var roles: [Role]

  /// Whether the characters speak the quotations of prose.
  package var hasDialogue: Bool

  /// The sounds that the script asks for and the file does not name, each with a note about its places.
  package var sounds: [(name: String, note: String)] = []

  package init(language: String, narrator: VoiceURI, roles: [Role], hasDialogue: Bool = false) {
    (self.language, self.narrator, self.roles) = (language, narrator, roles)
    self.hasDialogue = hasDialogue
  }

  private static let dialogue = "{ \"voices\": true }"

  package var file: [UInt8] {
    let lines = roles.map { "    \(JSONInserter.quoted($0.name)): \(Self.value(of: $0))" }
    let dialogue = hasDialogue ? "\n  \"dialogue\": \(Self.dialogue)," : ""
    let characters = lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n  }"
    return Array(
      """
      {
        "version": 1,
        "language": \(JSONInserter.quoted(language)),
        "narrator": \(narratorValue),\(dialogue)
        "characters": \(characters)\(soundsMember)
      }

      """.utf8)
  }

  /// Returns the cast file with the new roles added after its existing roles.
  /// The text of the file stays the same otherwise.
  /// Throws a diagnostic if the file is not valid JSON.
  package func adding(to file: [UInt8]) throws(Diagnostic) -> [UInt8] {
    guard !roles.isEmpty || !sounds.isEmpty else { return file }
    var text = JSONInserter(file)
    var root = try JSONDocument.parse(text.bytes).get()
    if root.member("characters") == nil {
      text.add([("characters", "{}")], to: root)
      text = JSONInserter(text.bytes)
      root = try JSONDocument.parse(text.bytes).get()
    }
    if hasDialogue, root.member("dialogue") == nil {
      text.add([("dialogue", Self.dialogue)], to: root)
      text = JSONInserter(text.bytes)
      root = try JSONDocument.parse(text.bytes).get()
    }
    if let characters = root.member("characters") {
      text.add(roles.map { ($0.name, Self.value(of: $0)) }, to: characters)
    }
    return try addingSounds(to: text.bytes)
  }

  private var narratorValue: String {
    let voice = JSONInserter.quoted(narrator.description)
    return Self.member(narratorLanguages).map { "{ \"voice\": \(voice), \($0) }" } ?? voice
  }

  /// Returns the member `languages` of an entry, or nil without languages.
  private static func member(_ languages: [String: VoiceURI]) -> String? {
    guard !languages.isEmpty else { return nil }
    let voices = languages.sorted { $0.key < $1.key }.map {
      "\(JSONInserter.quoted($0.key)): \(JSONInserter.quoted($0.value.description))"
    }
    return "\"languages\": { \(voices.joined(separator: ", ")) }"
  }

  private var soundsMember: String {
    guard !sounds.isEmpty else { return "" }
    let lines = sounds.map { "      \(JSONInserter.quoted($0.name)): \(Self.entry($0.note))" }
    return ",\n  \"sounds\": {\n    \"files\": {\n\(lines.joined(separator: ",\n"))\n    }\n  }"
  }

  private static func entry(_ note: String) -> String {
    "{ \"note\": \(JSONInserter.quoted(note)) }"
  }

  private func addingSounds(to bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    guard !sounds.isEmpty else { return bytes }
    var file = try JSONFile(bytes).having("sounds", "{}")
    if let own = file.root.member("sounds"), own.member("files") == nil {
      file = try JSONFile(file.setting("files", to: "{}", of: own))
    }
    guard let files = file.root.member("sounds")?.member("files") else { return file.bytes }
    var text = JSONInserter(file.bytes)
    text.add(sounds.map { ($0.name, Self.entry($0.note)) }, to: files)
    return text.bytes
  }

  private static func value(of role: Role) -> String {
    let voice = JSONInserter.quoted(role.voice.description)
    var fields = ["\"voice\": \(voice)"]
    if let languages = member(role.languages) { fields.append(languages) }
    if let gender = role.gender { fields.append("\"gender\": \"\(gender.rawValue)\"") }
    if let age = role.age { fields.append("\"age\": \"\(age.rawValue)\"") }
    if let effect = role.effect { fields.append("\"effect\": \"\(effect.rawValue)\"") }
    if !role.aliases.isEmpty {
      let names = role.aliases.map(JSONInserter.quoted).joined(separator: ", ")
      fields.append("\"aliases\": [\(names)]")
    }
    if let note = role.note { fields.append("\"note\": \(JSONInserter.quoted(note))") }
    guard fields.count > 1 else { return voice }
    return "{ \(fields.joined(separator: ", ")) }"
  }
}

/// A change that a user makes to a cast file, for example in the studio.
package enum CastEdit: Sendable, Equatable {
  /// Assigns another voice to a role, and removes the settings of the former voice. `role` is empty for the narrator.
  case voice(role: String, VoiceURI)
  /// Makes the entry of a role an object, which inherits what it omits, with voices for passages in other languages. The
  /// languages that the entry names keep their voices.
  case languages(role: String, [String: VoiceURI])
  /// Removes the gender that a drafted entry guesses, unless it is `besides`.
  case noGuess(role: String, besides: RoleGender)
  /// Sets a setting of a role's voice; nil restores the voice's own value.
  /// `voice` is the role's current voice. If the file has no voice for the role, `voice` is written to the file.
  case setting(role: String, VoiceSetting, Double?, voice: VoiceURI)
  /// Makes a name an alias of a role.
  /// If the name has an entry, the entry is removed, and its aliases become aliases of the role. `of` is the role in
  /// the cast. If the role has no entry in the file, a new entry is created from `of`.
  case alias(String, of: Cast.Character)
  /// Removes an alias of a role; `of` is the role in the cast.
  case noAlias(String, of: Cast.Character)
  /// Removes the entry of a role.
  case noRole(String)
  /// Sets the pause with this key to a length in milliseconds; nil restores the default length.
  case pause(String, Int?)
  /// Sets the pronunciation of a word. If there is an entry for the same word and role, its spelling and IPA are
  /// replaced.
  case pronunciation(Pronunciation)
  /// Removes the pronunciation of a word: the entry for one role, or for all roles if `character` is nil.
  case noPronunciation(text: String, character: String?)
  /// Binds a sound of the script to a file in the folder of the cast; nil removes the file.
  case sound(String, String?)
  /// Names the picture of the book in the folder of the cast; nil removes the name.
  case cover(String?)
  /// Names the book; nil restores the title of the script.
  case title(String?)
  /// Names the authors; without names, the script's authors are restored.
  case authors([String])

  /// A setting of a voice that a user can edit.
  package enum VoiceSetting: String, Sendable, CaseIterable {
    /// The tempo, as a multiple of the voice's own tempo.
    case rate
    /// The change of pitch in semitones.
    case pitch
    /// The formants, as a multiple of the voice's own formants. Only hibari's voices have this setting.
    case formant
    /// The gain in decibels.
    case gain
  }
}

extension CastEdit {
  /// A cast file without settings, to start from if the book has no cast file.
  package static let newFile = Array("{\n  \"version\": 1\n}\n".utf8)

  /// Returns the cast file with this change.
  /// The text of the file stays the same otherwise.
  /// Throws a diagnostic if the file is not valid JSON.
  package func applied(to file: [UInt8]) throws(Diagnostic) -> [UInt8] {
    switch self {
    case .voice(let role, let voice): try RoleEntry(role).assigning(voice, in: file)
    case .languages(let role, let voices): try RoleEntry(role).adding(voices, in: file)
    case .noGuess(let role, let gender):
      try RoleEntry(role).removingGuess(besides: gender, in: file)
    case .setting(let role, let setting, let value, let voice):
      try RoleEntry(role).setting(setting, to: value, of: voice, in: file)
    case .alias(let name, let role): try RoleEntry(role.name).adding(name, to: role, in: file)
    case .noAlias(let name, let role):
      try RoleEntry(role.name).removing(name, from: role, in: file)
    case .noRole(let name): try RoleEntry(name).removed(from: JSONFile(file)).bytes
    case .pause(let name, let milliseconds):
      try Self.pause(name, milliseconds, in: file)
    case .pronunciation(let entry): try PronunciationEntry.setting(entry, in: file)
    case .noPronunciation(let text, let character):
      try PronunciationEntry.removing(text, character, from: file)
    case .sound(let name, let path): try Self.sound(name, path, in: file)
    case .cover(let path):
      try Self.metadata("cover", path.map(JSONInserter.quoted), in: file)
    case .title(let title):
      try Self.metadata("title", title.map(JSONInserter.quoted), in: file)
    case .authors(let names):
      try Self.metadata("author", Self.json(names.map(JSONInserter.quoted)), in: file)
    }
  }

  private static func sound(
    _ name: String, _ path: String?, in bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    var file = try JSONFile(bytes)
    if path != nil {
      file = try file.having("sounds", "{}")
      if let own = file.root.member("sounds"), own.member("files") == nil {
        file = try JSONFile(file.setting("files", to: "{}", of: own))
      }
    }
    guard let files = file.root.member("sounds")?.member("files"),
      case .object(let members) = files.value
    else { return bytes }
    let known = members.first { SoundCue.folded($0.key) == SoundCue.folded(name) }
    let value = path.map(JSONInserter.quoted)
    // An object keeps its other settings, such as the gain. It must have a file or a note.
    if let known, case .object = known.value.value,
      value != nil || known.value.member("note") != nil
    {
      return file.setting("file", to: value, of: known.value)
    }
    return file.setting(known?.key ?? name, to: value, of: files)
  }

  /// Sets a key of `metadata` to a JSON value; nil removes it.
  private static func metadata(
    _ key: String, _ value: String?, in bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let file = try value == nil ? JSONFile(bytes) : JSONFile(bytes).having("metadata", "{}")
    guard let metadata = file.root.member("metadata") else { return bytes }
    return file.setting(key, to: value, of: metadata)
  }

  /// Returns one value as it is, several values as a list, and nil for no value.
  private static func json(_ values: [String]) -> String? {
    values.count < 2 ? values.first : "[\(values.joined(separator: ", "))]"
  }

  private static func pause(
    _ name: String, _ milliseconds: Int?, in file: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let file = try JSONFile(file).having("pauses", "{}")
    guard let pauses = file.root.member("pauses") else { return file.bytes }
    return file.setting(name, to: milliseconds.map(String.init), of: pauses)
  }
}

/// A JSON file with its parsed contents.
/// An edit changes only the edited value and keeps the rest of the file's text.
struct JSONFile {
  let bytes: [UInt8]
  let root: JSONNode

  /// Parses a file, or throws a diagnostic if it is not valid JSON.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    (self.bytes, root) = (bytes, try JSONDocument.parse(bytes).get())
  }

  /// Returns the file with a member for this key.
  /// If the file already has the member, the file is returned unchanged. Otherwise, the member is added with `value`,
  /// which is JSON.
  func having(_ key: String, _ value: String) throws(Diagnostic) -> JSONFile {
    guard root.member(key) == nil else { return self }
    var text = JSONInserter(bytes)
    text.add([(key, value)], to: root)
    return try JSONFile(text.bytes)
  }

  /// Returns the file with a member of an object changed, added, or removed.
  /// `value` is JSON; nil removes the member.
  func setting(_ key: String, to value: String?, of object: JSONNode) -> [UInt8] {
    guard case .object(let members) = object.value else { return bytes }
    var text = JSONInserter(bytes)
    let index = members.firstIndex { $0.key == key }
    switch (index, value) {
    case (let index?, let value?): text.replace(members[index].value) { _ in value }
    case (let index?, nil): text.remove(member: index, of: object)
    case (nil, let value?): text.add([(key, value)], to: object)
    case (nil, nil): break
    }
    return text.bytes
  }
}

/// Measured gains for the voices that a cast file names.
package struct CastGains: Sendable {
  /// The gains in decibels, by role.
  /// The narrator has the empty name.
  package var gains: [String: Double]

  /// Creates a table of gains in decibels.
  package init(_ gains: [String: Double]) { self.gains = gains }

  /// Returns the cast file with the gains in the entries of their roles.
  /// `missing` contains the roles that have no voice in the file, sorted. The text of the file stays the same
  /// otherwise.
  /// Throws a diagnostic if the file is not valid JSON.
  package func added(to file: [UInt8]) throws(Diagnostic) -> (file: [UInt8], missing: [String]) {
    var text = JSONInserter(file)
    let root = try JSONDocument.parse(file).get()
    let entries = Self.entries(of: root)
    var missing: [String] = []
    for (role, gain) in gains.sorted(by: { $0.key < $1.key }) {
      guard let entry = entries[role] else {
        missing.append(role)
        continue
      }
      if case .object = entry.value {
        text.add([("gain", "\(gain)")], to: entry)
      } else {
        text.replace(entry) { "{ \"voice\": \($0), \"gain\": \(gain) }" }
      }
    }
    return (text.bytes, missing)
  }

  /// Returns the JSON values that describe voices, by role.
  /// Roles without a voice are left out. The narrator has the empty name.
  private static func entries(of root: JSONNode) -> [String: JSONNode] {
    var entries: [String: JSONNode] = [:]
    entries[""] = root.member("narrator")
    if case .object(let members) = root.member("characters")?.value {
      let named = members.map { (CharacterNormalizer.name(of: $0.key), $0.value) }
      entries.merge(named) { first, _ in first }
    }
    return entries.filter { _, entry in
      switch entry.value {
      case .string: true
      case .object: entry.member("voice") != nil
      default: false
      }
    }
  }
}

extension JSONNode {
  /// Returns the value of a member, or nil if this node is not an object or has no such member.
  func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }
}
