package import Guion
package import Hablare

/// A change that a user makes to a cast file, for example in the studio.
package enum CastEdit: Sendable, Equatable {
  /// Assigns another voice to a role, and removes the settings of the former voice. `role` is empty for the narrator.
  case voice(role: String, VoiceURI)
  /// Sets a setting of a role's voice; nil restores the voice's own value.
  /// `voice` is the role's current voice. If the file has no voice for the role, `voice` is written to the file.
  case setting(role: String, VoiceSetting, Double?, voice: VoiceURI)
  /// Makes a name an alias of a role.
  /// If the name has an entry, the entry is removed, and its aliases become aliases of the role. `of` is the role in
  /// the cast. If the role has no entry in the file, a new entry is created from `of`.
  case alias(String, of: Cast.Character)
  /// Removes an alias of a role; `of` is the role in the cast.
  case noAlias(String, of: Cast.Character)
  /// Sets the pause with this key to a length in milliseconds; nil restores the default length.
  case pause(String, Int?)
  /// Sets the pronunciation of a word. If there is an entry for the same word and role, its spelling and IPA are
  /// replaced.
  case pronunciation(Pronunciation)
  /// Removes the pronunciation of a word: the entry for one role, or for all roles if `character` is nil.
  case noPronunciation(text: String, character: String?)

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

    /// The value that leaves the voice unchanged.
    package var neutral: Double {
      switch self {
      case .rate, .formant: 1
      case .pitch, .gain: 0
      }
    }
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
