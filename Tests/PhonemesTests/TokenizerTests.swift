import Testing

@testable import Phonemes

@Suite("Tokens")
struct TokenizerTests {
  @Test(arguments: [
    ("I can't stop.", "I ca n't stop ."), ("“Well,” he said", "“ Well , ” he said"),
    ("(red) [red]", "( red ) [ red ]"), ("well-known", "well - known"), ("go--now", "go -- now"),
    ("red... apple", "red ... apple"), ("and/or", "and / or"), ("Anna's", "Anna 's"),
    ("the end.The", "the end . The"), ("a,b", "a , b"), ("U.S.", "U.S."), ("USA.", "USA ."),
    ("www.red.com, red@apple.org", "www.red.com , red@apple.org"), ("$5", "$ 5"), ("5km", "5 km"),
    ("US$", "US$"), ("Mr.", "Mr."), ("x=y", "x = y"), ("...", "..."), ("--", "--"), ("50%", "50 %"),
  ])
  func split(text: String, tokens: String) throws {
    let voice = try SmallVoice()
    let data = try PhonemeData(folder: voice.path, dialect: .american)
    let symbols = Array(text.unicodeScalars)
    let found = Tokenizer(forms: data.forms).tokens(symbols).map { symbols[$0.range].string }
    #expect(found.joined(separator: " ") == tokens)
  }

  @Test(arguments: [
    ("don't", "don't"), ("iPhone", "i Phone"), ("XMLParser", "XMLParser"),
    ("XMyParser", "X My Parser"), ("1990s", "1990 s"),
    ("a-b_c", "a - b _ c"), ("'em", "' em"), ("O'Neill's", "O'N eill's"),
    ("rock''roll", "rock '' roll"),
    ("-5.5%", "-5.5 %"), ("dogs'", "dogs '"), ("B2B", "B 2 B"),
  ])
  func parts(token: String, parts: String) {
    let symbols = Array(token.unicodeScalars)
    let found = Subtokens.split(symbols[...]).map { symbols[$0].string }
    #expect(found.joined(separator: " ") == parts)
  }

  @Test(arguments: [
    ("IV", 4), ("VIII", 8), ("XCIX", 99), ("I", 1), ("IIII", nil), ("VX", nil), ("IC", nil),
    ("CIVIL", nil), ("XIVa", nil),
  ])
  func roman(text: String, value: Int?) {
    var mapped = MappedText()
    mapped.append(text, from: 0..<1)
    #expect(RomanNumber.at(0, in: mapped)?.value == value)
  }
}
