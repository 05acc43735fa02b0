import Hablare
import HablareTesting
import Testing

@testable import Conformances

/// Each group has its name, its description and its items, and is spoken in order.
@Suite struct GroupTests {
  private let tone = ToneVoiceProvider()

  private func message(_ text: String) -> SimpleMessage {
    SimpleMessage(content: text, voiceProvider: tone, voiceId: "alto")
  }

  private func check(
    _ group: some SpeakableGroup, name: String, description: String, says texts: [String]
  ) async throws {
    #expect(group.groupName == name)
    #expect(group.groupDescription == description)
    #expect(group.getGroupedElements().map(\.textToSpeak) == texts)
    #expect(group.itemCount == texts.count)
    let before = tone.requests.count
    #expect(try await group.speakAll().count == texts.count)
    #expect(tone.requests.dropFirst(before).map(\.text) == texts)
  }

  @Test(arguments: [(0, "0 dialogue lines"), (1, "1 dialogue line"), (12, "12 dialogue lines")])
  func aChapter(count: Int, description: String) async throws {
    let lines = (0..<count).map { number in
      CharacterDialogue(
        characterName: "Alice", dialogue: "Line \(number)", voiceProvider: tone, voiceId: "alto")
    }
    try await check(
      Chapter(number: 1, title: "Title", lines: lines), name: "Chapter 1: Title",
      description: description, says: lines.map(\.dialogue))
  }

  @Test(arguments: [false, true])
  func aScene(includeSceneHeading: Bool) async throws {
    let line = CharacterDialogue(
      characterName: "Bob", dialogue: "Morning.", includeCharacterName: true, voiceProvider: tone,
      voiceId: "bass")
    let scene = Scene(
      number: 2, location: "Kitchen",
      interactions: [line]
        + ["A pan falls.", "A cat runs.", "A door opens.", "Nobody speaks."]
        .map(message),
      includeSceneHeading: includeSceneHeading, narrator: tone, narratorVoiceId: "tenor")
    try await check(
      scene, name: "Scene 2 - Kitchen", description: "5 interactions at Kitchen",
      says: (includeSceneHeading ? ["Scene 2 - Kitchen"] : []) + [
        "Bob: Morning.", "A pan falls.", "A cat runs.", "A door opens.", "Nobody speaks.",
      ])
    #expect(tone.requests.contains { $0.voiceId == "tenor" } == includeSceneHeading)
    #expect(
      Scene(
        number: 3, location: "Yard", interactions: [line], narrator: tone, narratorVoiceId: "tenor"
      ).groupDescription == "1 interaction at Yard")
  }

  @Test func aPlaylistOfMessages() async throws {
    let playlist = MessagePlaylist(
      name: "Today",
      messages: [
        .init(text: "Bread is out."), .init(text: "The boiler leaks.", isHighPriority: true),
        .init(text: "Ann called."), .init(text: "Rain at four."),
      ], voiceProvider: tone, voiceId: "alto")
    try await check(
      playlist, name: "Today", description: "4 messages (1 high priority)",
      says: ["The boiler leaks.", "Bread is out.", "Ann called.", "Rain at four."])
    let quiet = MessagePlaylist(
      name: "Today", messages: [.init(text: "Bread is out.")], voiceProvider: tone,
      voiceId: "alto")
    #expect(quiet.groupDescription == "1 message")
  }

  @Test func theSectionsOfAnArticle() async throws {
    let article = ArticleSections(
      title: "Title", author: "Author",
      sections: [
        .init(heading: "Flour", content: "Take rye."),
        .init(heading: "Water", content: "Take rain."),
        .init(heading: "Time", content: "Take two days."),
      ], voiceProvider: tone, voiceId: "alto")
    try await check(
      article, name: "Title by Author", description: "3 sections",
      says: ["Flour. Take rye.", "Water. Take rain.", "Time. Take two days."])
  }

  @Test(arguments: [
    (false, ["Milk", "Rye", "Salt", "Yeast", "Plums"]),
    (true, ["1. Milk", "2. Rye", "3. Salt", "4. Yeast", "5. Plums"]),
  ])
  func aShoppingList(includeNumbers: Bool, texts: [String]) async throws {
    let list = ShoppingList(
      name: "Saturday", entries: ["Milk", "Rye", "Salt", "Yeast", "Plums"],
      includeNumbers: includeNumbers, voiceProvider: tone, voiceId: "alto")
    try await check(list, name: "Saturday", description: "5 items", says: texts)
  }
}
