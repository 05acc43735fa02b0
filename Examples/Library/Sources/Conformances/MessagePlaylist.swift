import Hablare

/// Messages that are played one after the other, urgent ones first.
struct MessagePlaylist: SpeakableGroup {
  struct Message {
    var text: String
    var isHighPriority = false
  }

  let name: String
  let messages: [Message]
  let voiceProvider: any VoiceProvider
  let voiceId: String

  var groupName: String { name }

  var groupDescription: String? {
    let urgent = messages.count(where: \.isHighPriority)
    let all = "\(messages.count) message\(messages.count == 1 ? "" : "s")"
    return urgent == 0 ? all : "\(all) (\(urgent) high priority)"
  }

  func getGroupedElements() -> [any SpeakableItem] {
    let ordered = messages.filter(\.isHighPriority) + messages.filter { !$0.isHighPriority }
    return ordered.map {
      SimpleMessage(content: $0.text, voiceProvider: voiceProvider, voiceId: voiceId)
    }
  }
}
