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

extension SpeakableLine {
  /// The line in the form of the store.
  ///
  /// The audio of the line is stored separately.
  var stored: StoredLine {
    StoredLine(
      id: id, orderIndex: orderIndex, documentID: screenplayID, sourceElementID: sourceElementID,
      sourceElementType: sourceElementType.storedName, sceneID: sceneID, text: speakableText,
      characterName: characterName, rawCharacterName: rawCharacterName, status: status.rawValue,
      ruleVersion: ruleVersion, includesCharacterAnnouncement: includesCharacterAnnouncement,
      toneHint: toneHint.rawValue)
  }

  /// Creates a line from its stored form.
  ///
  /// The line may come from a later version that stored values unknown to this version. An unknown type is read as
  /// action, an unknown status as `textGenerated`, and an unknown tone as `narrative`.
  init(_ stored: StoredLine, audioVersions: [TypedDataStorage]) {
    self.init(
      id: stored.id, orderIndex: stored.orderIndex, screenplayID: stored.documentID,
      sourceElementID: stored.sourceElementID,
      sourceElementType: ElementType(storedName: stored.sourceElementType) ?? .action,
      sceneID: stored.sceneID, speakableText: stored.text, characterName: stored.characterName,
      rawCharacterName: stored.rawCharacterName,
      status: SpeakableItemStatus(rawValue: stored.status) ?? .textGenerated,
      ruleVersion: stored.ruleVersion,
      includesCharacterAnnouncement: stored.includesCharacterAnnouncement,
      toneHint: ToneHint(rawValue: stored.toneHint) ?? .narrative, audioVersions: audioVersions)
  }
}

extension ElementType {
  /// The name of the type.
  ///
  /// The name of a section heading includes the level: `section-heading 2`.
  fileprivate var storedName: String { isSectionHeading ? "\(identifier) \(level)" : identifier }

  fileprivate init?(storedName: String) {
    let plain: [ElementType] = [
      .sceneHeading, .action, .character, .dialogue, .parenthetical, .transition, .synopsis,
      .comment, .boneyard, .lyrics, .pageBreak,
    ]
    if let type = plain.first(where: { $0.identifier == storedName }) {
      self = type
      return
    }
    let heading = ElementType.sectionHeading(level: 1).identifier + " "
    guard storedName.hasPrefix(heading), let level = Int(storedName.dropFirst(heading.count)) else {
      return nil
    }
    self = .sectionHeading(level: level)
  }
}

extension GenerationStore {
  /// Returns the stored lines of a document in order, each with its audio.
  ///
  /// If `status` is not nil, returns only the lines with this status.
  ///
  /// The audio of a line was generated for the line's current text. Audio for earlier texts is left out. Throws the
  /// errors of the store.
  public func speakableLines(
    of document: GuionDocumentModel, status: SpeakableItemStatus? = nil
  ) throws -> [SpeakableLine] {
    try lines(of: document.id, status: status?.rawValue).map { line in
      SpeakableLine(
        line, audioVersions: try records(of: line.id).filter { $0.prompt == line.text })
    }
  }

  /// Sets the status of lines of a document, in one transaction.
  ///
  /// Throws the errors of the store.
  public func setStatus(
    _ status: SpeakableItemStatus, ofLines ids: [SpeakableLine.ID], in document: GuionDocumentModel
  ) throws {
    try setStatus(status.rawValue, ofLines: ids, in: document.id)
  }

  /// Replaces all lines of a document, in one transaction.
  ///
  /// A line that is already stored with the same text keeps its status.
  func replaceLines(_ lines: [SpeakableLine], of document: GuionDocumentModel) throws {
    let former = Dictionary(
      try self.lines(of: document.id).map { (FormerLine($0), $0.status) }
    ) { first, _ in first }
    let replaced = lines.map { line in
      var stored = line.stored
      stored.status = former[FormerLine(stored)] ?? stored.status
      return stored
    }
    try saveLines(replaced, of: document.id, replacing: true)
  }
}

/// The properties by which a new line matches a stored line.
private struct FormerLine: Hashable {
  var id: String
  var text: String

  init(_ line: StoredLine) { (id, text) = (line.id, line.text) }
}

extension GuionElementModel {
  /// Returns all content that was generated for the element and its lines, the newest first.
  ///
  /// Elements of two documents can have the same id. Such elements share the content that belongs to the element
  /// itself, but never the content of lines. Throws the errors of the store.
  public func generatedContent(in store: GenerationStore) async throws -> [TypedDataStorage] {
    try await store.content(of: id, in: document.id)
  }
}

extension GenerationStore {
  fileprivate func content(of element: String, in document: String) throws -> [TypedDataStorage] {
    let lines = try lines(of: document).filter { $0.sourceElementID == element }
    let all = try ([element] + lines.map(\.id)).flatMap { try records(of: $0) }
    return all.sorted { $0.createdAt > $1.createdAt }
  }
}
