/// What a server says of a request that failed, in any of the shapes that servers use.
///
/// OpenAI has `error.message`, FastAPI servers `detail`, openai-edge-tts `error` as a text,
/// openedai-speech a bare `message`.
struct OpenAIErrorDetail: Equatable {
  /// What a person may be shown: one line, at most `maximumLength` characters.
  var message: String?
  /// A word that names the failure, such as `insufficient_quota`.
  var code: String?
  /// The kind of failure, such as `invalid_request_error`.
  var type: String?
  /// The field of the request that is meant, such as `voice`.
  var field: String?

  /// The longest message that is passed on.
  static let maximumLength = 200

  /// Reads an answer's body; where a message repeats the key, dots stand in its place.
  init(body: [UInt8], hiding key: SecureString? = nil) {
    // A message is short; a book of an answer is not read.
    guard body.count <= 1 << 20 else { return }
    if let json = OpenAIJSON(body) {
      read(json)
    } else if let text = String(validating: body, as: UTF8.self), !text.trimmed.hasPrefix("<") {
      message = text
    }
    message = message.map { Self.text($0, without: key) }.flatMap(Self.shown)
  }

  /// Whether anything was said.
  var isEmpty: Bool { message == nil && code == nil && type == nil }

  private mutating func read(_ json: OpenAIJSON) {
    if let error = json["error"] {
      take(error)
    } else if let detail = json["detail"] {
      // FastAPI's own validation lists what is wrong with each field.
      take(detail.values?.first ?? detail)
    } else if json["message"]?.text != nil {
      take(json)
    }
  }

  private mutating func take(_ detail: OpenAIJSON) {
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

  /// A text without the key; shorter ones than four bytes are no secrets, but parts of words.
  private static func text(_ text: String, without key: SecureString?) -> String {
    guard let key, key.count >= 4 else { return text }
    var bytes = Array(text.utf8)
    key.withBytes { bytes.replace($0, with: "••••".utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A message in one line without control characters; nil where nothing is left to show.
  private static func shown(_ message: String) -> String? {
    var line = String.UnicodeScalarView()
    for scalar in message.unicodeScalars.prefix(8 * maximumLength) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        if let last = line.last, last != " " { line.append(" ") }
      case .format, .privateUse, .surrogate, .unassigned: continue
      default: line.append(scalar)
      }
    }
    let text = String(line).trimmed
    if text.isEmpty { return nil }
    return text.count <= maximumLength ? text : text.prefix(maximumLength - 1) + "…"
  }
}
