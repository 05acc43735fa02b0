import Basics
import Synchronization

/// What is wrong with a take, the answer of a provider to one request.
public enum TakeFault: Sendable, Equatable {
  /// Nothing can be heard: no sample reaches −50 dBFS.
  case silent
  /// The text needs more time than the take has from its first to its last audible sample; both in
  /// seconds.
  case cutShort(heard: Double, needed: Double)
  /// The audio cannot be decoded.
  case unreadable(reason: String)
}

extension TakeFault: CustomStringConvertible {
  /// The fault as text that follows "the voice".
  public var description: String {
    switch self {
    case .silent: "was silent"
    case .cutShort(let heard, let needed):
      "spoke \(Rounded(heard, decimals: 1)) s of a line that needs about "
        + "\(Rounded(needed, decimals: needed < 10 ? 1 : 0)) s"
    case .unreadable(let reason): "sent audio that cannot be decoded (\(reason))"
    }
  }
}

/// Decides whether a take can be the audio of the requested words.
///
/// A bad take is requested once more, which costs money, so a judge must be sure.
public struct TakeJudge: Sendable {
  /// Returns the fault of an answer to a request for `words`; nil if the answer is good.
  package typealias Judgement =
    @Sendable (
      _ output: VoiceEngineOutput, _ words: String, _ request: VoiceEngineRequest,
      _ provider: any VoiceProvider
    ) async -> TakeFault?

  let fault: Judgement

  package init(_ fault: @escaping Judgement) { self.fault = fault }

  /// Accepts every take.
  public static let none = TakeJudge { _, _, _, _ in nil }

  /// Rejects a take of words in which no sample reaches −50 dBFS.
  ///
  /// Only 16-bit PCM and WAV files with such samples are judged; this module decodes no other
  /// format.
  public static let audible = TakeJudge { output, words, _, _ in
    guard words.unicodeScalars.contains(where: \.isLetterOrNumber),
      let peak = output.peak, peak < TakeJudge.audiblePeak
    else { return nil }
    return .silent
  }

  /// The smallest magnitude of a 16-bit sample that counts as audible: −50 dBFS.
  private static let audiblePeak = 104
}

extension VoiceEngineOutput {
  /// The largest magnitude of the 16-bit samples; nil if the audio has other samples.
  fileprivate var peak: Int? {
    let bytes = [UInt8](audioData)
    var range = bytes.indices
    if audioFormat == .wav {
      guard let file = try? WAVFile(bytes), file.encoding == 1, file.bitsPerSample == 16 else {
        return nil
      }
      range = file.samples
    } else if audioFormat != .pcm16 {
      return nil
    }
    return stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).reduce(0) {
      max($0, abs(Int(Int16(bitPattern: UInt16(bytes[$1]) | UInt16(bytes[$1 + 1]) << 8))))
    }
  }
}

/// Two bad takes in a row: the item has failed, and neither take is used.
public struct BadTakes: Error {
  /// The fault of the first take.
  public let first: TakeFault
  /// The fault of the second take.
  public let second: TakeFault
  /// Whether the voice spoke a text that measures its loudness instead of an item.
  var isOfMeasuring = false
}

extension BadTakes: CustomStringConvertible {
  /// What was heard, and what to do.
  public var description: String {
    let (first, second) = ("\(first)", "\(second)")
    let heard =
      first == second ? "in both takes, the voice \(first)" : "the voice \(first), then \(second)"
    let moment = isOfMeasuring ? " when it spoke a test text to measure its loudness" : ""
    return "\(heard)\(moment); both takes were discarded; try again to request new takes"
  }
}

/// A log of how one request for speech was answered.
final class TakeLog: Sendable {
  private let state = Mutex((wasMade: false, fault: TakeFault?.none))

  /// Whether the provider was called and no cached clip was used.
  var wasMade: Bool { state.withLock(\.wasMade) }

  /// The fault of a first take that was rejected; nil if there was none.
  var fault: TakeFault? { state.withLock(\.fault) }

  func begin() { state.withLock { $0.wasMade = true } }

  func add(_ fault: TakeFault) { state.withLock { $0.fault = fault } }
}

/// The providers that have gone down, and their fallback voices.
/// After its retries fail, a provider is not called again. Otherwise each of its remaining items
/// would wait for all retries.
final class Fallbacks: Sendable {
  /// Called once for each provider that goes down, with the reason and the fallback voice.
  typealias Listener = @Sendable (_ outage: Outage) async -> Void

  private let voices: [String: VoiceURI]
  private let onOutage: Listener
  /// The reasons why providers are down, by provider id.
  private let down = Mutex<[String: VoiceProviderError]>([:])
  /// Items in flight, keyed by provider and number, so that they can be retried on the fallback voice.
  private let underWay = Mutex(UnderWay())

  private struct UnderWay {
    var count = 0
    var tasks: [String: [Int: Task<Speech, any Error>]] = [:]
  }

  /// Creates the list of fallback voices, keyed by the provider that they replace.
  init(_ voices: [String: VoiceURI], onOutage: @escaping Listener) {
    self.voices = voices
    self.onOutage = onOutage
  }

  /// Returns the provider's speech for an item, or nil if the provider fails first.
  func speech(
    of providerId: String, make: @escaping @Sendable () async throws -> Speech
  ) async throws -> Speech? {
    guard voices[providerId] != nil else { return try await make() }
    let task = Task { try await make() }
    let number = underWay.withLock { underWay in
      underWay.count += 1
      underWay.tasks[providerId, default: [:]][underWay.count] = task
      return underWay.count
    }
    defer { underWay.withLock { underWay in underWay.tasks[providerId]?[number] = nil } }
    if voice(for: providerId) != nil { task.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch is CancellationError where !Task.isCancelled && voice(for: providerId) != nil {
      return nil
    }
  }

  /// The number of providers that are down.
  var outageCount: Int { down.withLock(\.count) }

  /// Returns the fallback voice, or nil if the provider is up.
  func voice(for providerId: String) -> VoiceURI? {
    outage(of: providerId) == nil ? nil : voices[providerId]
  }

  /// Returns the reason why a provider is down, or nil if it is up.
  func outage(of providerId: String) -> VoiceProviderError? { down.withLock { $0[providerId] } }

  /// Records that a provider is down, and returns its fallback voice; nil if the provider has no
  /// fallback voice.
  func markDown(_ providerId: String, because error: VoiceProviderError) async -> VoiceURI? {
    guard let voice = voices[providerId] else { return nil }
    let isNews = down.withLock { down in
      defer { down[providerId] = down[providerId] ?? error }
      return down[providerId] == nil
    }
    if isNews {
      // Waiting items are cancelled. Otherwise each item would discover the outage only after its
      // own long wait.
      let tasks = underWay.withLock { $0.tasks[providerId] ?? [:] }
      for task in tasks.values { task.cancel() }
      await onOutage(Outage(providerId: providerId, voice: voice, reason: error.description))
    }
    return voice
  }
}

/// A provider that went down while items were spoken.
public struct Outage: Sendable, Equatable {
  /// The provider.
  public var providerId: String
  /// The voice that speaks the rest of the provider's items.
  public var voice: VoiceURI
  /// The reason, for display.
  public var reason: String
}
