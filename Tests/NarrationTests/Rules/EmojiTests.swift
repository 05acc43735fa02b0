@testable import Narration
import Testing

/// Tests of which characters are pictures (Unicode Technical Standard 51).
@Suite struct EmojiTests {
  static let pictures = [
    "🎉", "😀", "👩‍💻", "❤️", "☎️", "©️", "‼️", "👍🏽", "☝🏽", "☝️", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨‍👩‍👧‍👦", "🏳️‍🌈", "✅", "⭐", "㊗️", "🅰️",
  ]

  static let words = [
    "1", "#", "*", "©", "™", "❤", "☎", "→", "✓", "★", "…", "—", "é", "李", "Ж", "क्‍ष", "½", "€", "3️⃣",
    "#️⃣",
  ]

  @Test(arguments: pictures) func picturesAreRemoved(_ picture: String) {
    let left = Emoji.removed(from: "a \(picture) b")
    #expect(left.filter { $0 != " " } == "ab")
    #expect(!Emoji.removed(from: picture).unicodeScalars.contains { $0.properties.isEmoji })
  }

  @Test(arguments: words) func symbolsAndLettersStay(_ word: String) {
    #expect(Emoji.removed(from: "a \(word) b") == "a \(word) b")
  }

  @Test func wordsStaySeparate() {
    let cleaner = TextCleaner(languageCode: "en", markup: .none, skipsEmoji: true)
    #expect(cleaner.clean("Yes🎉No").text == "Yes No")
    #expect(cleaner.clean("Done🎉🎉! Go 👍🏽.").text == "Done! Go.")
    #expect(cleaner.clean("🎉").text == "")
    #expect(cleaner.clean("🎉🎉 go").text == "go")
  }

  @Test func emojiReachTheEngineUnlessSwitchedOff() {
    let cleaner = TextCleaner(languageCode: "en", markup: .none)
    #expect(cleaner.clean("Done 🎉 now.").text == "Done 🎉 now.")
  }

  @Test(arguments: [
    ("📖 Guide", "Guide"), ("🌐📦 Link: 💬 Chat", "Link: Chat"), ("🎉 ¡Fin!", "¡Fin!"),
    ("Mood: 🎉", "Mood: 🎉"), ("🎉 3 now", "three now"), ("✅ Done", "✅ Done"), ("🎉", "🎉"),
    ("A 🎉 b", "A 🎉 b"),
  ]) func emojiBeforeWordsAreDecoration(_ text: String, _ spoken: String) {
    #expect(TextCleaner(languageCode: "en", markup: .none).clean(text).text == spoken)
    let older = TextCleaner(languageCode: "en", markup: .none, rules: .v1_1)
    #expect(older.clean("📖 Guide").text == "📖 Guide")
  }

  @Test func screenplaysCanKeepThemToo() {
    let cleaner = TextCleaner(languageCode: "en", markup: .fountain, skipsEmoji: true)
    #expect(cleaner.clean("*Done* 🎉 NOW, friends.").text == "Done now, friends.")
  }
}
