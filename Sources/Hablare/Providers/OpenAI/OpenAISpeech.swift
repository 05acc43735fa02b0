/// What one utterance asks of a server, and the bodies of the requests that ask it.
struct OpenAISpeech: Equatable {
  var model: String
  var voice: String
  var options: VoiceOptions
  /// Whether OpenAI itself is asked, which knows no fields but its own.
  var isOpenAI: Bool
  /// The rate for which headerless samples are asked; nil to ask for WAV.
  var sampleRate: Int?

  /// The rate of OpenAI's `pcm`, in hertz (its API reference, audio/speech).
  static let openAIRate = 24_000
  /// The longest `input` and `instructions`, in characters (ibid.); other servers are asked for no
  /// more, since many check the same.
  static let maximumLength = 4096
  /// The longest `input` in scripts that take about a token for each character: the models read
  /// 2,000 tokens at most (their error message, 2025-03).
  static let maximumDenseLength = 1000
  /// The tempos that servers take (OpenAI's API reference, audio/speech).
  static let speeds = 0.25...4.0
  /// Fields that are made from the request and the configuration, not from parameters.
  static let reserved: Set = [
    "model", "input", "voice", "response_format", "speed", "instructions", "stream",
    "stream_format", "sample_rate",
  ]

  /// The rate to assume of headerless samples.
  var assumedRate: Int? { isOpenAI ? Self.openAIRate : sampleRate }

  /// The format that is asked for.
  var format: String { assumedRate == nil ? "wav" : "pcm" }

  /// What a user can do about sound in a format that cannot be decoded; nil if nothing.
  var formatAdvice: String? {
    if isOpenAI { return nil }
    return sampleRate == nil
      ? "have the server send wav"
      : "ask for wav with a configuration that has no \"sampleRate\""
  }

  /// Whether a model takes directions: tts-1 and tts-1-hd refuse them.
  static func takesInstructions(_ model: String) -> Bool { !isOld(model) }

  /// Whether a model is one of OpenAI's first, dated or not.
  static func isOld(_ model: String) -> Bool {
    model == "tts-1" || model == "tts-1-hd" || model.hasPrefix("tts-1-1")
      || model.hasPrefix("tts-1-hd-1")
  }

  /// Refuses options that cannot be said in a request.
  func check() throws(VoiceProviderError) {
    for name in options.parameters.keys.sorted() where Self.reserved.contains(name) {
      throw .invalidRequest(
        "\"\(name)\" is no free parameter: it is set by the voice and its options")
    }
    if let style = options.style, style.unicodeScalars.count > Self.maximumLength {
      throw .invalidRequest("the direction is longer than \(Self.maximumLength) characters")
    }
  }

  /// The pieces in which a text is asked for.
  func pieces(of text: String) -> [String] {
    let pieces = TextCutter.pieces(of: text, limit: limit(for: text))
    return pieces.count == 1 ? pieces : pieces.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// How many characters of a text go into one request.
  func limit(for text: String) -> Int {
    guard isOpenAI, !Self.isOld(model) else { return Self.maximumLength }
    let scalars = text.unicodeScalars
    // Behind U+024F no letter is Latin. A tenth of such letters leaves the rest far below the limit.
    let dense = scalars.count { $0.value > 0x24F && $0.properties.isAlphabetic }
    return dense * 10 > scalars.count ? Self.maximumDenseLength : Self.maximumLength
  }

  /// The body of the request for one piece.
  func body(_ input: String) throws -> [UInt8] {
    var fields = options.parameters.mapValues(Self.value)
    fields["model"] = .string(model)
    fields["input"] = .string(input)
    fields["voice"] =
      isOpenAI && voice.hasPrefix("voice_") ? .object(["id": .string(voice)]) : .string(voice)
    fields["response_format"] = .string(format)
    if options.rate.isFinite, options.rate != 1 {
      fields["speed"] = .double(
        min(max(options.rate, Self.speeds.lowerBound), Self.speeds.upperBound))
    }
    if let style = options.style?.trimmed, !style.isEmpty, Self.takesInstructions(model) {
      fields["instructions"] = .string(style)
    }
    if !isOpenAI {
      // Kokoro-FastAPI streams unless it is told not to.
      fields["stream"] = .bool(false)
      if let sampleRate { fields["sample_rate"] = .int(sampleRate) }
    }
    return try JSONValue.object(fields).encoded()
  }

  /// A free parameter as it is sent: a number, a truth value, or a text, which may stand in quotes.
  static func value(_ text: String) -> JSONValue {
    guard let value = JSONValue(Array(text.utf8)) else { return .string(text) }
    return switch value {
    case .int, .double, .bool, .string: value
    case .null, .array, .object: .string(text)
    }
  }
}
