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

  init(narrator: Role, language: String, roles: [Role], assignments: [String: Assignment]) {
    self.narrator = narrator
    self.language = language
    self.roles = roles
    self.assignments = assignments
  }

  /// The role that speaks a cue, as the cue stands in the script.
  public func role(forCue cue: String) -> Role? { assignments[cue]?.role }

  func assignment(forCue cue: String) -> Assignment? { assignments[cue] }

  /// The manifest's cast: voices by name, the narrator under the empty name.
  public var voices: [String: VoiceURI] {
    Dictionary(([narrator] + roles).map { ($0.name, $0.voice) }) { first, _ in first }
  }
}
