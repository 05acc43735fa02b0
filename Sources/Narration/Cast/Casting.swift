import Guion
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
  private let mapping: (@Sendable (GuionElement) -> Role)?

  init(narrator: Role, language: String, roles: [Role], assignments: [String: Assignment]) {
    self.narrator = narrator
    self.language = language
    self.roles = roles
    self.assignments = assignments
    mapping = nil
  }

  /// A casting by element rather than by name: whoever calls says which voice an element has, a cue
  /// for the whole of its speech.
  init(narrator: Role, language: String, mapping: @escaping @Sendable (GuionElement) -> Role) {
    self.narrator = narrator
    self.language = language
    roles = []
    assignments = [:]
    self.mapping = mapping
  }

  /// The role that speaks a cue, as the cue stands in the script.
  public func role(forCue cue: String) -> Role? { assignments[cue]?.role }

  func assignment(of cue: GuionElement) -> Assignment? {
    guard let mapping else { return assignments[cue.elementText] }
    let name = CharacterNormalizer.name(of: cue.elementText)
    let parts = CharacterNormalizer.parts(of: name, words: LanguageWords.of(language))
    return Assignment(role: mapping(cue), cue: nil, announced: name, isPlural: parts.count > 1)
  }

  /// Who reads an element that is not a speech.
  func narrator(of element: GuionElement) -> Role { mapping?(element) ?? narrator }

  /// The manifest's cast: voices by name, the narrator under the empty name.
  public var voices: [String: VoiceURI] {
    Dictionary(([narrator] + roles).map { ($0.name, $0.voice) }) { first, _ in first }
  }
}
