import Foundation
import TestSupport

@testable import Hablare

/// A fake service, a provider that calls it, and a clock that only records waits.
struct ElevenLabsCase: Sendable {
  let service: FakeElevenLabs
  let provider: ElevenLabsVoiceProvider
  let clock = RecordingClock()
  let client = HTTPClient()

  init(
    _ account: FakeElevenLabsAccount = FakeElevenLabsAccount(), key: String? = FakeElevenLabs.key,
    model: String? = nil, usesContext: Bool = false, timeouts: HTTPTimeouts = HTTPTimeouts(),
    maximumBytes: Int = HTTPRequest.defaultMaximumBytes
  ) throws {
    service = try FakeElevenLabs(account)
    var configuration = ElevenLabsConfiguration()
    configuration.baseURL = service.address
    configuration.model = model
    configuration.usesContext = usesContext
    provider = ElevenLabsVoiceProvider(
      configuration: configuration, key: { key.map { SecureString($0) } }, client: client,
      clock: clock, timeouts: timeouts, maximumBytes: maximumBytes)
  }

  /// Returns a request for the first voice.
  static func request(
    _ text: String = "Hello there.", voice: String = "aria00000000000000aa",
    options: VoiceOptions = VoiceOptions()
  ) -> VoiceEngineRequest {
    VoiceEngineRequest(text: text, voiceId: voice, languageCode: "en-US", options: options)
  }

  /// Returns the provider error that a body throws, or nil if it throws no such error.
  static func error(of body: () async throws -> Void) async -> VoiceProviderError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? VoiceProviderError
    }
  }
}

extension LoopbackRequest {
  /// The members of a JSON body.
  var fields: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
  }
}
