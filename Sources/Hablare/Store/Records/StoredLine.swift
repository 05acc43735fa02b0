/// A line of a document as stored between runs: its text, its speaker, and the status of its audio.
///
/// The program that creates the lines defines the possible types, statuses and tones.
public struct StoredLine: Hashable, Sendable, Identifiable {
  /// The id of the line, unique within its document.
  public var id: String
  /// The line's position in the document, counted from 0.
  public var orderIndex: Int
  /// The id of the document.
  public var documentID: String
  /// The id of the element from which the line was created.
  public var sourceElementID: String
  /// The type of that element.
  public var sourceElementType: String
  /// The id of the line's scene; nil if the line belongs to no scene.
  public var sceneID: String?
  /// The words to speak.
  public var text: String
  /// The name of the speaking character, in the form used for matching; nil for the narrator.
  public var characterName: String?
  /// The name of the speaking character, as the document writes it.
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
