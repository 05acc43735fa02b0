/// How ElevenLabs is reached and asked.
public struct ElevenLabsConfiguration: Sendable, Equatable {
  /// The address of the service or of a stand-in for it.
  public var baseURL = "https://api.elevenlabs.io"
  /// The model that speaks where a voice names none; nil for `eleven_multilingual_v2`.
  public var model: String?
  /// Requests in flight at most: 2, what the free plan allows (facts of the plans, 2025-08).
  public var concurrency = 2
  /// Whether the lines around a line are sent along for continuous prosody (`context` in the file); an
  /// edit then costs up to three requests.
  public var usesContext = false

  /// Makes the configuration of the service itself.
  public init() {}
}
