import Phonemes
import TestSupport
import Testing

/// Tests that the word "no" has its own phonemes wherever a sentence ends.
@Suite("The phonemes of no", .enabled(if: VoiceTables.areThere, VoiceTables.advice))
struct NoPhonemesTests {
  @Test(arguments: EnglishDialect.allCases, NoSentences.all)
  func noIsNoNumber(_ dialect: EnglishDialect, _ sentence: String) async throws {
    let phonemes = try await VoiceTables.read(sentence, dialect)
    #expect(!phonemes.contains("nˈʌmb"), "\(phonemes)")
    let vowel = dialect == .american ? "O" : "Q"
    #expect(phonemes.contains(try Regex("n[ˈˌ]?\(vowel)")), "\(phonemes)")
  }

  @Test(arguments: EnglishDialect.allCases, ["N-no", "The sun. Sun.", "We sat. Sat."])
  func otherWordsKeepTheirSound(_ dialect: EnglishDialect, _ sentence: String) async throws {
    let phonemes = try await VoiceTables.read(sentence, dialect)
    #expect(!phonemes.contains("nˈʌmb") && !phonemes.contains("dA"), "\(phonemes)")
  }

  /// Rule set 1.0 leaves numbers to the engine.
  @Test(arguments: ["No. 5 is alive.", "no. 5 is alive.", "It is no. 5."])
  func beforeDigitsItIsANumber(_ sentence: String) async throws {
    let phonemes = try await VoiceTables.read(sentence, .american)
    #expect(phonemes.contains("nˈʌmbəɹ"), "\(phonemes)")
  }
}
