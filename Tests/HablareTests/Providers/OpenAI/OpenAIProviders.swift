import Hablare
import TestSupport

/// Providers for tests.
enum OpenAIProviders {
  static func make(
    _ server: FakeSpeechServer, isOpenAI: Bool? = nil, key: String? = nil, model: String? = nil,
    voices: [String] = [], sampleRate: Int? = nil, clock: RecordingClock = RecordingClock(),
    timeouts: HTTPTimeouts? = nil, attempts: Int = 3
  ) -> OpenAIVoiceProvider {
    make(
      server.address, isOpenAI: isOpenAI, key: key, model: model, voices: voices,
      sampleRate: sampleRate, clock: clock, timeouts: timeouts,
      attempts: attempts)
  }

  static func make(
    _ address: String, isOpenAI: Bool? = nil, key: String? = nil, model: String? = nil,
    voices: [String] = [], sampleRate: Int? = nil, clock: RecordingClock = RecordingClock(),
    timeouts: HTTPTimeouts? = nil, attempts: Int = 3
  ) -> OpenAIVoiceProvider {
    var configuration = OpenAIConfiguration()
    configuration.baseURL = address
    configuration.model = model
    configuration.voices = voices
    configuration.sampleRate = sampleRate
    return OpenAIVoiceProvider(
      id: "served", configuration: configuration, isOpenAI: isOpenAI,
      key: { key.map { SecureString($0) } }, client: HTTPClient(), clock: clock, timeouts: timeouts,
      policy: RetryPolicy(attempts: attempts))
  }

  static func request(
    _ text: String = "Hello.", voice: String = "alloy", options: VoiceOptions = VoiceOptions()
  ) -> VoiceEngineRequest {
    VoiceEngineRequest(text: text, voiceId: voice, languageCode: "en-US", options: options)
  }
}
