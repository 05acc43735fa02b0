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

  /// The voices for passages in other languages; nil if the text has none, and before rule set 1.2.
  package var passages: PassageVoices?
  /// The positions of roles between left (−1) and right (1), by name, for roles whose voice names none.
  package var places: [String: Double] = [:]
  /// Whether announcements are spoken a little faster. False if the narrator's clips cost money.
  var quickensAnnouncements = true
  /// The titles with Roman numerals; nil before rule set 1.2.
  var romanTitles: RomanTitles?

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
      return Role(name: name, voice: voice, abilities: abilities, asksForWhisper: true)
    }
    let roles = names.meanings.map { role($0.name, $0.cue.element) }
    self.init(
      narrator: role("", GuionElement(elementType: .action, elementText: "")), language: language,
      roles: Dictionary(roles.map { ($0.name, $0) }) { first, _ in first }, names: names,
      portraits: [:], mapping: role)
    quickensAnnouncements = !directory.isPaidService(narrator.voice.providerId)
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

/// A speaker with a voice: a character or the narrator.
public final class Role: Sendable, Hashable {
  /// The cast's name of the role, or the script's name if the role is not in the cast.
  ///
  /// Empty for the narrator.
  public let name: String
  /// The voice as the manifest shows it.
  ///
  /// The URI contains rate, pitch, gain and pan, each only if it is not neutral.
  public let voice: VoiceURI
  /// The voice as text.
  /// It is stored because every item of the manifest contains this text.
  package let voiceText: String
  /// The whispering form of the voice, or nil if the voice has no such form.
  public let whisper: VoiceURI?
  /// Whether the provider must be asked for the whispering form before a whispered line is spoken.
  package let asksForWhisper: Bool
  /// The features that the voice supports.
  public let abilities: VoiceAbilities
  /// The audio effect of every line, such as that of a loudspeaker; nil for people.
  public let effect: Delivery.Effect?

  /// Creates a role.
  public convenience init(
    name: String, voice: VoiceURI, whisper: VoiceURI?,
    abilities: VoiceAbilities = VoiceAbilities(), effect: Delivery.Effect? = nil
  ) {
    self.init(
      name: name, voice: voice, whisper: whisper, abilities: abilities, effect: effect,
      asksForWhisper: false)
  }

  init(
    name: String, voice: VoiceURI, whisper: VoiceURI? = nil, abilities: VoiceAbilities,
    effect: Delivery.Effect? = nil, asksForWhisper: Bool
  ) {
    self.name = name
    self.voice = voice
    voiceText = voice.description
    self.whisper = whisper
    self.asksForWhisper = asksForWhisper
    self.abilities = abilities
    self.effect = effect
  }

  /// Whether two roles have the same name and the same voice.
  public static func == (left: Role, right: Role) -> Bool {
    left === right || (left.name == right.name && left.voice == right.voice)
  }

  /// Hashes only the name, because names are unique within a cast.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The reason why an existing provider cannot speak now.
public struct UnusableProvider: Sendable, Equatable {
  /// A message for the user: what is wrong and what to do.
  public var message: String
  /// Whether the user must act (enable the provider, log in).
  ///
  /// If false, it may be enough to wait until the provider can be reached again.
  public var isRefusal: Bool

  /// Creates the message for an error that occurred while the provider was prepared.
  ///
  /// `advice` returns the advice for the end of the message.
  public init(_ id: String, _ error: any Error, advice: ProviderAdvice = .library) {
    switch error {
    case VoiceProviderError.notConfigured:
      message = "the provider \(id) needs a key; \(advice.words(.noKey(providerId: id)))"
      isRefusal = true
    case VoiceProviderError.authenticationFailed:
      message =
        "the provider \(id) refused the key; \(advice.words(.keyRefused(providerId: id)))"
      isRefusal = true
    case VoiceProviderError.notSupported(let what):
      message = what
      isRefusal = true
    case let error as VoiceProviderError:
      message = "\(id): \(error)"
      isRefusal = error == .quotaExceeded
    default:
      // For example, the error says that other users can read the key file, or that the file with the user's provider
      // switches is damaged.
      message = "\(id): \(advice.description(of: error))"
      isRefusal = true
    }
  }
}

extension Casting {
  /// Returns the elements of the scenes in which at least one of some roles speaks, with the headings above them.
  /// A scene begins at its heading, or at the heading of a section.
  package func scenes(of elements: [GuionElement], with roles: Set<String>) -> [GuionElement] {
    let heads = elements.indices.filter {
      elements[$0].elementType == .sceneHeading || elements[$0].elementType.isSectionHeading
    }
    let starts = heads.first == 0 ? heads : [0] + heads
    let scenes = zip(starts, starts.dropFirst() + [elements.count]).map { $0..<$1 }
    var kept: [Range<Int>] = []
    // The level that a heading must be above to be the heading of a kept scene; nil if no scene is kept yet.
    var open: Int?
    for scene in scenes.reversed() where !scene.isEmpty {
      let level: Int? =
        if case .sectionHeading(let level) = elements[scene.lowerBound].elementType { level } else {
          nil
        }
      if elements[scene].contains(where: { isCue($0, of: roles) }) {
        kept.append(scene)
        open = level ?? Int.max
      } else if let level, let above = open, level < above {
        kept.append(scene.lowerBound..<scene.lowerBound + 1)
        open = level
      }
    }
    return kept.reversed().flatMap { elements[$0] }
  }

  private func isCue(_ element: GuionElement, of roles: Set<String>) -> Bool {
    element.elementType == .character
      && role(forCue: element.elementText).map { roles.contains($0.name) } ?? false
  }
}
