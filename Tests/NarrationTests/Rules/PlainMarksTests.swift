@testable import Narration
import Testing
import TestSupport

/// Tests of text whose markup a front end has removed.
///
/// The marks that remain are text that a reader sees.
@Suite struct PlainMarksTests {
  @Test func anIndexIsApartFromItsName() {
    #expect(PlainMarks.apartIndices("a1[i], show[s], k[i]nd") == "a1 [i], show[s], k[i]nd")
  }

  static let addresses: [CleaningCase] = [
    .init("See https://www.example.com/a?b=c.", "See example dot com."),
    .init("http://a.example.org:8080/x#y", "a dot example dot org"),
    .init("(see www.example.org).", "(see example dot org)."),
    .init("HTTPS://example.com/A is loud", "example dot com is loud"),
    .init("https://example.com/a->b, then", "example dot com>b, then"),
    .init("https://example.com/?q=> x", "example dot com> x"),
    .init("\"https://example.com\"", "\"example dot com\""),
    .init("https://my-site.example", "my-site dot example"),
    .init("Whoa: how we wait", "Whoa: how we wait"), .init("www. is short", "www. is short"),
    .init("http:// is a scheme", "http:// is a scheme"), .init("xhttp://a.b", "xhttp://a.b"),
    .init("Siehe www.example.de.", "Siehe example Punkt de.", "de"),
  ]

  static let options: [CleaningCase] = [
    .init("use -v or --debug", "use v or debug"), .init("(-v)", "(v)"), .init("-v", "v"),
    .init("--dry-run first", "dry-run first"), .init("it is -5 degrees", "it is -5 degrees"),
    .init("(-1) and x=-0.5", "(-1) and x=-0.5"), .init("2-1", "2-1"), .init("a)-1", "a), 1"),
    .init("a well-known name", "a well-known name"), .init("one - two", "one, two"),
    .init("one -- two", "one, two"), .init("one ---two", "one, two"), .init("one--two", "one, two"),
    .init("-Éclair", "Éclair"), .init("tar -xzf a.tgz", "tar xzf a.tgz"),
  ]

  static let brackets: [CleaningCase] = [
    .init("a <div> and </div>", "a div and div"), .init("List<Item> here", "List Item here"),
    .init("Map<K, List<V>>!", "Map K, List V!"), .init("where a < b", "where a < b"),
    .init("2 > 1 and 1 < 2", "2 > 1 and 1 < 2"), .init("if x<5 or x>5", "if x<5 or x>5"),
    .init("a >= b", "a >= b"), .init("x>=5", "x>=5"), .init("I <3 you", "I <3 you"),
    .init("[a] [b](c)", "a b (c)"), .init("see [1].", "see 1."), .init("x[0]", "x 0"),
    .init("{a} {b}", "a, b"), .init("<!doctype html>", "doctype html"),
    .init("<me@example.org>", "me@example.org"), .init("a > b", "a > b"),
  ]

  static let arrows: [CleaningCase] = [
    .init("a -> b", "a, b"), .init("a->b", "a, b"), .init("a --> b", "a, b"),
    .init("x => y", "x, y"), .init("-> b", "b"), .init("a ->", "a"), .init("a → b", "a → b"),
    .init("List<A> -> B", "List A, B"),
  ]

  static let kept: [CleaningCase] = [
    .init("A *star* and 2 * 3", "A star and 2, 3"), .init("*", ""),
    .init("Fish & chips", "Fish and chips"),
    .init("an &amp; here", "an and amp; here"), .init("snake_case", "snake case"),
    .init(".gitignore and .env", ".gitignore and .env"), .init("IT IS OVER", "It is over"),
    .init("C++ and g++", "C++ and g++"), .init("i++ twice", "i++ twice"),
    .init("+++ news +++", "news"),
    .init("C# and F#", "C# and F#"), .init("#1 of 3", "number one of 3"), .init("a ~ b", "a, b"),
    .init("50 % off", "50 % off"), .init("$5", "$5"), .init("a\\b", "a, b"),
    .init("<!-- said -->", "said"),
  ]

  private static let all = addresses + options + brackets + arrows + kept

  private func cleaner(_ language: String) -> TextCleaner {
    TextCleaner(languageCode: language, markup: .none)
  }

  @Test(arguments: addresses) func addressesAreReadByTheirHost(_ row: CleaningCase) { check(row) }
  @Test(arguments: options) func dashesOfOptionsAreNotPauses(_ row: CleaningCase) { check(row) }
  @Test(arguments: brackets) func bracketsAreRemovedAndComparisonsStay(_ row: CleaningCase) {
    check(row)
  }
  @Test(arguments: arrows) func arrowsBecomePauses(_ row: CleaningCase) { check(row) }
  @Test(arguments: kept) func textThatReadersSeeIsSpoken(_ row: CleaningCase) { check(row) }

  private func check(_ row: CleaningCase) {
    let cleaner = TextCleaner(languageCode: row.language, markup: .none, rules: .v1_0)
    #expect(cleaner.clean(row.input).text == row.expected)
  }

  @Test(arguments: all) func cleaningTwiceChangesNothing(_ row: CleaningCase) {
    let once = cleaner(row.language).prepared(row.input)
    #expect(cleaner(row.language).prepared(once) == once)
  }

  // MARK: Random text

  private static let pieces = [
    "a", "B", "É", "ж", "李", "1", "9", "0", " ", " ", " ", ".", ",", "!", "?", ":", ";", "-", "--",
    "—", "–", "…", "*", "**", "_", "\\", "#", "##", "#1", "&", "&amp;", "<", ">", "<b>", "</b>",
    "<div ", "->", "=>", "[", "]", "](", ")", "(", "[x]", "[^1]", "!", "w/", "www.", "www.a.b",
    "http://x.y", "https://", "HTTP://A.B/c", "'", "’", "\"", "“", "”", "\n", "\t", "Dr. ", "INT. ",
    "50s", "US ", "FBI", "SHOUT", "V.O.", "~", "~~", "|", "`", "```", "=", "==", "+", "++", "C++",
    "{", "}", "$", "$x$", "@", "%", "/", "🎉", "👩‍💻", "☝🏽", "❤️", "e\u{301}", "\u{0}", "\u{200D}",
    "\u{FE0F}", ".gitignore", " -v", " --debug", "- ", "> ", "1. ", "| ", "•",
  ]

  @Test(arguments: ["en-US", "es", "fr", "de", "nl"], [false, true])
  func invariantsHoldForAnyText(_ language: String, _ skipsEmoji: Bool) {
    let cleaner = TextCleaner(languageCode: language, markup: .none, skipsEmoji: skipsEmoji)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4_000 {
      let count = Int.random(in: 1...24, using: &random)
      let text = (0..<count).map { _ in
        Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
      }.joined()
      let once = cleaner.prepared(text)
      #expect(cleaner.prepared(once) == once, "\(text.debugDescription)")
      #expect(
        once.unicodeScalars.count <= 4 * text.unicodeScalars.count + 40, "\(text.debugDescription)")
      #expect(!hasLetter(text) || hasLetterOrDigit(once), "\(text.debugDescription)")
    }
  }

  private func hasLetter(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.isAlphabetic }
  }

  private func hasLetterOrDigit(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType == .decimal
    }
  }

  @Test func longLinesTakeLinearTime() {
    let cleaner = TextCleaner(languageCode: "en", markup: .none)
    let pieces = [
      "[", "<a ", "a>", "&", "-", "->", "--a ", "www.", "http://", "x.y", "++", "🎉", ".a ", "<",
    ]
    for piece in pieces {
      let text = String(repeating: piece, count: 20_000) + " end"
      #expect(cleaner.prepared(text).hasSuffix("end"), "\(piece)")
    }
  }

  /// Italics of plain texts.
  @Test(arguments: [
    ("That is sure_ly_ so.", "That is surely so."),
    ("an _im_possible thing", "an impossible thing"),
    ("He knew.[1] She knew[12] it.", "He knew. She knew it."),

    ("Up he went. {12}", "Up he went."), ("[Pg 13] Then", "Then"),
    ("=Bold= words", "Bold words"), ("M^{r} Jones and y^e", "Mister Jones and ye"),
    ("a_b_c", "a b c"), ("_One_ and _two_", "One and two"),
  ])
  func `italics of a part of a word are joined`(_ text: String, _ words: String) {
    let cleaner = TextCleaner(languageCode: "en", markup: .none, isPlainText: true)
    #expect(cleaner.clean(text).text == words)
    let old = TextCleaner(languageCode: "en", markup: .none, isPlainText: true, rules: .v1_1)
    #expect(old.clean("sure_ly_").text == "sure ly")
  }

  @Test(arguments: [
    ("see https://a.com/x(y)_z now", "see a dot com now"),
    ("(https://b.de/q)", "(b dot de slash q)"),
    ("http://list.2086793.b.com/", "list dot two zero eight six seven nine three dot b dot com"),
    ("a book [^1] and more", "a book and more"),
  ])
  func `addresses and marks of notes end where they end`(_ text: String, _ words: String) {
    #expect(TextCleaner(languageCode: "en", markup: .none).clean(text).text == words)
  }

  @Test(arguments: [
    ("BEE-E-E-EN! Be-e-een!", "Beeen! Beeen!"), ("D-a-a-ad, sto-o-op", "Daaad, stooop"),
    ("Shh-h-h! Ah-h! Ps-s-t", "Shhh! Ahh! Psst"), ("N-o-o-o! Hello-o-o", "Nooo! Hellooo"),
    ("Oo-o-ops, Aa-a-ah", "Ooops, Aaah"),
    ("W-W-Wait, i-i-is", "W-W-Wait, i-i-is"), ("B-O-Y and f-r-e-e", "B-O-Y and f-r-e-e"),
    ("co-op and re-e-mail", "co-op and re-e-mail"),
  ])
  func `drawn-out words are one word`(_ text: String, _ words: String) {
    #expect(TextCleaner(languageCode: "en").clean(text).text == words)
    let old = TextCleaner(languageCode: "en", rules: .v1_1)
    #expect(old.clean("Be-e-een").text == "Be-e-een")
  }
}
