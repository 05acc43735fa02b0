/// The settings of the ElevenLabs provider.
public struct ElevenLabsConfiguration: Sendable, Equatable {
  /// The address of the service or of a compatible server.
  public var baseURL = "https://api.elevenlabs.io"
  /// The model for voices that name no model.
  ///
  /// Nil means `eleven_multilingual_v2`.
  public var model: String?
  /// The maximum number of requests in flight: 2, which the free plan allows (vendor's plans,
  /// 2025-08).
  public var concurrency = 2
  /// Whether to send the lines around a line too, for continuous prosody (`context` in the file).
  ///
  /// An edit of one line then costs up to three requests.
  public var usesContext = false

  /// Creates the configuration for the service itself.
  public init() {}
}
