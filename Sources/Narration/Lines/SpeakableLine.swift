public import Guion
public import Hablare

/// A line of a document as it is spoken: its words, whose they are, and where they come from.
///
/// A line is an item of the table read, and so what a listener takes for one utterance. It has no voice:
/// which one speaks it is decided later.
public struct SpeakableLine: Equatable, Sendable, Identifiable {
  /// What the line is in its document, as 64 hexadecimal digits: made from the document, the element
  /// and which of the element's lines it is, so that it stays when other lines are edited.
  public var id: String
  /// Which line of the document it is, from 0.
  public var orderIndex: Int
  /// The `id` of the document's model.
  public var screenplayID: String
  /// The `id` of the element that it comes from; of a speech, its first words.
  public var sourceElementID: String
  /// What that element is.
  public var sourceElementType: ElementType
  /// The `sceneId` of the scene that it is in; nil before the first scene.
  public var sceneID: String?
  /// The words as an engine is given them.
  public var speakableText: String
  /// Who speaks, without extensions; nil for the narrator.
  public var characterName: String?
  /// The cue as the script has it, extensions included; nil for the narrator.
  public var rawCharacterName: String?
  /// How far it has come on its way to sound.
  public var status: SpeakableItemStatus
  /// The version of the rules that made it, such as `1.0`.
  public var ruleVersion: String
  /// Whether its words say who speaks next ("John says:"); rule set 1.0 has the narrator say that in a
  /// line of its own.
  public var includesCharacterAnnouncement: Bool
  /// The manner in which it is meant.
  public var toneHint: ToneHint
  /// What has been generated of its words, the newest first.
  public var audioVersions: [TypedDataStorage]

  /// Makes a line that has no sound yet, unless told otherwise.
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

/// In which manner a line is meant, for whoever has no other voice to tell it by.
public enum ToneHint: String, Sendable, Hashable, Codable, CaseIterable {
  /// Told: by the narrator.
  case narrative
  /// Played: by one of the characters.
  case character
}

/// How far a line has come on its way to sound.
public enum SpeakableItemStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// Its words are there.
  case textGenerated
  /// It waits for a voice.
  case audioQueued
  /// A voice speaks it now.
  case audioGenerating
  /// Its sound is there.
  case audioComplete
  /// A voice could not speak it.
  case audioFailed
}
