import Audio
import Hablare
import Narration
import Synchronization

/// Has providers speak, and judges each take before it is kept: a bad one is asked for once more.
///
/// Takes of providers whose speech is free and is not kept are not judged: the next build makes them
/// again anyway.
struct TakeMaker: Sendable {
  let directory: VoiceDirectory
  let pace: ExpectedPace

  /// A good take of a request for `words`, or the first take if its provider is not judged.
  ///
  /// Throws `BadTakes` if two takes are bad, and what the provider throws. `log` hears of the first bad
  /// take.
  func take(
    _ request: VoiceEngineRequest, of words: String, by provider: any VoiceProvider,
    log: TakeLog? = nil
  ) async throws -> VoiceEngineOutput {
    let first = try await provider.generate(request: request)
    guard isJudged(provider) else { return first }
    let check = await check(request, words, provider)
    guard let fault = check.fault(in: first) else { return first }
    log?.add(fault)
    // A run that was interrupted pays for nothing more.
    try Task.checkCancellation()
    let second = try await provider.generate(request: request)
    if let other = check.fault(in: second) { throw BadTakes(first: fault, second: other) }
    return second
  }

  private func isJudged(_ provider: any VoiceProvider) -> Bool {
    provider.clipsAreWorthKeeping || directory.isPriced(provider.providerId)
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
  /// What is wrong with an answer.
  fileprivate func fault(in output: VoiceEngineOutput) -> TakeFault? {
    do {
      return fault(in: try ClipSource.pcm(of: output))
    } catch {
      return .unreadable(reason: "\(error)")
    }
  }
}

/// Two bad takes, one after the other: the line has failed, and neither take is kept.
struct BadTakes: Error {
  var first: TakeFault
  var second: TakeFault
  /// Whether the voice spoke the measuring passage, not the line.
  var isOfMeasuring = false
}

extension BadTakes: CustomStringConvertible {
  /// What was heard, and what to do.
  var description: String {
    let (first, second) = ("\(first)", "\(second)")
    let heard = first == second ? "\(first), twice" : "\(first), then \(second)"
    let moment = isOfMeasuring ? ", when its level was measured" : ""
    return "the voice \(heard)\(moment); neither take was kept; the same command tries again"
  }
}

/// What became of a request for speech.
final class TakeLog: Sendable {
  private let state = Mutex((wasMade: false, fault: TakeFault?.none))

  /// Whether the provider was asked, so that no kept clip was used.
  var wasMade: Bool { state.withLock(\.wasMade) }

  /// What was wrong with a first take that was not kept; nil if nothing was.
  var fault: TakeFault? { state.withLock(\.fault) }

  /// Notes that the provider is asked.
  func begin() { state.withLock { $0.wasMade = true } }

  /// Notes a bad take.
  func add(_ fault: TakeFault) { state.withLock { $0.fault = fault } }
}
