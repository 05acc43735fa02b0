import Narration
import Testing

/// Tests of how rule sets 1.1 and 1.2 read symbols and digits in one line.
@Suite struct NewestCleaningTests {
  static let prose: [CleaningCase] = [
    .init("2 > 1 and 1 < 2", "Two is greater than one and one is less than two"),
    .init("if x<5 or x>5", "if x is less than five or x is greater than five"),
    .init("it is -5 degrees", "it is minus five degrees"),
    .init("$5", "Five dollars"), .init("50 % off", "Fifty percent off"),
    .init("C++ and g++", "C plus plus and g plus plus"), .init("C# and F#", "C sharp and F sharp"),
    .init("#1 of 3", "Number one of three"), .init("see [1].", "see one."),
    .init("http:// is a scheme", "http:// is a scheme"), .init("I <3 you", "I ❤️ you"),
    .init("<me@example.org>", "Me at example dot org"),
    .init(
      "needs kit>=3.4,<5", "needs kit greater than or equal to three point four, less than five"),
    .init(
      "the fall of 1931\" and 6\" of rain",
      "the fall of nineteen thirty-one\" and six inches of rain"),
    .init("6\" wide. \"In 42\", he said.", "Six inches wide. \"In forty-two\", he said."),
    .init("see I.8.10 and A.3.2", "see I. eight point ten and A. three point two"),
    .init("pp. xi-xiv and p. xxxix", "Pages eleven to fourteen and page thirty-nine"),
    .init("Assets - Liabilities = Equity", "Assets minus Liabilities equals Equity"),
    .init("Result - as we saw: x = 5", "Result, as we saw: x equals five"),
    .init("Image > Encoding, 3 > 2", "Image, Encoding, three is greater than two"),
    .init(
      "Figure 2.10, fig. 2.10, 2.10 m",
      "Figure two point ten, figure two point ten, two point one zero meters"),
    .init("4.10 Names of files", "Four point ten Names of files"),
    .init("spades, &c, foils, &c.", "spades, et cetera, foils, et cetera."),
    .init("tears:--why so,--it", "tears: why so, it"),
    .init("on- and offline, on- he said", "on and offline, on, he said"),
    .init("a 10/12-bit image", "a ten, twelve-bit image"),
    .init("the CVS, the UCS", "the CVS, the U.C.S"), .init("US-ASCII", "U.S-ASCII"),
    .init("copyright © 1999", "copyright nineteen ninety-nine"),
    .init("Windows 9x, 680x0", "Windows nine x, six hundred eighty x zero"),
    .init("on p 95 (pop. 4,000)", "on page ninety-five (population four thousand)"),
    .init(
      "0.000-50131235",
      "Zero point zero zero zero to fifty million one hundred thirty-one thousand two hundred thirty-five"
    ),
  ]

  static let scripts: [CleaningCase] = [
    .init("2 * 3 is six", "Two times three is six"),
    .init("R2-D2 BEEPS", "R two-D two beeps"),
    .init("WORLD WAR II IS OVER", "World war two is over"),
    .init("LOUIS XIV AND HENRY VIII", "Louis the fourteenth and henry the eighth"),
    .init("The FBI and the NYPD wait.", "The FBI and the N.Y.P.D wait."),
    .init("I <love> you", "I <love> you"),
    .init("Dr. Smith owes me $25,000.", "Doctor Smith owes me twenty-five thousand dollars."),
    .init("CALL 911 NOW", "Call nine one one now"),
    .init("It was 1984.", "It was nineteen eighty-four."),
  ]

  @Test(arguments: [
    ("N- no. J- Jason? Th- that is it.", "N-no. J-Jason? Th-that is it."),
    ("W—why? p- p- please", "W-why? p-p-please"), ("We go w-", "We go"), ("Wh-", "Wuh"),
    ("Did I- wh-I know", "Did I, I know"), ("Plan B- but no", "Plan B, but no"),
    ("D-Day. I got a B-", "D-Day. I got a B minus"),
  ])
  func readsCutWords(text: String, expected: String) {
    let cleaner = TextCleaner(languageCode: "en", rules: .v1_2)
    #expect(cleaner.clean(text).text == expected)
  }

  /// Words in syllables, EXT in action, the dash behind initials and the symbols of elements.
  @Test(arguments: [
    ("My Cor-a-line. L-U-C-Y-N", "My Coraline. L-U-C-Y-N"),
    ("Hello, ga-LOO-boo-shka.", "Hello, ga-loo-boo-shka."), ("and vsig-DA it", "and vsig-da it"),
    ("an anti-CIA-man", "an anti-C.I.A-man"), ("on lower EXT stairs", "on lower exterior stairs"),
    ("Call EXT 12", "Call Ext twelve"), ("Da-ad! co-op", "Daaad! co-op"),
    ("Like Gold (Au) and tea (Au)", "Like Gold (A.U) and tea (Au)"),
    ("WASHINGTON D.C. - THE ROOM", "Washington D.C., the room"), ("you `n me", "you 'n me"),
    ("He CRACKS A", "He cracks A"),
  ])
  func readsSyllables(text: String, expected: String) {
    let cleaner = TextCleaner(languageCode: "en", names: ["CORALINE", "LUCYN"], rules: .v1_2)
    #expect(cleaner.clean(text).text == expected)
  }

  @Test(arguments: prose) func readsProse(_ row: CleaningCase) {
    let cleaner = TextCleaner(languageCode: row.language, markup: .none, rules: .v1_1)
    #expect(cleaner.clean(row.input).text == row.expected)
  }

  static let foreign: [CleaningCase] = [
    .init("1.1. Was ist das?", "Eins Punkt eins. Was ist das?", "de"),
    .init(
      "Abschnitt 8.1.2 und am 3.5. kam er",
      "Abschnitt acht Punkt eins Punkt zwei und am dritten Mai kam er", "de"),
    .init("nach 1.3.x und H.323", "nach eins Punkt drei.x und H. dreihundertdreiundzwanzig", "de"),
    .init("Installations- und andere", "Installations und andere", "de"),
    .init("mit PXE und DMA", "mit P.X.E und D.M.A", "de"),
    .init(
      "Figura 14.100 y 14.100 casas", "Figura catorce punto cien y catorce mil cien casas", "es"),
    .init("de 15° y el 3° piso", "de quince grados y el tercer piso", "es"),
    .init("mit APT und ARMv7", "mit Apt und ARMv sieben", "de"),
    .init("la RAM et le DOS", "la Ram et le Dos", "fr"),
    .init("tableau ci-dessous", "tableau ci-dessous", "fr"),
  ]

  @Test(arguments: foreign) func readsOtherLanguages(_ row: CleaningCase) {
    let cleaner = TextCleaner(languageCode: row.language, markup: .none, rules: .v1_1)
    #expect(cleaner.clean(row.input).text == row.expected)
  }

  static let secondEdition: [CleaningCase] = [
    .init("you. . .have it", "you... have it"), .init("A. B. C", "A. B. C"),
    .init(
      "It ranged from 981 to 1316.",
      "It ranged from nine hundred eighty-one to one thousand three hundred sixteen."),
    .init(
      "Kings from 987 to 1328 ruled",
      "Kings from nine hundred eighty-seven to thirteen twenty-eight ruled"),
    .init("so y = 1412.", "so y equals one thousand four hundred twelve."),
    .init("the year = 1850 here", "the year equals eighteen fifty here"),
    .init("on port G0/0/1 here", "on port G zero slash zero slash one here"),
    .init("la interfaz G0/0/0 es", "la interfaz G cero barra cero barra cero es", "es"),
    .init(
      "permit 192.168.10.0 0.0.0.255 any",
      "permit one nine two dot one six eight dot one zero dot zero, zero dot zero dot zero dot two five five any"
    ),
    .init("among test+ and test- alone", "among test plus and test minus alone"),
    .init("on- and offline, on- he said", "on and offline, on, he said"),
    .init(
      "see 10.5281/zenodo.1285221.",
      "see ten dot five two eight one, zenodo dot one two eight five two two one."),
    .init("the TL;DR is short", "the TLDR is short"),
    .init("Returns: int. What it does", "Returns: int. What it does"),
    .init("read Keyfile.dat here", "read Keyfile dot dat here"),
    .init("the Crack # 1 shows", "the Crack number one shows"),
    .init("at fediverse.party now", "at fediverse dot party now"),
    .init("(a) Name it, as in (a).", "(A-) Name it, as in (A-)."),
    .init("a) Name it", "A-) Name it"), .init("(a) Nennen", "(a) Nennen", "de"),
    .init("so a over b is", "so A- over b is"), .init("let A be one", "let A- be one"),
    .init("a equals character", "a equals character"), .init("a plus for us", "a plus for us"),
    .init("a sub on rye", "a sub on rye"), .init("of times A occurred", "of times A- occurred"),
    .init("a 2 GB DRAM chip", "a two gigabyte D-ram chip"),
    .init("an event A is not", "an event A- is not"), .init("ways A can be", "ways A- can be"),
    .init("and A union B is", "and A- union B is"), .init("the \"A\" is", "the \"A-\" is"),
    .init("said A can of beans", "said A can of beans"), .init("saw A Star in", "saw A Star in"),
    .init("so A\u{200D} prime is", "so A- prime is"),
    .init("set 'a' and ‘A’ now", "set 'A-' and ‘A-’ now"),
    .init(
      "key 1b366ad4-a967-4000-8000-0123456789ab",
      "key one B three six, six A- D four, A- nine six seven, four zero zero zero, eight zero zero zero, zero one two three, four five six seven, eight nine A- B"
    ),
    .init(
      "the key 7hQ2xZb9TtR4wVkM8 is",
      "the key seven H Q two, X Z B nine, T T R four, W V K M, eight is"),
    .init("A one two punch, A nine year", "A one two punch, A nine year"),
    .init("A happens-before B", "A- happens-before B"),
    .init("sort ASC or DESC", "sort asc or desc"),
    .init("the boys' a lot", "the boys' a lot"), .init("rock'a'way", "rock'a'way"),
  ]

  @Test(arguments: secondEdition) func readsTheSecondEdition(_ row: CleaningCase) {
    let cleaner = TextCleaner(languageCode: row.language, markup: .none, rules: .v1_2)
    #expect(cleaner.clean(row.input).text == row.expected)
  }

  @Test(arguments: scripts) func readsScripts(_ row: CleaningCase) {
    let cleaner = TextCleaner(languageCode: row.language, rules: .v1_1)
    #expect(cleaner.clean(row.input).text == row.expected)
  }

  /// A pronunciation lists text as it is typed, so such text must not change before the pronunciation is
  /// applied.
  @Test func pronunciationsOutrankDigits() {
    let cleaner = TextCleaner(
      languageCode: "en-US", pronunciations: [Pronunciation(text: "7-Eleven", say: "the shop")],
      rules: .v1_1)
    #expect(cleaner.clean("At 7-Eleven by 7 p.m.").text == "At the shop by seven PM.")
  }

  @Test func titlesKeepTheirDigits() {
    let cleaner = TextCleaner(languageCode: "en-US", keepsDigits: true, rules: .v1_1)
    #expect(cleaner.prepared("Chapter 4: $5") == "Chapter 4: $5")
  }
}
