import Hablare

/// A scene: a group of items of several kinds, optionally with its heading as the first item.
struct Scene: SpeakableGroup {
  let number: Int
  let location: String
  let interactions: [any SpeakableItem]
  var includeSceneHeading = false
  /// The provider of the voice that reads the heading.
  let narrator: any VoiceProvider
  let narratorVoiceId: String

  var groupName: String { "Scene \(number) - \(location)" }

  var groupDescription: String? {
    "\(interactions.count) interaction\(interactions.count == 1 ? "" : "s") at \(location)"
  }

  func getGroupedElements() -> [any SpeakableItem] {
    guard includeSceneHeading else { return interactions }
    let heading = SimpleMessage(
      content: groupName, voiceProvider: narrator, voiceId: narratorVoiceId)
    return [heading] + interactions
  }
}
