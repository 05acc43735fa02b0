/// The settings of the ElevenLabs provider.
public struct ElevenLabsConfiguration: Sendable, Equatable {
  /// The address of the service or of a compatible server.
  public var baseURL = "https://api.elevenlabs.io"
  /// The model for voices that name no model.
  ///
  /// Nil means `eleven_multilingual_v2`.
  public var model: String?
  /// The maximum number of requests in flight.
  ///
  /// The free plan allows two requests in flight (vendor's plans, 2025-08).
  public var concurrency = 2
  /// Whether each request also contains the lines before and after its line, for continuous prosody (`context` in
  /// the user's configuration).
  ///
  /// If true, an edit of one line costs up to three requests, because the neighbouring lines must
  /// be requested again.
  public var usesContext = false

  /// Creates the configuration for the service itself.
  public init() {}
}
