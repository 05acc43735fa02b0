import Guion
import Hablare

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
