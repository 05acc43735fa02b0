import Hablare

/// A chapter: a group whose items are lines of dialogue.
struct Chapter: SpeakableGroup {
  let number: Int
  let title: String
  let lines: [CharacterDialogue]

  var groupName: String { "Chapter \(number): \(title)" }

  var groupDescription: String? {
    "\(lines.count) dialogue line\(lines.count == 1 ? "" : "s")"
  }

  func getGroupedElements() -> [any SpeakableItem] { lines }
}
