import Hablare
import HablareTesting
import Testing

@testable import Conformances

/// Each item has the expected text, with its switch off and on, and is spoken with its own voice.
@Suite struct ItemTests {
  private let tone = ToneVoiceProvider()

  private func check(_ item: some SpeakableItem, says text: String) async throws {
    #expect(item.textToSpeak == text)
    let before = tone.requests.count
    #expect(try await !item.speak().isEmpty)
    let request = try #require(tone.requests.dropFirst(before).first)
    #expect(request.text == text && request.voiceId == item.voiceId)
    #expect(request.languageCode == item.languageCode && request.options == item.voiceOptions)
    #expect(await item.isVoiceAvailable())
    #expect(await item.estimateDuration() == Double(text.count) / 100)
  }

  @Test func aSimpleMessage() async throws {
    let message = SimpleMessage(content: "The tea is ready.", voiceProvider: tone, voiceId: "alto")
    try await check(message, says: "The tea is ready.")
    #expect(message.languageCode == LanguageCodeResolver.systemLanguageCode)
  }

  @Test(arguments: [(false, "Hello"), (true, "Alice: Hello")])
  func aCharactersDialogue(includeCharacterName: Bool, text: String) async throws {
    let line = CharacterDialogue(
      characterName: "Alice", dialogue: "Hello", includeCharacterName: includeCharacterName,
      voiceProvider: tone, voiceId: "soprano")
    try await check(line, says: text)
  }

  @Test(arguments: [
    (false, "Bees sleep at noon."), (true, "On Bees, by Ida Moor. Bees sleep at noon."),
  ])
  func anArticle(includeMeta: Bool, text: String) async throws {
    let article = Article(
      title: "On Bees", author: "Ida Moor", content: "Bees sleep at noon.",
      includeMeta: includeMeta, voiceProvider: tone, voiceId: "tenor")
    try await check(article, says: text)
    #expect(article.languageCode == "en-GB")
  }

  @Test(arguments: [
    (9, 41, false, "Ferry. It leaves late."), (9, 41, true, "Ferry at 9:41. It leaves late."),
    (18, 5, true, "Ferry at 18:05. It leaves late."),
  ])
  func aNotification(hour: Int, minute: Int, includeTimestamp: Bool, text: String) async throws {
    let notification = Notification(
      title: "Ferry", message: "It leaves late.", hour: hour, minute: minute,
      includeTimestamp: includeTimestamp, voiceProvider: tone, voiceId: "alto")
    try await check(notification, says: text)
    #expect(notification.voiceOptions.rate == 1.15)
  }

  @Test(arguments: [(1, "Step 1: Warm the pot."), (12, "Step 12: Warm the pot.")])
  func aListItem(number: Int, text: String) async throws {
    let item = ListItem(
      number: number, content: "Warm the pot.", voiceProvider: tone, voiceId: "bass")
    try await check(item, says: text)
  }
}
