public import Guion
public import Hablare

/// Who speaks each cue of a script, with which voice: the answer that casting a script gives.
public struct Casting: Sendable {
  /// The voice of everything that is not a speech.
  public let narrator: Role
  /// The language of the text.
  public let language: String
  /// The roles that speak, by name, without the narrator.
  public let roles: [Role]

  struct Assignment: Sendable {
    var role: Role
    /// The cue's own name, where the role goes by another.
    var cue: String?
    /// The name the narrator announces.
    var announced: String
    /// Whether the cue names several speakers.
    var isPlural: Bool
  }

  private let assignments: [String: Assignment]
  private let mapping: (@Sendable (String, GuionElement) -> Role)?

  /// A casting by name; `roles` are those that the names mean.
  init(narrator: Role, language: String, roles: [String: Role], names: CueNames) {
    self.init(narrator: narrator, language: language, roles: roles, names: names, mapping: nil)
  }

  /// A casting by element rather than by name: the caller says which voice an element has.
  init(
    language: String, names: CueNames, directory: VoiceDirectory = VoiceDirectory([]),
    mapping: @escaping VoiceMapping
  ) {
    let role = { @Sendable (name: String, element: GuionElement) in
      let voice = mapping(element)
      var abilities = directory.abilities(of: voice)
      // An app's items are texts alone, which cannot say that they hold phonemes.
      (abilities.takesPhonemes, abilities.takesIPA) = (false, false)
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

  /// The role that speaks a cue, as the cue stands in the script.
  public func role(forCue cue: String) -> Role? { assignments[cue]?.role }

  /// Who speaks a cue of the script that was cast, and how that is said.
  func assignment(of cue: GuionElement) -> Assignment? {
    guard var assignment = assignments[cue.elementText] else { return nil }
    assignment.role = role(assignment.role, of: cue)
    return assignment
  }

  /// Who speaks words of a speech: the voice that was chosen for them, unless it is the narrator's; else the
  /// voice of their cue.
  func speaker(of words: GuionElement, under assignment: Assignment) -> Role {
    guard let own = mapping?(assignment.role.name, words), own.voice != narrator.voice,
      own.voice != assignment.role.voice
    else { return assignment.role }
    return own
  }

  /// Who reads an element that is not a speech.
  func narrator(of element: GuionElement) -> Role { role(narrator, of: element) }

  private func role(_ role: Role, of element: GuionElement) -> Role {
    guard let own = mapping?(role.name, element), own.voice != role.voice else { return role }
    return own
  }

  /// The manifest's cast: voices by name, the narrator under the empty name.
  public var voices: [String: VoiceURI] {
    Dictionary(([narrator] + roles).map { ($0.name, $0.voice) }) { first, _ in first }
  }
}

/// Which voice says an element.
///
/// Of a speech, the cue and each of its lines (dialogue and lyrics) are asked about. The answer for the
/// line counts, unless it is the narrator's voice: then the answer for the cue counts. So a mapping may
/// know cues, lines, or both. The narrator's voice is the answer for an action without words.
public typealias VoiceMapping = @Sendable (GuionElement) -> VoiceURI
