/// How a server that speaks OpenAI's speech route is reached and asked.
public struct OpenAIConfiguration: Sendable, Equatable {
  /// The address up to and with `/v1`, which may be left out; OpenAI's key goes to no other than
  /// OpenAI's.
  public var baseURL = "https://api.openai.com/v1"
  /// The model that speaks where a voice names none.
  public var model: String?
  /// The environment variable that holds the key; nil for `OPENAI_API_KEY` with OpenAI itself, and
  /// none with other servers.
  public var keyVariable: String?
  /// Requests in flight at most.
  public var concurrency = 2
  /// The voices, for servers that do not list theirs; ids as the server takes them.
  public var voices: [String] = []
  /// The rate of headerless sound, in hertz, for servers that do not say; nil to ask for WAV.
  public var sampleRate: Int?

  /// Makes the configuration of OpenAI itself.
  public init() {}
}
