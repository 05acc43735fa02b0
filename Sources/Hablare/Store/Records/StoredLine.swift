/// A line of a document as stored between runs: its text, its speaker, and the status of its audio.
///
/// The caller that creates the lines defines the values of type, status and tone.
public struct StoredLine: Hashable, Sendable, Identifiable {
  /// The line's name within its document.
  public var id: String
  /// The position in the document, from 0.
  public var orderIndex: Int
  /// The document.
  public var documentID: String
  /// The element from which the line was created.
  public var sourceElementID: String
  /// The type of that element.
  public var sourceElementType: String
  /// The scene the line belongs to; nil outside of scenes.
  public var sceneID: String?
  /// The words to speak.
  public var text: String
  /// The name of the speaking character as used for matching; nil for the narrator.
  public var characterName: String?
  /// The character's name as the document writes it.
  public var rawCharacterName: String?
  /// The status of the line's audio.
  public var status: String
  /// The version of the rules that created the line.
  public var ruleVersion: String
  /// Whether the words begin with an announcement of the speaker.
  public var includesCharacterAnnouncement: Bool
  /// The intended tone of the line.
  public var toneHint: String

  /// Creates a line.
  public init(
    id: String, orderIndex: Int, documentID: String, sourceElementID: String,
    sourceElementType: String, sceneID: String? = nil, text: String,
    characterName: String? = nil, rawCharacterName: String? = nil, status: String,
    ruleVersion: String, includesCharacterAnnouncement: Bool = false, toneHint: String
  ) {
    self.id = id
    self.orderIndex = orderIndex
    self.documentID = documentID
    self.sourceElementID = sourceElementID
    self.sourceElementType = sourceElementType
    self.sceneID = sceneID
    self.text = text
    self.characterName = characterName
    self.rawCharacterName = rawCharacterName
    self.status = status
    self.ruleVersion = ruleVersion
    self.includesCharacterAnnouncement = includesCharacterAnnouncement
    self.toneHint = toneHint
  }
}
