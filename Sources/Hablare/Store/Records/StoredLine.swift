/// A line of a document as it is kept between runs: what is said, by whom, and how far its audio is.
///
/// The words for type, status and tone are those of whoever makes the lines.
public struct StoredLine: Hashable, Sendable, Identifiable {
  /// The line's name within its document.
  public var id: String
  /// The place in the document, from 0.
  public var orderIndex: Int
  /// The document.
  public var documentID: String
  /// The element the line was made of.
  public var sourceElementID: String
  /// What kind of element that is.
  public var sourceElementType: String
  /// The scene it belongs to; nil outside of scenes.
  public var sceneID: String?
  /// The words to be spoken.
  public var text: String
  /// The character who speaks, by the name that is used for matching; nil for the narrator.
  public var characterName: String?
  /// The character as the document writes it.
  public var rawCharacterName: String?
  /// How far the line's audio is.
  public var status: String
  /// The version of the rules that made the line.
  public var ruleVersion: String
  /// Whether the words begin with the announcement of who speaks.
  public var includesCharacterAnnouncement: Bool
  /// The manner in which the line is meant.
  public var toneHint: String

  /// Makes a line.
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
