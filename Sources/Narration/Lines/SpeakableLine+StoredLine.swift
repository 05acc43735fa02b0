import Guion
import Hablare

extension SpeakableLine {
  /// The line in the form of the store.
  ///
  /// Its audio is stored separately.
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
  /// A later version may have stored values that this version does not know. They are read as the plainest known value.
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
  /// For a section heading, it includes the level: `section-heading 2`.
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
