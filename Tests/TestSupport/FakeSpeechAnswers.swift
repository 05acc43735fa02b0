import Foundation

/// The answers of each kind of speech server.
struct FakeSpeechAnswers: Sendable {
  let flavour: FakeSpeechServer.Flavour
  let key: String?

  func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
    let isKnown = key.map { request.headers["authorization"] == "Bearer \($0)" } ?? true
    guard isKnown else { return refusal }
    switch (request.method, request.path) {
    case ("POST", "/v1/audio/speech"): return speech(Self.fields(of: request.body))
    case ("GET", "/v1/audio/voices"): return voices ?? missing
    case ("GET", "/v1/models"): return models
    default: return missing
    }
  }

  /// Returns the fields of a body, as text.
  static func fields(of body: [UInt8]) -> [String: String] {
    let object = try? JSONSerialization.jsonObject(with: Data(body))
    guard let members = object as? [String: Any] else { return [:] }
    return members.mapValues { value in
      switch value {
      case let text as String: return text
      case let number as NSNumber where CFBoolean.isBoolean(number):
        return number.boolValue ? "true" : "false"
      case let number as NSNumber: return number.stringValue
      case let object as [String: String]: return "{\(object.map { "\($0): \($1)" }.joined())}"
      default: return "?"
      }
    }
  }

  private enum CFBoolean {
    static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
  }
}

// MARK: - Lists

extension FakeSpeechAnswers {
  private var voices: LoopbackAnswer? {
    switch flavour {
    case .openAI, .localAI, .openedAI: nil
    case .kokoro:
      .json(
        """
        {"voices":[{"id":"af_bella","name":"af_bella"},{"id":"af_sky","name":"af_sky"},
        {"id":"bm_george","name":"bm_george"},{"id":"ef_dora","name":"ef_dora"}]}
        """)
    case .speaches:
      .json(
        """
        {"voices":[{"name":"heart","language":"en-us","gender":"female","id":"af_heart"},
        {"name":"thorsten","language":"de_DE","id":"thorsten"}],"object":"list"}
        """)
    case .edge:
      .json(
        """
        {"voices":[{"id":"alloy","name":"en-US-JennyNeural"},{"id":"echo","name":"en-US-GuyNeural"}]}
        """)
    }
  }

  private var modelNames: [String] {
    switch flavour {
    case .openAI: ["gpt-4o", "gpt-4o-mini-tts", "tts-1", "tts-1-hd"]
    case .kokoro: ["tts-1", "tts-1-hd", "gpt-4o-mini-tts", "kokoro"]
    case .speaches: ["speaches-ai/Kokoro-82M-v1.0-ONNX"]
    case .localAI: ["phi-4", "voice-en-us-amy-low"]
    case .openedAI, .edge: ["tts-1", "tts-1-hd"]
    }
  }

  private var models: LoopbackAnswer {
    let list = modelNames.map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
    return .json(
      flavour == .edge ? "{\"models\":[\(list)]}" : "{\"object\":\"list\",\"data\":[\(list)]}")
  }
}

// MARK: - Speech

extension FakeSpeechAnswers {
  private func speech(_ fields: [String: String]) -> LoopbackAnswer {
    guard let model = fields["model"], modelNames.contains(model) else {
      return unknownModel(fields["model"] ?? "")
    }
    if fields["voice"] == "refused" { return unknownVoice("refused") }
    let samples = FakeSpeechServer.samples(of: fields["input"] ?? "")
    let rate = FakeSpeechServer.rate(of: flavour)
    let isPCM = fields["response_format"] == "pcm"
    switch flavour {
    case .openAI:
      return .bytes(
        samples, type: "audio/pcm", headers: [("x-request-id", "req_1")], behaviour: .chunked(1000))
    case .kokoro, .speaches, .localAI:
      let isStreamed = flavour == .kokoro
      return .bytes(
        isPCM ? samples : FakeSpeechServer.wav(samples, rate: rate, isStreamed: isStreamed),
        type: isPCM ? "audio/pcm" : "audio/wav", behaviour: isStreamed ? .chunked(1000) : .whole)
    case .openedAI:
      return .bytes(samples, type: "audio/pcm;rate=\(rate)")
    case .edge:
      // Without ffmpeg the server only has MP3.
      return .bytes(FakeSpeechServer.mp3(frames: 3), type: "audio/mpeg")
    }
  }

  // MARK: Refusals

  private var missing: LoopbackAnswer {
    switch flavour {
    case .openAI:
      .json(
        #"{"error":{"message":"Invalid URL","type":"invalid_request_error","param":null,"code":null}}"#,
        status: 404)
    case .localAI:
      .json(#"{"error":{"code":404,"message":"Resource not found","type":""}}"#, status: 404)
    case .edge: LoopbackAnswer.html
    case .kokoro, .speaches, .openedAI: .json(#"{"detail":"Not Found"}"#, status: 404)
    }
  }

  private var refusal: LoopbackAnswer {
    switch flavour {
    case .openAI:
      .json(
        """
        {"error":{"message":"Incorrect API key provided: sk-no.","type":"invalid_request_error",
        "param":null,"code":"invalid_api_key"}}
        """, status: 401)
    case .speaches: .json(#"{"detail":"Invalid API key"}"#, status: 403)
    default: .json(#"{"error":"Invalid API key"}"#, status: 401)
    }
  }

  private func unknownModel(_ model: String) -> LoopbackAnswer {
    switch flavour {
    case .openAI:
      .json(
        """
        {"error":{"message":"The model '\(model)' does not exist","type":"invalid_request_error",
        "param":null,"code":"model_not_found"}}
        """, status: 404)
    case .kokoro:
      .json(
        """
        {"detail":{"error":"invalid_model","message":"Unsupported model: \(model)",
        "type":"invalid_request_error"}}
        """, status: 400)
    case .speaches:
      .json(#"{"detail":"Model '\#(model)' is not installed locally."}"#, status: 404)
    case .openedAI:
      .json(
        """
        {"message":"unknown model \(model)","code":400,"type":"BadRequestError","param":"model"}
        """, status: 400)
    case .localAI, .edge:
      .json(#"{"error":{"code":404,"message":"model not found","type":""}}"#, status: 404)
    }
  }

  private func unknownVoice(_ voice: String) -> LoopbackAnswer {
    flavour == .kokoro
      ? .json(
        """
        {"detail":{"error":"validation_error","message":"Voice '\(voice)' not found. Available voices: af_bella",
        "type":"invalid_request_error"}}
        """, status: 400)
      : .json(#"{"detail":"Voice '\#(voice)' not found"}"#, status: 404)
  }
}
