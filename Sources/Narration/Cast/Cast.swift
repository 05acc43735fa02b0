public import Guion
public import Hablare

/// The contents of a cast file (Documentation/reference/cast-file.md): who speaks, and how.
public struct Cast: Sendable {
  /// A role that the file names.
  public struct Character: Sendable, Equatable {
    /// The name, in the file's spelling.
    public var name: String
    /// The voice.
    ///
    /// Nil if the entry names no voice. The role then gets a voice in the same way as a role without an entry.
    public var voice: VoiceURI?
    /// Other names for the same role.
    public var aliases: [String]
    /// A note about the role for people who read the file.
    ///
    /// The note does not change the audio.
    public var note: String?
    /// The gender of the role; nil if the script decides.
    public var gender: RoleGender?
    /// The age of the role; nil if the script decides.
    public var age: RoleAge?
    /// The audio effect of every line, such as that of a loudspeaker.
    ///
    /// If nil, the script decides for a role without a voice, and a role with a voice has no effect.
    public var effect: Delivery.Effect?
    /// The voices for passages in other languages, by BCP 47 tag.
    package var languages: [String: VoiceURI] = [:]

    /// Creates a role with a name, a voice, aliases, a note, a gender, an age and an effect.
    public init(
      name: String, voice: VoiceURI? = nil, aliases: [String] = [], note: String? = nil,
      gender: RoleGender? = nil, age: RoleAge? = nil, effect: Delivery.Effect? = nil
    ) {
      (self.name, self.voice, self.aliases, self.note) = (name, voice, aliases, note)
      (self.gender, self.age, self.effect) = (gender, age, effect)
    }

    var names: [String] { [name] + aliases }
  }

  /// A voice that the file names, with the position of its entry for messages.
  package struct VoiceReference: Sendable {
    package var uri: VoiceURI
    /// The file that names the voice, in the user's spelling; nil if unknown.
    package var file: String?
    package var position: SourcePosition
  }

  /// A provider that the file names, with its position for messages.
  package struct ProviderReference: Sendable {
    package var id: String
    /// The file that names the provider, in the user's spelling; nil if unknown.
    package var file: String?
    package var position: SourcePosition
  }

  package struct Position: Sendable, Equatable {
    /// The file, in the user's spelling; nil if unknown.
    package var file: String?
    package var position: SourcePosition
  }

  /// The language of the text, as a BCP 47 tag.
  public var language: String?
  /// The narrator's voice.
  public var narrator: VoiceURI?
  /// The narrator's voices for passages in other languages, by BCP 47 tag.
  package var narratorLanguages: [String: VoiceURI] = [:]
  /// The roles, in the order of the file.
  public var characters: [Character] = []
  /// The voice of every role that has no voice in the file.
  public var defaultVoice: VoiceURI?
  /// The rules for reading the text; nil for the newest rules that change no paid line (`ruleSet(paidServices:)`).
  public var rules: RuleSet?
  /// The rule set that applies.
  package var ruleSet: RuleSet { rules ?? .current }
  /// The names of the sections that are left out.
  package var skip: [String] = []
  /// Whether a quiet noise is added to each chapter; nil if the cast does not say so.
  package var roomTone: RoomToneSetting?
  /// The positions of these names.
  package var skipPositions: [String: Position] = [:]
  /// The settings for what is read aloud, and how.
  public var speech = SpeechSettings()
  /// The files of the sounds that the script asks for.
  package var sounds = SoundSettings()
  /// The preset for what is read; nil if the file names none.
  package var read: ReadPreset?
  /// The folder of recordings by people; nil if the file names none.
  package var recordings: FileReference?
  /// The keys of `speech` that the file sets, which win over the preset.
  package var speechKeys: Set<String> = []
  /// Who speaks the quotations of prose.
  package var dialogue = DialogueSettings()
  /// The author's answers to who speaks, from the file beside the book; nil if there is none.
  package var answers: VoicesFile?
  /// The pauses that the file sets, in milliseconds; all others have the default of the rule set.
  public var pauses: [Pauses.Key: Int] = [:]
  /// The file's own deliveries, by the words of the direction in lower case.
  public var delivery: [String: Delivery] = [:]
  /// The pronunciations of words.
  public var pronunciations: [Pronunciation] = []
  /// The fallback voices, by the id of the provider that may fail.
  public var fallback: [String: VoiceURI] = [:]
  /// The providers that are keys of `fallback`, with their positions for messages.
  package var fallbackReferences: [ProviderReference] = []
  /// The title of the book.
  public var title: String?
  /// The authors, in order.
  public var authors: [String] = []
  /// The file of the cover, in the folder of the cast file or document that names it.
  public var coverFile: FileReference?
  /// Every voice that the file names.
  package var voiceReferences: [VoiceReference] = []
  /// The severities of codes, as the key `"lint"` sets them.
  package var lint = LintSettings()
  /// The positions of the roles' entries, by name.
  package var characterPositions: [String: Position] = [:]
  /// The positions of the pronunciations' entries, by word.
  package var pronunciationPositions: [String: Position] = [:]

  /// Creates a cast without settings.
  public init() {}
}

extension Cast {
  /// The cover's path within the folder of the file.
  package var cover: String? { coverFile?.path }

  /// Assigns another voice to a role.
  /// `role` is empty for the narrator.
  package mutating func recast(_ role: String, as voice: VoiceURI) {
    if role.isEmpty {
      narrator = voice
    } else if let index = characters.firstIndex(where: { $0.name == role }) {
      characters[index].voice = voice
    } else {
      characters.append(Character(name: role, voice: voice))
    }
  }

  /// Returns the rules for reading the text: the cast's own, else `RuleSet.current`.
  /// A cast that names no rules and a voice of a paid service keeps rule set 1.1, so that new rules never change a line
  /// that was paid for. `paidServices` are the ids of services that charge for every line.
  package func ruleSet(paidServices: Set<String>) -> RuleSet {
    if let rules { return rules }
    let voices = voiceReferences.map(\.uri) + characters.compactMap(\.voice)
    let named = voices + [narrator, defaultVoice].compactMap(\.self)
    return named.contains { paidServices.contains($0.providerId) } ? .v1_1 : .current
  }

  /// All names and aliases in the file.
  var names: [String] { characters.flatMap(\.names) }
}

/// The names and aliases of a cast, for finding the right spelling of a misspelt name.
package struct CastNames: Sendable {
  private let index: SpellingIndex

  package init(of cast: Cast) { index = SpellingIndex(cast.names) }

  /// Returns the name in the cast that is nearest to another name, or nil if no name is near.
  /// A near name differs in one letter, or in at most a fifth of the letters if `name` has ten letters or more. Names
  /// of one or two letters have no near name, because ED and AD are probably two different people.
  package func nearest(to name: String) -> String? {
    guard name.count > 2 else { return nil }
    return index.nearest(to: name, within: max(1, name.count / 5))
  }
}
