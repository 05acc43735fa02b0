/// The parameters of one utterance, and the request bodies built from them.
struct OpenAISpeech: Equatable {
  var model: String
  var voice: String
  var options: VoiceOptions
  /// Whether the request goes to OpenAI itself, which accepts only its own fields.
  var isOpenAI: Bool
  /// The sample rate in hertz of the headerless samples to request, or nil to request WAV.
  var sampleRate: Int?
  /// The words to stress.
  var stressed: [String] = []

  /// The sample rate of OpenAI's `pcm`, in hertz (OpenAI's API reference, audio/speech).
  static let openAIRate = 24_000
  /// The maximum length of `input` and of `instructions`, in characters (OpenAI's API reference,
  /// audio/speech).
  /// The limit applies to other servers too, because many servers check the same limit.
  static let maximumLength = 4096
  /// The maximum length of `input`, in characters, for writing systems that need about one token
  /// for each character.
  /// OpenAI's models read 2,000 tokens at most (OpenAI's error message, 2025-03).
  static let maximumDenseLength = 1000
  /// The tempos that servers accept (OpenAI's API reference, audio/speech).
  static let speeds = 0.25...4.0
  /// Fields that come from the request and the configuration.
  /// These fields cannot be set as parameters.
  static let reserved: Set = [
    "model", "input", "voice", "response_format", "speed", "instructions", "stream",
    "stream_format", "sample_rate",
  ]

  /// The sample rate to assume for headerless samples, or nil if WAV is requested.
  var assumedRate: Int? { isOpenAI ? Self.openAIRate : sampleRate }

  /// The audio format to request.
  var format: String { assumedRate == nil ? "wav" : "pcm" }

  /// The advice to the user if the audio format cannot be decoded, or nil if there is no advice.
  var formatAdvice: String? {
    if isOpenAI { return nil }
    return sampleRate == nil
      ? "configure the server to send wav"
      : "remove \"sampleRate\" from the configuration, so that wav is requested"
  }

  /// Returns whether a model accepts directions: tts-1 and tts-1-hd refuse them.
  static func takesInstructions(_ model: String) -> Bool { !isOld(model) }

  /// Returns whether a model is one of OpenAI's first two models, with or without a date in its
  /// name.
  static func isOld(_ model: String) -> Bool {
    model == "tts-1" || model == "tts-1-hd" || model.hasPrefix("tts-1-1")
      || model.hasPrefix("tts-1-hd-1")
  }

  /// Throws if the options cannot be sent in a request.
  func check() throws(VoiceProviderError) {
    for name in options.parameters.keys.sorted() where Self.reserved.contains(name) {
      throw .invalidRequest(
        "\"\(name)\" cannot be set in the URI of a voice, because the program sets it; remove it"
          + (name == "speed" ? ", or use rate" : ""))
    }
    if let style = options.style, style.unicodeScalars.count > Self.maximumLength {
      throw .invalidRequest(
        "the direction is longer than \(Self.maximumLength) characters; shorten it")
    }
  }

  /// Splits a text into pieces, one for each request.
  func pieces(of text: String) -> [String] {
    let pieces = TextCutter.pieces(of: text, limit: limit(for: text))
    return pieces.count == 1 ? pieces : pieces.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// Returns the maximum number of characters of a text in one request.
  func limit(for text: String) -> Int {
    guard isOpenAI, !Self.isOld(model) else { return Self.maximumLength }
    let scalars = text.unicodeScalars
    // Most letters after U+024F are not Latin and may need a token each. If at most a tenth of the
    // characters are such letters, the text stays far below the token limit.
    let dense = scalars.count { $0.value > 0x24F && $0.properties.isAlphabetic }
    return dense * 10 > scalars.count ? Self.maximumDenseLength : Self.maximumLength
  }

  /// Returns the request body for one piece.
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
    let instructions = instructions(for: input)
    if !instructions.isEmpty, Self.takesInstructions(model) {
      fields["instructions"] = .string(instructions)
    }
    if !isOpenAI {
      // Without this field, Kokoro-FastAPI streams its response.
      fields["stream"] = .bool(false)
      if let sampleRate { fields["sample_rate"] = .int(sampleRate) }
    }
    return try JSONValue.object(fields).encoded()
  }

  /// Returns the direction, and the words of a piece to stress.
  private func instructions(for input: String) -> String {
    let words = stressed.filter { input.firstRange(of: $0) != nil }.map { "\"\($0)\"" }
    let stress = words.isEmpty ? nil : "Stress \(words.joined(separator: ", "))."
    return [options.style?.trimmed, stress].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: ". ")
  }

  /// Returns the JSON value of a parameter's text: a number, a Boolean or a string.
  /// Quotes around a string are removed.
  static func value(_ text: String) -> JSONValue {
    guard let value = JSONValue(Array(text.utf8)) else { return .string(text) }
    return switch value {
    case .int, .double, .bool, .string: value
    case .null, .array, .object: .string(text)
    }
  }
}
