import Audio
import Audiobook
import Foundation
import Hablare
import HablareTesting
import TestSupport
import Testing

/// Tests of a server that goes down after each number of answers.
///
/// The fallback speaks, and the next build repairs exactly what was degraded.
@Suite struct OutagePointTests {
  private static let scenes = 3
  private static let speeches = 4
  private static let lines = scenes * speeches

  /// Every line has its own text, and the two roles take turns.
  private static let script = (0..<scenes).map { scene in
    "INT. ROOM \(["ONE", "TWO", "THREE"][scene]) - DAY\n\n"
      + (0..<speeches).map { speech in
        let words = (0...scene * speeches + speech).map { _ in "so" }.joined(separator: " ")
        return "\(speech.isMultiple(of: 2) ? "ANN" : "BEN")\nThere were \(words) many.\n\n"
      }.joined()
  }.joined()

  private static let cast = """
    { "narrator": "spare://tenor",
      "characters": { "ANN": "paid://alto", "BEN": "paid://bass" },
      "fallback": { "paid": "spare://bass" } }
    """

  struct Case: Sendable, CustomTestStringConvertible {
    var isPriced: Bool
    var isLevelled: Bool
    var jobs: Int
    /// The number of requests of an undisturbed build.
    ///
    /// A free server also gets one request for each voice: the passage that measures the level of the voice.
    var requests: Int { OutagePointTests.lines + (isLevelled && !isPriced ? 2 : 0) }
    var testDescription: String {
      "\(isPriced ? "priced" : "free"), \(isLevelled ? "levels" : "no levels"), \(jobs) jobs"
    }
  }

  static let cases = [true, false].flatMap { isPriced in
    [true, false].flatMap { isLevelled in
      [1, 3].map { Case(isPriced: isPriced, isLevelled: isLevelled, jobs: $0) }
    }
  }

  private func book(_ scene: Case, _ server: FakeSpeechServer, _ cache: ClipCache) -> ToneBook {
    var configuration = OpenAIConfiguration()
    configuration.baseURL = server.address
    configuration.model = "tts-1"
    configuration.voices = ["alto", "bass"]
    let provider = OpenAIVoiceProvider(
      id: "paid", configuration: configuration,
      isBilled: scene.isPriced, key: { nil }, client: HTTPClient(), clock: RecordingClock())
    return ToneBook(Self.script, cast: Self.cast, provider: provider) {
      $0.others = [ToneVoiceProvider(providerId: "spare")]
      $0.prices =
        scene.isPriced ? ["paid": ProviderPrices(perThousandCharacters: 1, currency: "USD")] : [:]
      $0.cache = cache
      $0.options.jobs = scene.jobs
      $0.options.loudness = scene.isLevelled ? .mono(-19) : .off
    }
  }

  /// The address is part of a clip's key, so one server answers all builds of a case.
  @Test(arguments: cases)
  func `an outage after any answer costs no chapter`(scene: Case) async throws {
    let outage = OutageSwitch()
    let server = try FakeSpeechServer(.kokoro) { _ in outage.answer() }
    let folder = try TemporaryFolder()
    let clean = folder.path(of: "clean")
    let undisturbed = book(scene, server, ClipCache(folder: folder.path(of: "clean-clips")))
    try await undisturbed.render(into: clean, levels: folder.path(of: "clean-levels"))
    #expect(server.speeches.count == scene.requests)
    let expected = try FolderState.contents(clean)
    // The first answer and the last one are always included.
    let last = scene.requests - 1
    for answers in Strength.sample(Array(0...last), always: { $0 == last }) {
      let place: Comment = "after \(answers) answers"
      let cache = ClipCache(folder: folder.path(of: "clips \(answers)"))
      let (out, levels) = (folder.path(of: "out \(answers)"), folder.path(of: "levels \(answers)"))
      let build = book(scene, server, cache)
      outage.begin(after: answers)
      let outcome = try await build.render(into: out, levels: levels)
      #expect(outcome.failures.isEmpty, place)
      #expect(!outcome.degraded.isEmpty, place)
      #expect(outcome.completed == Self.scenes, place)
      outage.end()
      let before = server.speeches.count
      let repaired = try await build.render(into: out, levels: levels)
      #expect(repaired.reused == Self.scenes - outcome.degraded.count, place)
      #expect(repaired.degraded.isEmpty, place)
      #expect(server.speeches.count - before <= scene.requests - answers, place)
      #expect(try FolderState.contents(out) == expected, place)
    }
  }
}
