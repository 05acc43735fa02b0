/// A server's explanation of a failed request, in any of the formats in use.
///
/// OpenAI sends `error.message`, FastAPI servers send `detail`, openai-edge-tts sends `error` as a
/// string, and openedai-speech sends a bare `message`.
struct OpenAIErrorDetail: Equatable {
  /// The message in one line, safe to show to users (see `ServiceMessage`).
  var message: String?
  /// The error code, such as `insufficient_quota`.
  var code: String?
  /// The error type, such as `invalid_request_error`.
  var type: String?
  /// The request field with the error, such as `voice`.
  var field: String?

  /// Reads a response body.
  ///
  /// If a text in the body contains the key, dots replace the key.
  init(body: [UInt8], hiding key: SecureString? = nil) {
    // Error messages are short. A longer body, such as a whole book, is not parsed.
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

  /// Whether the server gave no explanation.
  var isEmpty: Bool { message == nil && code == nil && type == nil }

  private mutating func read(_ json: JSONValue) {
    if let error = json["error"] {
      take(error)
    } else if let detail = json["detail"] {
      // FastAPI's validation sends a list with an error for each invalid field. The first error is
      // used.
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
