import TestSupport
import Testing

@testable import Hablare

/// Tests of texts in several languages as phonemes, with espeak itself.
struct EspeakReaderTests {
  private static let reader = EspeakReader(speller: EspeakNGVoiceEngine(slots: 1))

  private static func read(_ text: String, _ voice: String = "en-us", hasPhonemes: Bool = false)
    async throws -> ReadText
  {
    try await reader.read(text, hasPhonemes: hasPhonemes, voice: voice)
  }

  /// Returns the phonemes of the clauses, each with its punctuation.
  private static func line(_ text: ReadText) -> [String] {
    text.clauses.map { clause in
      String(String.UnicodeScalarView(clause.phonemes + [clause.mark].compactMap(\.self)))
    }
  }

  /// Returns the words of the text, with the phonemes of each.
  private static func words(_ read: ReadText, of text: String) -> [String: String] {
    let scalars = Array(text.unicodeScalars)
    var found: [String: String] = [:]
    for clause in read.clauses {
      for (symbol, owner) in zip(clause.phonemes, clause.owners) {
        guard let owner else { continue }
        found[String(String.UnicodeScalarView(scalars[read.words[owner]])), default: ""]
          .unicodeScalars.append(symbol)
      }
    }
    return found
  }

  @Test func `clauses keep their punctuation`() async throws {
    let text = "Hello there, Anna; it's late. \"Really?\" she said: 'No way!' The end"
    #expect(
      Self.line(try await Self.read(text)) == [
        "həlˈoʊ ðˈɛɹ,", "ˈænə;", "ɪts lˈeɪt.", "ɹˈiəli?", "ʃiː sˈɛd:", "nˈoʊ wˈeɪ!", "ðɪ ˈɛnd.",
      ])
    #expect(try await Self.read(text).sentences.count == 4)
  }

  /// espeak itself, and Piper's and Kokoro's voices, speak these phonemes.
  @Test(arguments: ["en-us", "en-gb"], NoSentences.all)
  func `no is no number`(voice: String, sentence: String) async throws {
    let phonemes = Self.line(try await Self.read(sentence, voice)).joined(separator: " ")
    #expect(!phonemes.contains("nˈʌmb"), "\(phonemes)")
    let vowel = voice == "en-us" ? "oʊ" : "əʊ"
    #expect(phonemes.contains(try Regex("n[ˈˌ]?\(vowel)")), "\(phonemes)")
  }

  @Test(arguments: [
    ("de", "Das ist schön, ja?", ["das ɪst ʃˈøːn,", "jˈɑː?"]),
    ("fr", "« Oui », dit-il.", ["wˌi,", "dˈitˈil."]),
    ("es", "¿Qué? ¡Hola!", ["kˈe?", "ˈola!"]),
  ])
  func `every language has phonemes`(voice: String, text: String, clauses: [String]) async throws {
    #expect(Self.line(try await Self.read(text, voice)) == clauses)
  }

  @Test func `words are found in their clauses`() async throws {
    let text = "Out of the house, 25 yards away — “the brown fox” slept."
    let words = Self.words(try await Self.read(text), of: text)
    #expect(words["25"] == "twˈɛntifˈaɪv")
    #expect(words["yards"] == "jˈɑːɹdz")
    #expect(words["fox"] == "fˈɑːks")
    #expect(words["slept"] == "slˈɛpt")
    #expect(words["Out"]?.isEmpty == false && words["of"]?.isEmpty == false)
    #expect(words.count == 10)
  }

  @Test func `given IPA replaces a word`() async throws {
    let text = "Ask [[/təˈmɑːtəʊ/]] again, [[ˈænə]]'s friend."
    let read = try await Self.read(text, hasPhonemes: true)
    #expect(
      Self.line(read) == ["ˈæsk", "təˈmɑːtəʊ", "ɐɡˈɛn,", "ˈænə", "ˈɛs fɹˈɛnd."])
    #expect(read.clauses[3].hasSpaceBefore)
    #expect(!read.clauses[4].hasSpaceBefore)
    #expect(Self.words(read, of: text)["[[/təˈmɑːtəʊ/]]"] == "təˈmɑːtəʊ")
    #expect(read.sentences.count == 1)
  }

  @Test func `silent text has no phonemes`() async throws {
    #expect(try await Self.read("… —").clauses.allSatisfy { $0.phonemes.isEmpty })
  }

  @Test func `text that was read before changes nothing`() async throws {
    let text = "The lazy dog, and the quick brown fox: of the two, which?"
    let first = try await Self.read(text)
    _ = try await Self.read("Of the fox, the dog.")
    #expect(try await Self.read(text).clauses == first.clauses)
  }
}
