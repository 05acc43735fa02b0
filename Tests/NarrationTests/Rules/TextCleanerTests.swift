import Narration
import Testing

struct CleaningCase: Sendable, CustomTestStringConvertible {
  var input: String
  var expected: String
  var language = "en-US"

  init(_ input: String, _ expected: String, _ language: String = "en-US") {
    (self.input, self.expected, self.language) = (input, expected, language)
  }

  var testDescription: String { input }
}

@Suite struct TextCleanerTests {
  static let markup: [CleaningCase] = [
    .init("*Did* you **know** _that_?", "Did you know that?"),
    .init("2 * 3 is six", "2, 3 is six"),
    .init(#"a \*star\* shines"#, "a star shines"),
    .init("snake_case is fine", "snake case is fine"),
    .init("Read [the manual](https://a.example/b) now.", "Read the manual now."),
    .init("![A red door](door.png) opens", "A red door opens"),
    .init("Run `make demo` twice.", "Run make demo twice."),
    .init("A <b>bold</b> move<br/>and a <!-- hidden --> one", "A bold move and a one"),
    .init("Fish &amp; chips &lt;hot&gt;", "Fish and chips hot"),
    .init("See https://www.example.com/a?b=c.", "See example dot com."),
    .init("See www.example.org, then go.", "See example dot org, then go."),
    .init("Proved before[^12].", "Proved before."),
    .init("I <love> you and a<b then c>d", "I <love> you and a<b then c>d"),
    .init("2 < 3 and 5 > 4", "2 < 3 and 5 > 4"),
    .init("the withered vine", "the withered vine"),
  ]

  static let capitals: [CleaningCase] = [
    .init("IT IS OVER", "It is over"),
    .init("IT IS OVER. WE WON!", "It is over. We won!"),
    .init("He SLAMS the door", "He slams the door"),
    .init("DR. SMITH ENTERS", "Doctor Smith enters"),
    .init("The FBI and the NYPD wait.", "The FBI and the NYPD wait."),
    .init("THE FBI AND NASA ARE HERE", "The FBI and NASA are here"),
    .init("R2-D2 BEEPS", "R2-D2 beeps"),
    .init("LOUIS XIV AND HENRY VIII", "Louis XIV and henry VIII"),
    .init("WORLD WAR II IS OVER", "World war II is over"),
    .init("LET US GO", "Let us go"),
    .init("The US army", "The US army"),
    .init("US ARE HERE", "Us are here"),
    .init("I AM HERE. I'M LATE", "I am here. I'm late"),
    .init("NO!", "No!"),
    .init("\"STOP!\" he said", "\"Stop!\" he said"),
    .init("her FATHER's hat, the FBI's car", "her father's hat, the FBI's car"),
    .init("DON'T TOUCH THE TV", "Don't touch the TV"),
    .init("A SMASH-AND-GRAB", "A smash-and-grab"),
    .init("an X-RAY", "an X-ray"),
    .init("NURSE O'HARA AT ONE O'CLOCK", "Nurse O'Hara at one o'clock"),
    .init("IBM, NATO, RNLI", "IBM, NATO, RNLI"),
    .init("THE A&E WARD", "The A and E ward"),
    .init("U.S. troops and J.R. Smith", "U.S. troops and J.R. Smith"),
    .init("HMM. SHH!", "Hmm. Shh!"),
    .init("ИВАН ВХОДИТ", "Иван входит", "ru"),
    .init("ÉLOÏSE SORT", "Éloïse sort", "fr"),
    .init("¡NO ME LO CREO!", "¡No me lo creo!", "es"),
    .init("DAS IST ES", "Das ist es", "de"),
    .init("Mixed Case stays", "Mixed Case stays"),
  ]

  static let abbreviations: [CleaningCase] = [
    .init("Mr. Jones met Mrs. Bell and Dr. Who", "Mister Jones met Missus Bell and Doctor Who"),
    .init("St. Mary on Main st. today", "Saint Mary on Main st. today"),
    .init("coffee w/ milk, w/o sugar, w/cream", "coffee with milk, without sugar, with cream"),
    .init("Laurel & Hardy, R&B", "Laurel and Hardy, R and B"),
    .init("suspect #1 and #42", "suspect number one and number 42"),
    .init("a man (50s) and a boy, late 30's", "a man (fifties) and a boy, late thirties"),
    .init("We cut INT. to EXT. again", "We cut Interior to Exterior again"),
    .init("in the b.g. and f.g.", "in the background and foreground"),
    .init("Pan y vino & queso #3", "Pan y vino y queso número tres", "es"),
    .init("Herr & Frau, Dr. Braun", "Herr und Frau, Doktor Braun", "de"),
    .init("Mme Curie & M. Curie", "Madame Curie et Monsieur Curie", "fr"),
    .init("1950s cars", "1950s cars"),
  ]

  static let punctuation: [CleaningCase] = [
    .init("It was -- well -- odd--", "It was, well, odd"),
    .init("It was—well—odd—", "It was, well, odd"),
    .init("Wait… what?!?!", "Wait... what?!"),
    .init("No!!! Never......", "No! Never..."),
    .init("...and then", "and then"),
    .init("• one · two", "one, two"),
    .init("Yes -- .", "Yes."),
    .init("a well-known twenty-one", "a well-known twenty-one"),
    .init("it is -5 degrees", "it is -5 degrees"),
    .init("the .45 calibre", "the .45 calibre"),
    .init("[a bracket] {b}", "a bracket, b"),
    .init("EXT/INT. HALL / STAIRS, and/or", "Interior, exterior Hall, stairs, and/or"),
    .init("line one\nline two", "line one line two"),
    .init("  spaced   out  ", "spaced out"),
    .init("a\u{0}b\u{7}c", "a b c"),
    .init("...", ""),
    .init("—", ""),
    .init("***", ""),
  ]

  @Test(arguments: markup + capitals + abbreviations + punctuation)
  func cleans(_ row: CleaningCase) {
    let cleaner = TextCleaner(languageCode: row.language, rules: .v1_0)
    #expect(cleaner.clean(row.input).text == row.expected)
  }

  /// Cleaning a row a second time must change nothing.
  @Test(arguments: markup + capitals + abbreviations + punctuation)
  func cleaningTwiceChangesNothing(_ row: CleaningCase) {
    let cleaner = TextCleaner(languageCode: row.language)
    let once = cleaner.prepared(row.input)
    #expect(cleaner.prepared(once) == once)
  }

  /// Invariants of random, unusual text from a fixed seed.
  @Test(arguments: ["en", "es", "fr", "de"])
  func invariantsHoldForAnyText(_ language: String) {
    let cleaner = TextCleaner(languageCode: language)
    var random = SeededRandom(seed: 42)
    let pieces = [
      "a", "B", "É", "ж", "Ж", "李", "1", "9", " ", " ", ".", ",", "!", "?", "-", "—", "…", "*", "_",
      "\\", "#", "#1", "&", "&amp;", "<", ">", "<b>", "[", "](", ")", "(", "w/", "www.",
      "http://x.y",
      "'", "’", "\"", "\n", "\t", "Dr. ", "INT. ", "50s", "US ", "FBI", "V.O.", "~", "|", "`", "=",
      "😀", "e\u{301}", "\u{0}", "#7 ",
    ]
    for _ in 0..<4_000 {
      let count = Int.random(in: 1...24, using: &random)
      let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
        .joined()
      let once = cleaner.prepared(text)
      #expect(cleaner.prepared(once) == once, "\(text.debugDescription)")
      #expect(
        once.unicodeScalars.count <= 4 * text.unicodeScalars.count + 40, "\(text.debugDescription)")
      let isEmptied = hasLetter(text) && !hasLetterOrDigit(once)
      #expect(!isEmptied, "\(text.debugDescription)")
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
    let cleaner = TextCleaner(languageCode: "en")
    for piece in ["[", "<a ", "&", "*", "SHOUT ", "#1 ", "Dr. ", "www.", "-- ", "(x](", "\\"] {
      let text = String(repeating: piece, count: 20_000) + "end"
      #expect(cleaner.prepared(text).hasSuffix("end"), "\(piece)")
    }
  }
}

/// A small generator (SplitMix64) with the same sequence on every machine.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
