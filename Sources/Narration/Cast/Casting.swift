public import Guion
public import Hablare

/// The speaker and the voice of each cue of a script: the result of casting.
public struct Casting: Sendable {
  /// The role that reads everything except speeches.
  public let narrator: Role
  /// The language of the text.
  public let language: String
  /// The speaking roles, sorted by name, without the narrator.
  public let roles: [Role]
  /// What the script tells about each role, by name; empty if casting did not need it.
  package let portraits: [String: RolePortrait]

  struct Assignment: Sendable {
    var role: Role
    /// The name on the cue, if the role has a different name.
    var cue: String?
    /// The name that the narrator announces.
    var announced: String
    /// Whether the cue names several speakers.
    var isPlural: Bool
  }

  private let assignments: [String: Assignment]
  private let mapping: (@Sendable (String, GuionElement) -> Role)?

  /// Creates a casting by name.
  /// `roles` contains the role for each name.
  init(
    narrator: Role, language: String, roles: [String: Role], names: CueNames,
    portraits: [String: RolePortrait] = [:]
  ) {
    self.init(
      narrator: narrator, language: language, roles: roles, names: names, portraits: portraits,
      mapping: nil)
  }

  /// Creates a casting by element: `mapping` returns the voice of each element.
  init(
    language: String, names: CueNames, directory: VoiceDirectory = VoiceDirectory([]),
    mapping: @escaping VoiceMapping
  ) {
    let role = { @Sendable (name: String, element: GuionElement) in
      let voice = mapping(element)
      var abilities = directory.abilities(of: voice)
      // Items for apps are plain text, which cannot mark phonemes.
      (abilities.supportsPhonemes, abilities.supportsIPA) = (false, false)
      return Role(name: name, voice: voice, whisper: nil, abilities: abilities)
    }
    let roles = names.meanings.map { role($0.name, $0.cue.element) }
    self.init(
      narrator: role("", GuionElement(elementType: .action, elementText: "")), language: language,
      roles: Dictionary(roles.map { ($0.name, $0) }) { first, _ in first }, names: names,
      portraits: [:], mapping: role)
  }

  private init(
    narrator: Role, language: String, roles: [String: Role], names: CueNames,
    portraits: [String: RolePortrait], mapping: (@Sendable (String, GuionElement) -> Role)?
  ) {
    self.narrator = narrator
    self.language = language
    self.portraits = portraits
    self.roles = roles.values.sorted { $0.name < $1.name }
    self.mapping = mapping
    let pairs = names.meanings.compactMap { meaning -> (String, Assignment)? in
      guard let role = roles[meaning.name] else { return nil }
      let assignment = Assignment(
        role: role, cue: meaning.isOtherName ? meaning.cue.name : nil,
        announced: meaning.cue.name, isPlural: meaning.isPlural)
      return (meaning.cue.element.elementText, assignment)
    }
    assignments = Dictionary(pairs) { first, _ in first }
  }

  /// Returns the role of a cue, or nil if the cue is unknown.
  ///
  /// `cue` is the text of the cue in the script.
  public func role(forCue cue: String) -> Role? { assignments[cue]?.role }

  /// Returns the role of a cue and how to announce the role, or nil if the script that was cast has no such cue.
  func assignment(of cue: GuionElement) -> Assignment? {
    guard var assignment = assignments[cue.elementText] else { return nil }
    assignment.role = role(assignment.role, of: cue)
    return assignment
  }

  /// Returns the role that speaks a line of a speech.
  /// If a mapping returns the narrator's voice for the line, or if there is no mapping, the role has the voice of the
  /// cue. Otherwise, the role has the voice that the mapping returns.
  func speaker(of words: GuionElement, under assignment: Assignment) -> Role {
    guard let own = mapping?(assignment.role.name, words), own.voice != narrator.voice,
      own.voice != assignment.role.voice
    else { return assignment.role }
    return own
  }

  /// Returns the role that reads an element outside speeches.
  func narrator(of element: GuionElement) -> Role { role(narrator, of: element) }

  private func role(_ role: Role, of element: GuionElement) -> Role {
    guard let own = mapping?(role.name, element), own.voice != role.voice else { return role }
    return own
  }

  /// The voices by the names of roles, as in the manifest's cast.
  ///
  /// The narrator has the empty name.
  public var voices: [String: VoiceURI] {
    Dictionary(([narrator] + roles).map { ($0.name, $0.voice) }) { first, _ in first }
  }
}

/// A function that returns the voice for an element.
///
/// For a speech, the mapping is called for the cue and for each line of the speech (dialogue and lyrics). A line is
/// spoken with the voice that the mapping returns for the line. If this voice is the narrator's, the line is spoken
/// with the voice of its cue instead. So a mapping can decide by cue, by line, or by both.
///
/// To find the narrator's voice, the mapping is called with an action without text.
public typealias VoiceMapping = @Sendable (GuionElement) -> VoiceURI
