import Foundation
import Synchronization

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
