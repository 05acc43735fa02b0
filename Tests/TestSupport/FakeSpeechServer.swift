import Foundation
import Synchronization

/// A server on loopback that answers OpenAI's speech route.
///
/// It behaves like one of the known servers, or as a test requires.
package final class FakeSpeechServer: Sendable {
  /// The server to imitate.
  package enum Flavour: Sendable, CaseIterable {
    case openAI, kokoro, speaches, localAI, openedAI, edge
  }

  /// A request for speech, as received.
  package struct Speech: Sendable {
    package var fields: [String: String]
    package var authorization: String?

    /// Returns a field as in the JSON, strings without quotation marks.
    package subscript(name: String) -> String? { fields[name] }
  }

  /// The server itself.
  package let server: LoopbackServer
  private let flavour: Flavour

  /// The number of samples for each Unicode scalar of the input: 60 ms at 24 kHz, the pace of a person.
  package static let samplesPerScalar = 1_440
  /// Returns the sample rate of the audio, in hertz.
  package static func rate(of flavour: Flavour) -> Int { flavour == .openedAI ? 22_050 : 24_000 }

  /// Starts a server.
  ///
  /// If a `key` is given, the server refuses requests with any other key.
  ///
  /// `fault` can return another answer to a request for speech. Its argument is the number of the request
  /// among the requests for speech, from 1.
  package init(
    _ flavour: Flavour, key: String? = nil,
    fault: @escaping @Sendable (Int) -> LoopbackAnswer? = { _ in nil }
  ) throws {
    self.flavour = flavour
    let count = Mutex(0)
    let box = Box(count)
    server = try LoopbackServer { request in
      if request.method == "POST", request.path.hasSuffix("/audio/speech") {
        if let answer = fault(box.next()) { return answer }
      }
      return FakeSpeechAnswers(flavour: flavour, key: key).answer(request)
    }
  }

  private final class Box: Sendable {
    private let count: Mutex<Int>
    init(_ count: consuming Mutex<Int>) { self.count = count }
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  /// The address, including `/v1`.
  package var address: String { server.address + "/v1" }

  /// The requests for speech so far.
  package var speeches: [Speech] {
    server.requests.filter { $0.method == "POST" }.map { request in
      Speech(
        fields: FakeSpeechAnswers.fields(of: request.body),
        authorization: request.headers["authorization"])
    }
  }

  /// Returns the samples that are spoken for an input.
  package static func samples(of input: String) -> [UInt8] {
    let wave = [Int16(1000), -1000].flatMap { sample in
      (0..<10).flatMap { _ in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
    }
    let count = input.unicodeScalars.count * samplesPerScalar / 20
    // Whole waves are appended, because the tests' own code is not optimized.
    return (0..<count).reduce(into: []) { bytes, _ in bytes += wave }
  }

  /// Returns a WAV file with these samples.
  ///
  /// With `isStreamed` the sizes in the file are not filled in.
  package static func wav(_ samples: [UInt8], rate: Int, isStreamed: Bool = false) -> [UInt8] {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let open = 0xFFFF_FFFF
    return Array("RIFF".utf8) + little(isStreamed ? open : 36 + samples.count, 4)
      + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2) + little(1, 2) + little(rate, 4)
      + little(rate * 2, 4) + little(2, 2) + little(16, 2) + Array("data".utf8)
      + little(isStreamed ? open : samples.count, 4) + samples
  }

  /// Returns this many silent MP3 frames (MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes each).
  package static func mp3(frames: Int) -> [UInt8] {
    (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 413) }
  }
}

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
