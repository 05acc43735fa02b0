public import Guion
public import Hablare

/// A change that somebody makes to a cast file by hand, in a studio or an editor of casts.
public enum CastEdit: Sendable, Equatable {
  /// A role gets another voice; the narrator's name is empty. What was set for the voice before goes with it.
  case voice(role: String, VoiceURI)
  /// A setting of a role's voice gets a value, or the voice's own if that is nil.
  ///
  /// `voice` is what the role speaks with now, for a role that the file gives no voice.
  case setting(role: String, VoiceSetting, Double?, voice: VoiceURI)
  /// A name becomes another name of a role, and its own entry goes.
  ///
  /// `role` is what the cast knows of the role, for a role that has no entry in the file.
  case alias(String, of: Cast.Character)
  /// A name is no other name of a role any more; `role` is what the cast knows of the role.
  case noAlias(String, of: Cast.Character)
  /// A pause gets a length in milliseconds, or the usual one if that is nil.
  case pause(String, Int?)
  /// A word is said in another way; this replaces the spelling and the IPA of the entry for the same word and role.
  case pronunciation(Pronunciation)
  /// A word is said as written again.
  case noPronunciation(text: String, character: String?)

  /// What can be set of a voice by hand.
  public enum VoiceSetting: String, Sendable, CaseIterable {
    /// A multiple of the voice's own tempo.
    case rate
    /// Semitones.
    case pitch
    /// A multiple of the voice's own formants; hibari's voices alone have it.
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
  /// The cast file that a change begins with where there is none.
  public static let newFile = Array("{\n  \"version\": 1\n}\n".utf8)

  /// A cast file with the change, and every other byte as it was.
  ///
  /// The error says why the text is no cast file.
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

/// A JSON file that is changed a little, with its contents.
struct JSONFile {
  let bytes: [UInt8]
  let root: JSONNode

  /// Reads a file; the error says why it is no JSON.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    (self.bytes, root) = (bytes, try JSONDocument.parse(bytes).get())
  }

  /// The file with a member that it may lack, given as JSON.
  func having(_ key: String, _ value: String) throws(Diagnostic) -> JSONFile {
    guard root.member(key) == nil else { return self }
    var text = JSONInserter(bytes)
    text.add([(key, value)], to: root)
    return try JSONFile(text.bytes)
  }

  /// The file with a member of an object changed, added, or removed where the value is nil.
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
