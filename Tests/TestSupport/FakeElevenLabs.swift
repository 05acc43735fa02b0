import Foundation
import Synchronization

/// A fake ElevenLabs on this machine, according to the service's documentation.
///
/// It lists voices in pages, returns a hum as speech, counts credits, and fails on request.
///
/// Every character is 10 ms of audio, including directions in brackets: 240 samples of a square wave, or one
/// frame of MP3. Such audio is quick to generate, but faster than any speech, so a build does not cache it. A
/// test of cached clips needs an account with the pace of a person.
package final class FakeElevenLabs: Sendable {
  /// The key that the service accepts.
  package static let key = "sk_0123456789abcdef"
  /// Samples for each character, at 24 kHz.
  package static let samplesPerCharacter = 240
  /// Samples for each character at the pace of a person, 60 ms, at 24 kHz.
  package static let plausibleSamplesPerCharacter = 1_440

  /// The server, with its `requests` and `address`.
  package let server: LoopbackServer
  private let desk: FakeElevenLabsDesk

  /// Opens the service for one account.
  package init(_ account: FakeElevenLabsAccount = FakeElevenLabsAccount()) throws {
    let desk = FakeElevenLabsDesk(account)
    self.desk = desk
    server = try LoopbackServer { desk.answer($0) }
  }

  /// The address of the service.
  package var address: String { server.address }

  /// Sets the answers to the next speech requests, one each.
  ///
  /// After these answers the service speaks again.
  package func answerSpeech(with answers: LoopbackAnswer...) { desk.answerNext(answers) }

  /// Sets the answer to all speech requests from now on.
  package func answerAllSpeech(with answer: LoopbackAnswer) { desk.answerAlways(answer) }

  /// All requests so far, as `GET /v2/voices`.
  package var calls: [String] { server.requests.map { "\($0.method) \($0.path)" } }

  /// The speech requests so far.
  package var speechRequests: [LoopbackRequest] {
    server.requests.filter { $0.path.hasPrefix("/v1/text-to-speech/") }
  }

  /// Returns the samples of a requested text.
  package static func samples(of text: String) -> [UInt8] {
    samples(of: text, perCharacter: samplesPerCharacter)
  }

  /// Returns the samples of a text at a pace.
  package static func samples(of text: String, perCharacter: Int) -> [UInt8] {
    let level = Int16(4_000 + text.utf8.reduce(0) { $0 + Int($1) } % 4_000)
    let wave = [level, -level].flatMap { sample in
      (0..<24).flatMap { _ in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
    }
    let count = text.unicodeScalars.count * perCharacter / 48
    // Whole waves are appended, because the tests' own code is not optimized.
    return (0..<count).reduce(into: []) { bytes, _ in bytes += wave }
  }

  /// Returns an MP3 with this many frames: MPEG-1 layer III, 128 kbit/s, 44.1 kHz, one channel, silent.
  package static func mp3(frames: Int) -> [UInt8] {
    (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 413) }
  }

  /// Returns the times at which the characters of a text begin, in seconds, as JSON.
  ///
  /// Each character ends where the next one begins.
  package static func alignment(of text: String, starts: [Double]) -> String {
    let characters = text.unicodeScalars.map { String($0) }
    let names = (try? JSONEncoder().encode(characters)) ?? Data()
    return """
      {"characters":\(String(decoding: names, as: UTF8.self)),
       "character_start_times_seconds":\(starts),
       "character_end_times_seconds":\(starts.dropFirst() + starts.suffix(1))}
      """
  }

  /// The speech requests so far that requested word times.
  package var timedRequests: [LoopbackRequest] {
    speechRequests.filter { $0.path.hasSuffix("/with-timestamps") }
  }

  /// Returns an error in the service's current form.
  package static func refusal(
    _ status: Int, _ code: String, _ message: String = "", param: String? = nil
  ) -> LoopbackAnswer {
    let param = param.map { ",\"param\":\"\($0)\"" } ?? ""
    return .json(
      """
      {"detail":{"type":"error","code":"\(code)","message":"\(message)","status":"\(code)"\(param)}}
      """, status: status)
  }
}

/// The contents and permissions of a fake account.
package struct FakeElevenLabsAccount: Sendable {
  /// A voice that speaks American English.
  package static let aria = "aria00000000000000aa"
  /// A voice that speaks British English.
  package static let bruno = "bruno0000000000000bb"

  /// The voices, each in the service's JSON.
  package var voices = [
    voice(aria, "Aria", language: "en", locale: "en-US", gender: "female"),
    voice(bruno, "Bruno", language: "en", locale: "en-GB", gender: "male"),
    voice("carmen000000000000cc", "Carmen", language: "es", locale: "es-ES", gender: "female"),
  ]
  /// The maximum number of voices on a page.
  package var pageLength = 100
  /// The models with their limits, in characters.
  package var models = [
    "eleven_multilingual_v2": 10_000, "eleven_flash_v2_5": 40_000, "eleven_v3": 5_000,
  ]
  /// The permissions of the key.
  package var permissions: Set<String> = [
    "voices_read", "models_read", "user_read", "text_to_speech",
  ]
  /// Whether the plan includes samples, not only MP3.
  package var allowsSamples = true
  /// The number of samples for each character, at 24 kHz.
  package var samplesPerCharacter = FakeElevenLabs.samplesPerCharacter
  /// Whether the service has the call that returns character times.
  package var hasTimestamps = true
  /// The character times for a text, as the JSON under `alignment`, or nil for characters of equal length.
  package var alignment: (@Sendable (_ text: String) -> String)?
  /// The spent credits, and the total.
  package var used = 1_000
  package var limit = 10_000
  /// Additional JSON members of the subscription.
  package var subscription = ""
  /// Whether `has_more` is always true, with the same token.
  package var pagesRunInCircles = false

  /// An account of three voices.
  package init() {}

  /// An account that has ten credits left.
  package static var poor: FakeElevenLabsAccount {
    var account = FakeElevenLabsAccount()
    account.used = account.limit - 10
    return account
  }

  /// Returns a voice with one verified language, as JSON.
  package static func voice(
    _ id: String, _ name: String, language: String, locale: String, gender: String
  ) -> String {
    """
    {"voice_id":"\(id)","name":"\(name)","category":"premade","description":null,
     "preview_url":"https://example.com/\(id).mp3",
     "labels":{"Gender":"\(gender)","language":"\(language)","use case":"narration"},
     "verified_languages":[{"language":"\(language)","model_id":"eleven_multilingual_v2",
       "locale":"\(locale)","accent":null}]}
    """
  }
}

/// The answers of a `FakeElevenLabs`.
final class FakeElevenLabsDesk: Sendable {
  private let account: FakeElevenLabsAccount
  private let orders = Mutex((next: [LoopbackAnswer](), always: LoopbackAnswer?.none))

  init(_ account: FakeElevenLabsAccount) { self.account = account }

  func answerNext(_ answers: [LoopbackAnswer]) { orders.withLock { $0.next += answers } }

  func answerAlways(_ answer: LoopbackAnswer) { orders.withLock { $0.always = answer } }

  func answer(_ request: LoopbackRequest) -> LoopbackAnswer {
    guard request.headers["xi-api-key"] == FakeElevenLabs.key else {
      return FakeElevenLabs.refusal(
        401, "invalid_api_key", "Invalid API key \(request.headers["xi-api-key"] ?? "")")
    }
    switch (request.method, request.path) {
    case ("GET", "/v2/voices"): return permitted("voices_read") { voices(request) }
    case ("GET", "/v1/models"): return permitted("models_read") { models() }
    case ("GET", "/v1/user/subscription"): return permitted("user_read") { subscription() }
    case ("POST", _) where request.path.hasSuffix("/with-timestamps") && !account.hasTimestamps:
      return .json(#"{"detail":"Not Found"}"#, status: 404)
    case ("POST", _) where request.path.hasPrefix("/v1/text-to-speech/"):
      return permitted("text_to_speech") { ordered() ?? speech(request) }
    default: return .status(404)
    }
  }

  private func permitted(_ scope: String, _ answer: () -> LoopbackAnswer) -> LoopbackAnswer {
    if account.permissions.contains(scope) { return answer() }
    let message =
      "The API key you used is missing the permission \(scope) to execute this operation."
    // The older form of an error.
    return .json(
      #"{"detail":{"status":"missing_permissions","message":"\#(message)"}}"#, status: 401)
  }

  private func ordered() -> LoopbackAnswer? {
    orders.withLock { $0.next.isEmpty ? $0.always : $0.next.removeFirst() }
  }

  // MARK: Lists

  private func voices(_ request: LoopbackRequest) -> LoopbackAnswer {
    let asked = Int(request.query["page_size"] ?? "") ?? 10
    let start = Int(request.query["next_page_token"] ?? "") ?? 0
    let end = min(start + min(asked, account.pageLength), account.voices.count)
    let page = account.voices[min(start, end)..<end].joined(separator: ",")
    let token =
      account.pagesRunInCircles ? "\"0\"" : end < account.voices.count ? "\"\(end)\"" : "null"
    return .json(
      """
      {"voices":[\(page)],"has_more":\(token != "null"),"total_count":9,"next_page_token":\(token)}
      """)
  }

  private func models() -> LoopbackAnswer {
    let models = account.models.sorted { $0.key < $1.key }.map { id, limit in
      """
      {"model_id":"\(id)","can_do_text_to_speech":true,"maximum_text_length_per_request":\(limit),
       "model_rates":{"character_cost_multiplier":\(id.contains("flash") ? 0.5 : 1)}}
      """
    }
    return .json("[\(models.joined(separator: ","))]")
  }

  private func subscription() -> LoopbackAnswer {
    .json(
      """
      {"tier":"starter","character_count":\(account.used),"character_limit":\(account.limit)
       \(account.subscription)}
      """)
  }

  // MARK: Speech

  private func speech(_ request: LoopbackRequest) -> LoopbackAnswer {
    let fields = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
    guard let fields, let text = fields["text"] as? String else {
      return .json(
        #"{"detail":[{"type":"missing","loc":["body","text"],"msg":"Field required"}]}"#,
        status: 422)
    }
    let model = fields["model_id"] as? String ?? "eleven_multilingual_v2"
    let format = request.query["output_format"] ?? "mp3_44100_128"
    if let refusal = refusal(request, fields, text: text, model: model, format: format) {
      return refusal
    }
    let length = text.unicodeScalars.count
    let isMP3 = format.hasPrefix("mp3")
    let sound =
      isMP3
      ? FakeElevenLabs.mp3(frames: length)
      : FakeElevenLabs.samples(of: text, perCharacter: account.samplesPerCharacter)
    let headers = [
      ("request-id", "req-\(request.number)"), ("character-cost", "\(length)"),
      ("maximum-concurrent-requests", "5"),
    ]
    if request.path.hasSuffix("/with-timestamps") {
      return .json(timed(sound, text), headers: headers)
    }
    return .bytes(sound, type: isMP3 ? "audio/mpeg" : "audio/pcm", headers: headers)
  }

  private func refusal(
    _ request: LoopbackRequest, _ fields: [String: Any], text: String, model: String, format: String
  ) -> LoopbackAnswer? {
    let voice = request.path.split(separator: "/")[2]
    guard account.voices.contains(where: { $0.contains("\"\(voice)\"") }) else {
      return FakeElevenLabs.refusal(404, "voice_not_found", "A voice for the id was not found.")
    }
    guard let limit = account.models[model] else {
      return FakeElevenLabs.refusal(
        400, "model_not_found", "A model with that id does not exist.", param: "model_id")
    }
    if text.unicodeScalars.count > limit {
      return FakeElevenLabs.refusal(400, "max_character_limit_exceeded", "The text is too long.")
    }
    let hasContext = fields["previous_text"] != nil || fields["next_text"] != nil
    if model.contains("_v3"), hasContext {
      return FakeElevenLabs.refusal(
        400, "unsupported_model", "Providing previous_text is not yet supported.", param: "model_id"
      )
    }
    if !format.hasPrefix("mp3"), !account.allowsSamples {
      return FakeElevenLabs.refusal(
        403, "subscription_required",
        "Output format '\(format)' is only available on the Pro tier and above")
    }
    return nil
  }

  private func timed(_ sound: [UInt8], _ text: String) -> String {
    let seconds = Double(account.samplesPerCharacter) / 24_000
    let starts = text.unicodeScalars.indices.enumerated().map { Double($0.offset) * seconds }
    let alignment =
      account.alignment?(text) ?? FakeElevenLabs.alignment(of: text, starts: starts)
    return """
      {"audio_base64":"\(Data(sound).base64EncodedString())","alignment":\(alignment),
       "normalized_alignment":null}
      """
  }
}
