import Hablare

/// A shopping list, optionally with numbers.
struct ShoppingList: SpeakableGroup {
  let name: String
  let entries: [String]
  var includeNumbers = false
  let voiceProvider: any VoiceProvider
  let voiceId: String

  var groupName: String { name }

  var groupDescription: String? { "\(entries.count) item\(entries.count == 1 ? "" : "s")" }

  func getGroupedElements() -> [any SpeakableItem] {
    entries.enumerated().map { index, entry in
      SimpleMessage(
        content: includeNumbers ? "\(index + 1). \(entry)" : entry,
        voiceProvider: voiceProvider, voiceId: voiceId)
    }
  }
}
