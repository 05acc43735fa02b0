import Audio
import Hablare
import Narration
import Synchronization

/// Requests speech from providers and checks each take before it is used; a bad take is requested once more.
/// Takes that are free and not cached are not checked, because the next build requests them again anyway.
struct TakeMaker: Sendable {
  let directory: VoiceDirectory
  let pace: ExpectedPace

  /// Returns a good take of a request for `words`, or the first take if the provider's takes are not checked.
  /// Throws `BadTakes` if two takes are bad, and the errors of the provider. `log` records the first bad take.
  func take(
    _ request: VoiceEngineRequest, of words: String, by provider: any VoiceProvider,
    log: TakeLog? = nil
  ) async throws -> VoiceEngineOutput {
    let first = try await provider.generate(request: request)
    guard isJudged(provider) else { return first }
    let check = await check(request, words, provider)
    guard let fault = check.fault(in: first) else { return first }
    log?.add(fault)
    // A cancelled run must not pay for a second take.
    try Task.checkCancellation()
    let second = try await provider.generate(request: request)
    if let other = check.fault(in: second) { throw BadTakes(first: fault, second: other) }
    return second
  }

  private func isJudged(_ provider: any VoiceProvider) -> Bool {
    provider.clipsAreWorthCaching || directory.isPriced(provider.providerId)
  }

  private func check(
    _ request: VoiceEngineRequest, _ words: String, _ provider: any VoiceProvider
  ) async -> TakeCheck {
    let voice = VoiceURI(providerId: provider.providerId, voiceId: request.voiceId)
    return TakeCheck(
      words,
      secondsPerUnit: pace.secondsPerUnit(
        of: voice, languageCode: request.languageCode, options: request.options),
      tempo: request.options.rate,
      ownEstimate: await provider.estimateDuration(text: words, voiceId: request.voiceId))
  }
}

extension TakeCheck {
  /// Returns the fault of an answer.
  fileprivate func fault(in output: VoiceEngineOutput) -> TakeFault? {
    do {
      return fault(in: try ClipSource.pcm(of: output))
    } catch {
      return .unreadable(reason: "\(error)")
    }
  }
}

/// Two bad takes in a row: the line has failed, and neither take is used.
struct BadTakes: Error {
  var first: TakeFault
  var second: TakeFault
  /// Whether the voice spoke the measuring passage instead of the line.
  var isOfMeasuring = false
}

extension BadTakes: CustomStringConvertible {
  /// What was heard, and what to do.
  var description: String {
    let (first, second) = ("\(first)", "\(second)")
    let heard =
      first == second ? "in both takes, the voice \(first)" : "the voice \(first), then \(second)"
    let moment = isOfMeasuring ? " when it spoke a test text to measure its loudness" : ""
    return "\(heard)\(moment); both takes were discarded; run the command again to retry"
  }
}

/// A log of how one request for speech was answered.
final class TakeLog: Sendable {
  private let state = Mutex((wasMade: false, fault: TakeFault?.none))

  /// Whether the provider was called and no cached clip was used.
  var wasMade: Bool { state.withLock(\.wasMade) }

  /// The fault of a first take that was rejected; nil if there was none.
  var fault: TakeFault? { state.withLock(\.fault) }

  /// Records that the provider is called.
  func begin() { state.withLock { $0.wasMade = true } }

  /// Records a bad take.
  func add(_ fault: TakeFault) { state.withLock { $0.fault = fault } }
}
