public import Guion

/// A spoken line of a document: its text, its speaker and its source.
///
/// A line is an item of the table read, so a listener hears it as one utterance. A line has no voice. The voice is
/// chosen later.
public struct SpeakableLine: Equatable, Sendable, Identifiable {
  /// The id of the line in its document, as 64 hexadecimal digits.
  ///
  /// The id depends on the document, the element, and the number of the line within the element. So the id stays the
  /// same when other elements are edited.
  public var id: String
  /// The number of the line in the document, counted from 0.
  public var orderIndex: Int
  /// The `id` of the document's model.
  public var screenplayID: String
  /// The `id` of the source element.
  ///
  /// For a speech, this is the first dialogue element of the speech.
  public var sourceElementID: String
  /// The type of the source element.
  public var sourceElementType: ElementType
  /// The `sceneId` of the line's scene; nil before the first scene.
  public var sceneID: String?
  /// The text as the engine gets it.
  public var speakableText: String
  /// The name of the speaker, without extensions; nil for the narrator.
  public var characterName: String?
  /// The cue as written in the script, with extensions; nil for the narrator.
  public var rawCharacterName: String?
  /// The status of the line.
  public var status: SpeakableItemStatus
  /// The version of the rules that created the line, such as `1.0`.
  public var ruleVersion: String
  /// Whether the text announces the next speaker ("John says:").
  ///
  /// With the built-in rules, the announcement is a separate line of the narrator.
  public var includesCharacterAnnouncement: Bool
  /// The tone of the line.
  public var toneHint: ToneHint
  /// The audio generated for the text, the newest first.
  public var audioVersions: [TypedDataStorage]

  /// Creates a line, without audio by default.
  public init(
    id: String, orderIndex: Int, screenplayID: String, sourceElementID: String,
    sourceElementType: ElementType, sceneID: String? = nil, speakableText: String,
    characterName: String? = nil, rawCharacterName: String? = nil,
    status: SpeakableItemStatus = .textGenerated, ruleVersion: String,
    includesCharacterAnnouncement: Bool = false, toneHint: ToneHint = .narrative,
    audioVersions: [TypedDataStorage] = []
  ) {
    self.id = id
    self.orderIndex = orderIndex
    self.screenplayID = screenplayID
    self.sourceElementID = sourceElementID
    self.sourceElementType = sourceElementType
    self.sceneID = sceneID
    self.speakableText = speakableText
    self.characterName = characterName
    self.rawCharacterName = rawCharacterName
    self.status = status
    self.ruleVersion = ruleVersion
    self.includesCharacterAnnouncement = includesCharacterAnnouncement
    self.toneHint = toneHint
    self.audioVersions = audioVersions
  }
}

/// The tone of a line, for apps that cannot infer the tone from the voice.
public enum ToneHint: String, Sendable, Hashable, Codable, CaseIterable {
  /// The narrator speaks the line.
  case narrative
  /// A character speaks the line.
  case character
}

/// The status of a line's audio.
public enum SpeakableItemStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// The line has only text.
  case textGenerated
  /// The line waits for a voice.
  case audioQueued
  /// A voice is speaking the line.
  case audioGenerating
  /// The line has audio.
  case audioComplete
  /// A voice could not speak the line.
  case audioFailed
}
