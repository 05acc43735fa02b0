import Hablare

/// A long article, section by section, each with its heading.
struct ArticleSections: SpeakableGroup {
  struct Section {
    var heading: String
    var content: String
  }

  let title: String
  let author: String
  let sections: [Section]
  let voiceProvider: any VoiceProvider
  let voiceId: String

  var groupName: String { "\(title) by \(author)" }

  var groupDescription: String? {
    "\(sections.count) section\(sections.count == 1 ? "" : "s")"
  }

  func getGroupedElements() -> [any SpeakableItem] {
    sections.map {
      SimpleMessage(
        content: "\($0.heading). \($0.content)", voiceProvider: voiceProvider, voiceId: voiceId)
    }
  }
}
