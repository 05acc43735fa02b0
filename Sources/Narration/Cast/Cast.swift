public import Guion
public import Hablare

/// The cast file as it was read (Documentation/interfaces.md, "Cast file"): who speaks, and how.
public struct Cast: Sendable {
  /// A role that the file names.
  public struct Character: Sendable, Equatable {
    /// The name, as the file spells it.
    public var name: String
    /// The voice; nil where the entry has only aliases, and a voice is found as for an uncast role.
    public var voice: VoiceURI?
    /// Other names that speak as this one.
    public var aliases: [String]
    /// What the file says of the role to people; it changes nothing in the sound.
    public var note: String?

    /// Makes a role.
    public init(
      name: String, voice: VoiceURI? = nil, aliases: [String] = [], note: String? = nil
    ) {
      (self.name, self.voice, self.aliases, self.note) = (name, voice, aliases, note)
    }

    /// The name and the other names.
    var names: [String] { [name] + aliases }
  }

  /// A voice the file names, with its place, to be looked up in its provider's list.
  public struct VoiceReference: Sendable {
    /// The voice.
    public var uri: VoiceURI
    /// The file that names it, as the user named that; nil where nobody said.
    public var file: String?
    /// Where the file names it.
    public var position: SourcePosition
  }

  /// A provider the file names, with its place.
  public struct ProviderReference: Sendable {
    /// The id.
    public var id: String
    /// The file that names it, as the user named that; nil where nobody said.
    public var file: String?
    /// Where the file names it.
    public var position: SourcePosition
  }

  /// Where the file says something.
  public struct Place: Sendable, Equatable {
    /// The file, as the user named it; nil where nobody said.
    public var file: String?
    /// The place in it.
    public var position: SourcePosition
  }

  /// The language of the text, as a BCP 47 tag.
  public var language: String?
  /// The narrator's voice.
  public var narrator: VoiceURI?
  /// The roles, in the order of the file.
  public var characters: [Character] = []
  /// The voice of everyone whom the file leaves out.
  public var defaultVoice: VoiceURI?
  /// The rules by which the text is read; nil for `RuleSet.current`.
  public var rules: RuleSet?
  /// What is read aloud, and how.
  public var speech = SpeechSettings()
  /// The silences.
  public var pauses = Pauses()
  /// Directions of its own, by the words that ask for them, in small letters.
  public var delivery: [String: Delivery] = [:]
  /// How words are said.
  public var pronunciations: [Pronunciation] = []
  /// By provider: the voice that speaks where that provider fails.
  public var fallback: [String: VoiceURI] = [:]
  /// The providers under `fallback`, with their places, to be looked up.
  public var fallbackReferences: [ProviderReference] = []
  /// The title of the book.
  public var title: String?
  /// The authors, in order.
  public var authors: [String] = []
  /// The cover, in the folder of the file that names it.
  public var coverFile: FileReference?
  /// Every voice the file names.
  public var voiceReferences: [VoiceReference] = []
  /// How much the codes of findings matter.
  public var lint = LintSettings()
  /// Where roles have their entries, by name.
  public var characterPlaces: [String: Place] = [:]
  /// Where pronunciations have their entries, by the word.
  public var pronunciationPlaces: [String: Place] = [:]

  /// A cast that leaves everything open.
  public init() {}
}

extension Cast {
  /// The cover, as a path within the folder of the file.
  public var cover: String? { coverFile?.path }

  /// Gives a role another voice; the narrator's name is empty.
  public mutating func recast(_ role: String, as voice: VoiceURI) {
    if role.isEmpty {
      narrator = voice
    } else if let index = characters.firstIndex(where: { $0.name == role }) {
      characters[index].voice = voice
    } else {
      characters.append(Character(name: role, voice: voice))
    }
  }

  /// Every name that the file gives a role.
  var names: [String] { characters.flatMap(\.names) }
}
