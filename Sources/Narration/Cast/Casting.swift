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

  struct Assignment: Sendable {
    var role: Role
    /// The cue's own name, if the role has a different name.
    var cue: String?
    /// The name that the narrator announces.
    var announced: String
    /// Whether the cue names several speakers.
    var isPlural: Bool
  }

  private let assignments: [String: Assignment]
  private let mapping: (@Sendable (String, GuionElement) -> Role)?

  /// Creates a casting by name.
  ///
  /// `roles` are the roles that the names mean.
  init(narrator: Role, language: String, roles: [String: Role], names: CueNames) {
    self.init(narrator: narrator, language: language, roles: roles, names: names, mapping: nil)
  }

  /// Creates a casting by element instead of by name: `mapping` returns the voice of each element.
  init(
    language: String, names: CueNames, directory: VoiceDirectory = VoiceDirectory([]),
    mapping: @escaping VoiceMapping
  ) {
    let role = { @Sendable (name: String, element: GuionElement) in
      let voice = mapping(element)
      var abilities = directory.abilities(of: voice)
      // The items of an app are plain text, which cannot mark phonemes.
      (abilities.supportsPhonemes, abilities.supportsIPA) = (false, false)
      return Role(name: name, voice: voice, whisper: nil, abilities: abilities)
    }
    let roles = names.meanings.map { role($0.name, $0.cue.element) }
    self.init(
      narrator: role("", GuionElement(elementType: .action, elementText: "")), language: language,
      roles: Dictionary(roles.map { ($0.name, $0) }) { first, _ in first }, names: names,
      mapping: role)
  }

  private init(
    narrator: Role, language: String, roles: [String: Role], names: CueNames,
    mapping: (@Sendable (String, GuionElement) -> Role)?
  ) {
    self.narrator = narrator
    self.language = language
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

  /// Returns the role that speaks a cue, given the cue's text in the script, or nil if the cue is unknown.
  public func role(forCue cue: String) -> Role? { assignments[cue]?.role }

  /// Returns the role of a cue in the script that was cast, and how to announce it.
  func assignment(of cue: GuionElement) -> Assignment? {
    guard var assignment = assignments[cue.elementText] else { return nil }
    assignment.role = role(assignment.role, of: cue)
    return assignment
  }

  /// Returns the role that speaks a line of a speech: the line's own voice unless that is the narrator's, otherwise the
  /// voice of the cue.
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

  /// The voices by name, as in the manifest's cast.
  ///
  /// The narrator's name is empty.
  public var voices: [String: VoiceURI] {
    Dictionary(([narrator] + roles).map { ($0.name, $0.voice) }) { first, _ in first }
  }
}

/// Returns the voice for an element.
///
/// For a speech, the mapping is called for the cue and for each of its lines (dialogue and lyrics). The voice of the
/// line counts, unless it is the narrator's: then the voice of the cue counts. A mapping can therefore decide by cue,
/// by line, or by both. The mapping's voice for an action without text is the narrator's voice.
public typealias VoiceMapping = @Sendable (GuionElement) -> VoiceURI
