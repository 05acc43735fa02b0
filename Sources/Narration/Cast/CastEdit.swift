public import Guion
public import Hablare

/// A change that a user makes to a cast file, in the studio or in an editor of casts.
public enum CastEdit: Sendable, Equatable {
  /// Assigns another voice to a role. The narrator's name is empty. Settings of the former voice are removed.
  case voice(role: String, VoiceURI)
  /// Sets a value of a role's voice; nil restores the voice's own value.
  ///
  /// `voice` is the role's present voice, for a role without a voice in the file.
  case setting(role: String, VoiceSetting, Double?, voice: VoiceURI)
  /// Makes a name an alias of a role, and removes the entry of that name.
  ///
  /// `role` is the role as the cast has it, for a role without an entry in the file.
  case alias(String, of: Cast.Character)
  /// Removes an alias of a role; `role` is the role as the cast has it.
  case noAlias(String, of: Cast.Character)
  /// Sets a pause to a length in milliseconds; nil restores the default length.
  case pause(String, Int?)
  /// Sets the pronunciation of a word. It replaces the spelling and the IPA of the entry for the same word and role.
  case pronunciation(Pronunciation)
  /// Removes the pronunciation of a word.
  case noPronunciation(text: String, character: String?)

  /// A setting of a voice that a user can edit.
  public enum VoiceSetting: String, Sendable, CaseIterable {
    /// A multiple of the voice's own tempo.
    case rate
    /// Semitones.
    case pitch
    /// A multiple of the voice's own formants. Only hibari's voices have this setting.
    case formant
    /// Decibels.
    case gain

    /// The value that changes nothing.
    public var neutral: Double {
      switch self {
      case .rate, .formant: 1
      case .pitch, .gain: 0
      }
    }
  }
}

extension CastEdit {
  /// The cast file to start from if the book has none.
  public static let newFile = Array("{\n  \"version\": 1\n}\n".utf8)

  /// Returns a cast file with the change.
  ///
  /// Every other byte stays the same.
  ///
  /// Throws the reason if the text is not a cast file.
  public func applied(to file: [UInt8]) throws(Diagnostic) -> [UInt8] {
    switch self {
    case .voice(let role, let voice): try RoleEntry(role).assigning(voice, in: file)
    case .setting(let role, let setting, let value, let voice):
      try RoleEntry(role).setting(setting, to: value, of: voice, in: file)
    case .alias(let name, let role): try RoleEntry(role.name).adding(name, to: role, in: file)
    case .noAlias(let name, let role):
      try RoleEntry(role.name).removing(name, from: role, in: file)
    case .pause(let name, let milliseconds):
      try Self.pause(name, milliseconds, in: file)
    case .pronunciation(let entry): try PronunciationEntry.setting(entry, in: file)
    case .noPronunciation(let text, let character):
      try PronunciationEntry.removing(text, character, from: file)
    }
  }

  private static func pause(
    _ name: String, _ milliseconds: Int?, in file: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let file = try JSONFile(file).having("pauses", "{}")
    guard let pauses = file.root.member("pauses") else { return file.bytes }
    return file.setting(name, to: milliseconds.map(String.init), of: pauses)
  }
}

/// A JSON file and its parsed contents, for small changes.
struct JSONFile {
  let bytes: [UInt8]
  let root: JSONNode

  /// Parses a file, or throws the reason why it is not JSON.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    (self.bytes, root) = (bytes, try JSONDocument.parse(bytes).get())
  }

  /// Returns the file with a member, which is added if it is missing.
  ///
  /// The value is JSON.
  func having(_ key: String, _ value: String) throws(Diagnostic) -> JSONFile {
    guard root.member(key) == nil else { return self }
    var text = JSONInserter(bytes)
    text.add([(key, value)], to: root)
    return try JSONFile(text.bytes)
  }

  /// Returns the file with a member of an object changed or added, or removed if the value is nil.
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
