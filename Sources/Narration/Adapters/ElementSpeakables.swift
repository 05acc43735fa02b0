public import Guion
public import Hablare

/// An element of a script or a document as an item for one voice.
public struct GuionElementSpeakable: SpeakableItem {
  /// The element.
  public let element: GuionElement
  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the voice at its provider.
  public let voiceId: String
  /// The language of the text.
  public let languageCode: String
  /// The element's text as the engine gets it; empty if there is nothing to speak.
  public let textToSpeak: String
  /// The id of the element (`GuionElement.elementID`).
  public var owningElement: String? { element.elementID }

  /// Creates an item for an element.
  public init(
    element: GuionElement, voiceProvider: any VoiceProvider, voiceId: String,
    languageCode: String = LanguageCodeResolver.systemLanguageCode,
    cleaning: Cleaning = .rules(.fountain)
  ) {
    self.element = element
    self.voiceProvider = voiceProvider
    self.voiceId = voiceId
    self.languageCode = languageCode
    let voice = VoiceURI(providerId: voiceProvider.providerId, voiceId: voiceId)
    textToSpeak = cleaning.words(of: element, voice: voice, languageCode: languageCode)
  }
}

/// A cue and a line of its dialogue, in the character's voice.
public struct DialoguePairSpeakable: SpeakableItem {
  /// The cue.
  public let character: GuionElement
  /// The dialogue.
  public let dialogue: GuionElement
  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the voice at its provider.
  public let voiceId: String
  /// The language of the text.
  public let languageCode: String
  /// The spoken text: the dialogue, or "ALICE: …" if the item includes the name.
  public let textToSpeak: String
  /// The id of the dialogue (`GuionElement.elementID`).
  public var owningElement: String? { dialogue.elementID }

  /// Creates an item for a cue and its dialogue.
  ///
  /// If the item includes the name, the extensions of the cue are left out.
  public init(
    character: GuionElement, dialogue: GuionElement, voiceProvider: any VoiceProvider,
    voiceId: String, includeCharacterName: Bool = false,
    languageCode: String = LanguageCodeResolver.systemLanguageCode,
    cleaning: Cleaning = .rules(.fountain)
  ) {
    self.character = character
    self.dialogue = dialogue
    self.voiceProvider = voiceProvider
    self.voiceId = voiceId
    self.languageCode = languageCode
    let voice = VoiceURI(providerId: voiceProvider.providerId, voiceId: voiceId)
    let words = cleaning.words(of: dialogue, voice: voice, languageCode: languageCode)
    let name = CharacterNormalizer.name(of: character.elementText)
    textToSpeak = includeCharacterName && !words.isEmpty ? "\(name): \(words)" : words
  }
}

/// A section heading as an item, optionally with the name of its level before it.
public struct SectionHeadingSpeakable: SpeakableItem {
  /// The heading.
  public let heading: GuionElement
  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the voice at its provider.
  public let voiceId: String
  /// The language of the text.
  public let languageCode: String
  /// The spoken text: "The Arrival", or "Act: The Arrival" with its level.
  ///
  /// "Act One" stays the same, because this title already names the level.
  public let textToSpeak: String
  /// The id of the heading (`GuionElement.elementID`).
  public var owningElement: String? { heading.elementID }

  /// Creates an item for a heading.
  public init(
    heading: GuionElement, voiceProvider: any VoiceProvider, voiceId: String,
    announceLevel: Bool = false, languageCode: String = LanguageCodeResolver.systemLanguageCode,
    cleaning: Cleaning = .rules(.fountain)
  ) {
    self.heading = heading
    self.voiceProvider = voiceProvider
    self.voiceId = voiceId
    self.languageCode = languageCode
    var cast = Cast()
    cast.speech.announceLevels = announceLevel
    let voice = VoiceURI(providerId: voiceProvider.providerId, voiceId: voiceId)
    if !heading.isSpeakable {
      textToSpeak = ""
    } else if let rules = cleaning.rules(voice: voice, languageCode: languageCode, cast: cast) {
      textToSpeak = rules.words(of: heading)
    } else {
      let words = LanguageWords.of(languageCode)
      textToSpeak =
        announceLevel
        ? words.announced(heading.elementText, level: heading.elementType.level)
        : heading.elementText
    }
  }
}

/// Maps each element to a voice of a casting.
///
/// Cues, dialogue and lyrics have the voice of their role. All other elements have the narrator's voice.
public struct CharacterVoiceMapper: Sendable {
  private let casting: Casting
  private let speeches: SpeechIndex

  /// Creates a mapper for a script with its casting.
  ///
  /// `elements` are the elements of the script, in order.
  public init(casting: Casting, elements: some Sequence<GuionElement>) {
    self.casting = casting
    speeches = SpeechIndex(of: elements, casting)
  }

  /// Returns the voice of an element.
  ///
  /// Cues have the voice of their role. Dialogue and lyrics have the voice of their cue in the script. A line is found
  /// in the script by its position, or by its text if only one role speaks this text. All other elements, such as
  /// parentheticals, have the narrator's voice.
  public func voice(for element: GuionElement) -> VoiceURI {
    let role =
      switch element.elementType {
      case .character: casting.role(forCue: element.elementText)
      case .dialogue, .lyrics: speeches.role(of: element)
      default: Role?.none
      }
    return (role ?? casting.narrator).voice
  }

  /// The roles that speak the lines of a script's speeches.
  private struct SpeechIndex: Sendable {
    private struct Words: Hashable {
      var type: ElementType
      var text: String

      init(_ element: GuionElement) {
        (type, text) = (element.elementType, element.elementText)
      }
    }

    private struct Line {
      var words: Words
      var role: Role
    }

    /// The lines of speeches, by position.
    /// A labelled paragraph can become several lines with the same position.
    private var byPlace: [SourceRange: [Line]] = [:]
    private var byWords: [Words: Set<Role>] = [:]

    /// Indexes the lines of all speeches.
    /// Dialogue, lyrics, parentheticals, notes, boneyards and page breaks do not end a speech. All other elements do.
    init(of elements: some Sequence<GuionElement>, _ casting: Casting) {
      var role: Role?
      for element in elements {
        switch element.elementType {
        case .character: role = casting.role(forCue: element.elementText)
        case .dialogue, .lyrics: if let role { add(element, role) }
        case .parenthetical, .comment, .boneyard, .pageBreak: break
        default: role = nil
        }
      }
    }

    private mutating func add(_ element: GuionElement, _ role: Role) {
      let words = Words(element)
      byWords[words, default: []].insert(role)
      guard let place = element.sourceRange else { return }
      byPlace[place, default: []].append(Line(words: words, role: role))
    }

    /// Returns the role that speaks an element.
    /// Nil if the element is not part of a speech. Also nil if several roles speak its text and its position is
    /// unknown.
    func role(of element: GuionElement) -> Role? {
      let words = Words(element)
      let lines = element.sourceRange.flatMap { byPlace[$0] } ?? []
      if let line = lines.first(where: { $0.words == words }) { return line.role }
      if let roles = byWords[words], roles.count == 1 { return roles.first }
      // Code and images in the element may already be replaced by spoken words. The text of the element then differs
      // from the text in the script, so only position and type are compared.
      return lines.first { $0.words.type == words.type }?.role
    }
  }
}
