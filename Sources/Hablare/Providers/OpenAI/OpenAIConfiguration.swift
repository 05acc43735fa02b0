/// The settings of a server that implements OpenAI's speech endpoint.
public struct OpenAIConfiguration: Sendable, Equatable {
  /// The address of the server, up to and including `/v1`.
  ///
  /// The `/v1` may be left out. OpenAI's key is sent only to OpenAI.
  public var baseURL = "https://api.openai.com/v1"
  /// The model for voices that name no model.
  public var model: String?
  /// The environment variable that holds the key.
  ///
  /// If nil, OpenAI gets the key in `OPENAI_API_KEY`, and other servers get no key.
  public var keyVariable: String?
  /// The maximum number of requests in flight.
  public var concurrency = 2
  /// The ids of the voices, for a server that does not list its voices.
  public var voices: [String] = []
  /// The sample rate of headerless audio, in hertz, for servers that do not report it.
  ///
  /// If nil, WAV is requested.
  public var sampleRate: Int?

  /// Creates the configuration for OpenAI itself.
  public init() {}
}
