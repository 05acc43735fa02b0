import Audio
import Glibc
import Hablare
import Narration
import Testing

@testable import Audiobook

@Suite("Pauses inside a clip") struct ClipShapingTests {
  private static let pauses = ClipPauses(sentence: 350, comma: 200, ellipsis: 500)

  /// Returns speech of 500 ms for each word, with silences in milliseconds between the words, at 1,000 Hz.
  private func clip(_ silences: [Int]) -> (PCM, starts: [Int]) {
    func speech() -> [Int16] { (0..<500).map { $0.isMultiple(of: 2) ? 9000 : -9000 } }
    var (samples, starts) = (speech(), [0])
    for silence in silences {
      samples += [Int16](repeating: 0, count: silence)
      starts.append(samples.count)
      samples += speech()
    }
    return (PCM(samples: samples, sampleRate: 1000), starts)
  }

  /// Returns the times of one-word timings of a text.
  private func words(_ text: String, _ starts: [Int]) -> [WordTiming] {
    let scalars = Array(text.unicodeScalars)
    let places = scalars.indices.filter {
      scalars[$0].properties.isAlphabetic && ($0 == 0 || !scalars[$0 - 1].properties.isAlphabetic)
    }
    return zip(places, starts).map { WordTiming(location: $0, length: 1, sample: $1) }
  }

  @Test(arguments: [
    ("One. Two", [800], [350]), ("One. Two", [200], [350]),
    ("One! Two? Three", [800, 90], [350, 350]),
    ("One, two", [800], [200]), ("One, two", [90], [90]), ("One — two", [300], [200]),
    ("One… two", [300], [500]), ("One... Two", [800], [500]), ("One two", [800], [800]),
    // A full stop that may belong to an initial is cut down, and never filled.
    ("J. Smith", [100], [100]), ("J. Smith", [900], [350]), ("One. two", [100], [100]),
    // No silence between the words: nothing is filled.
    ("One. Two. Three", [0, 800], [0, 350]),
  ])
  func silencesGetTheLengthOfTheirMark(_ text: String, _ silences: [Int], _ expected: [Int]) throws
  {
    let (pcm, starts) = clip(silences)
    let shaping = ClipShaping(text, hasPhonemes: false, pauses: Self.pauses)
    guard let shaping else { return #expect(silences == expected) }
    let (sound, times) = shaping.applied(to: pcm, words: words(text, starts))
    let (wanted, places) = clip(expected)
    #expect(sound.samples.count == wanted.samples.count)
    #expect(times.map(\.sample) == places)
    let isSpeech = sound.samples.map { abs($0) == 9000 }
    #expect(isSpeech == wanted.samples.map { abs($0) == 9000 }, "no word is changed")
  }

  @Test func sentencePausesDifferALittleAndAlwaysTheSame() throws {
    let varied = Pauses(for: .v1_2).inside
    #expect(varied.key == "sentence=350 comma=200 ellipsis=500 varied=10")
    #expect(
      Pauses([.sentence: 350], for: .v1_2).inside == Self.pauses, "a pause of a cast is exact")
    #expect(Pauses(for: .v1_1).inside == ClipPauses())
    func lengths(_ text: String) throws -> [Int] {
      let (pcm, starts) = clip([800, 200, 800, 800])
      let shaping = try #require(ClipShaping(text, hasPhonemes: false, pauses: varied))
      let sound = shaping.applied(to: pcm, words: words(text, starts)).0
      return sound.innerSilences(ofAtLeast: 0.05).map(\.count)
    }
    let texts = ["One. Two! Three? Four, five", "One. Two! Three? Five, four"]
    let found = try texts.map(lengths)
    #expect(found[0] != found[1])
    for lengths in found {
      #expect(lengths.dropLast().allSatisfy { (315...385).contains($0) } && lengths.last == 200)
      #expect(Set(lengths).count > 2, "\(lengths)")
    }
    #expect(try texts.map(lengths) == found)
  }

  @Test func withoutTimesOnlyCertainSilencesChange() throws {
    let text = "Aaaaaaaa. Bbbbbbbb. Cccccccc"
    let shaping = try #require(ClipShaping(text, hasPhonemes: false, pauses: Self.pauses))
    let (pcm, _) = clip([800, 200])
    #expect(
      shaping.applied(to: pcm, words: []).0.samples.count == clip([350, 350]).0.samples.count)
    #expect(ClipShaping.pairs([1, 2], [1.1, 2.1]).map(\.mark) == [0, 1])
    // Two marks are equally near, or all marks are far.
    #expect(ClipShaping.pairs([1], [0.9, 1.15]).isEmpty)
    #expect(ClipShaping.pairs([1], [3]).isEmpty)
  }

  @Test func withoutPausesOrMarksThereIsNothingToShape() {
    #expect(ClipShaping("One. Two", hasPhonemes: false, pauses: ClipPauses()) == nil)
    #expect(ClipShaping("One two.", hasPhonemes: false, pauses: Self.pauses) == nil)
    #expect(ClipShaping("[[w.V; n]] two", hasPhonemes: true, pauses: Self.pauses) == nil)
  }

  @Test func espeakPausesAreExact() async throws {
    try await expectExactPauses(of: "en-us", by: EspeakNGVoiceProvider(slots: 1), tolerance: 1)
  }

  @Test(
    .enabled("the natural voice is installed (Scripts/install-natural)") {
      await NeuralVoiceProvider.hibari(slots: 1).isConfigured()
    })
  func heartPausesAreExact() async throws {
    try await expectExactPauses(
      of: "heart", by: NeuralVoiceProvider.hibari(slots: 1), tolerance: 15)
  }

  /// Both engines report the times of words, so every pause gets its exact length, and a word after a pause starts
  /// where its sound starts. `tolerance` is in milliseconds.
  private func expectExactPauses(
    of voice: String, by engine: any VoiceProvider, tolerance: Int
  ) async throws {
    let text = "The answer is no. He left, and she stayed. Well... nobody came."
    let output = try await engine.generate(
      request: VoiceEngineRequest(text: text, voiceId: voice, languageCode: "en-US"))
    let shaping = try #require(ClipShaping(text, hasPhonemes: false, pauses: Self.pauses))
    let (sound, times) = shaping.applied(
      to: try output.pcm(), words: output.wordTimings)
    func milliseconds(_ samples: Int) -> Int { samples * 1000 / sound.sampleRate }
    let silences = sound.innerSilences(ofAtLeast: 0.3)
    let lengths = silences.map { milliseconds($0.count) }
    // A few quiet samples beside the speech do not count as silence.
    let isExact = zip(lengths, [350, 350, 500]).allSatisfy { abs($0 - $1) <= tolerance }
    #expect(lengths.count == 3 && isExact, "\(lengths)")
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.sample <= $1.sample })
    for silence in silences {
      let nearest = times.map { milliseconds(abs($0.sample - silence.upperBound)) }.min() ?? .max
      #expect(nearest <= 1, "\(nearest) ms from the start of the sound")
    }
  }

  @Test func `a speaker who is out of breath gasps before the line and between words`() {
    // Ten words of 400 ms, each with a soft end of 20 ms.
    let rate = 24_000
    let word = (0..<9600).map { Int16($0 < 9120 ? ($0.isMultiple(of: 40) ? 9000 : -3000) : 30) }
    let pcm = PCM(samples: (0..<10).flatMap { _ in word }, sampleRate: rate)
    let starts = (0..<10).map { WordTiming(location: $0 * 5, length: 4, sample: $0 * word.count) }
    let (heard, words) = ClipShaping.gasping(pcm, words: starts)
    let gaps = zip(words, words.dropFirst()).map { $1.sample - $0.sample }
    let cuts = gaps.indices.filter { gaps[$0] > word.count + rate / 4 }
    #expect(cuts == [2, 5] && words[0].sample > rate / 4)
    #expect(words.map(\.location) == starts.map(\.location))
    for start in [words[0], words[3], words[6]].map(\.sample) {
      let breath = heard.samples[start - rate * 3 / 10..<start - rate / 20]
      let power = breath.reduce(0) { $0 + Double($1) * Double($1) } / Double(breath.count)
      let level = 10 * log10(power / (3300 * 3300))
      #expect((-20 ... -8).contains(level), "\(level) dB")
      #expect(Array(heard.samples[start..<start + 9000]) == Array(word[..<9000]))
    }
    #expect(ClipShaping.gasping(pcm, words: starts).0 == heard)
    #expect(ClipShaping.gasping(pcm, words: []).0 == pcm)
  }
}
