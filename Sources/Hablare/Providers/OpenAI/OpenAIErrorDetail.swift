/// What a server says of a request that failed, in any of the shapes that servers use.
///
/// OpenAI has `error.message`, FastAPI servers `detail`, openai-edge-tts `error` as a text,
/// openedai-speech a bare `message`.
struct OpenAIErrorDetail: Equatable {
  /// What a person may be shown: one line, as `ServiceMessage` has it.
  var message: String?
  /// A word that names the failure, such as `insufficient_quota`.
  var code: String?
  /// The kind of failure, such as `invalid_request_error`.
  var type: String?
  /// The field of the request that is meant, such as `voice`.
  var field: String?

  /// Reads an answer's body; where any part repeats the key, dots stand in its place.
  init(body: [UInt8], hiding key: SecureString? = nil) {
    // A message is short; a book of an answer is not read.
    guard body.count <= 1 << 20 else { return }
    if let json = JSONValue(body) {
      read(json)
    } else if let text = String(validating: body, as: UTF8.self), !text.trimmed.hasPrefix("<") {
      message = text
    }
    func shown(_ text: String?, limit: Int) -> String? {
      let shown = text.map { ServiceMessage.shown($0, hiding: key, limit: limit) } ?? ""
      return shown.isEmpty ? nil : shown
    }
    message = shown(message, limit: ServiceMessage.limit)
    (code, type) = (shown(code, limit: 60), shown(type, limit: 60))
    field = shown(field, limit: 60)
  }

  /// Whether anything was said.
  var isEmpty: Bool { message == nil && code == nil && type == nil }

  private mutating func read(_ json: JSONValue) {
    if let error = json["error"] {
      take(error)
    } else if let detail = json["detail"] {
      // FastAPI's own validation lists what is wrong with each field.
      take(detail.values?.first ?? detail)
    } else if json["message"]?.text != nil {
      take(json)
    }
  }

  private mutating func take(_ detail: JSONValue) {
    if let text = detail.text {
      message = text
      return
    }
    let place = detail["loc"]?.values?.last?.text
    message = detail.text("message", "msg").map { text in
      place.map { "\($0): \(text)" } ?? text
    }
    code = detail.text("code") ?? detail.text("error")
    type = detail.text("type")
    field = detail.text("param") ?? place
  }
}
