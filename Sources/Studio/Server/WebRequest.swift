import Basics

/// A request from a browser.
/// It is incomplete until the whole body has been received.
struct WebRequest: Sendable {
  /// The method, such as `GET`, as the client wrote it.
  var method: String
  /// The decoded path.
  var path: String
  /// The decoded fields of the query, in order.
  var query: [(name: String, value: String)] = []
  /// The headers, in order, with names in lower case.
  var headers: [(name: String, value: String)] = []
  /// The part of the body that has been received.
  var body: [UInt8] = []
  /// The file that the body goes into; nil for other requests.
  var upload: Upload?

  /// Returns the values of a header, in order.
  func values(of name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

  /// Returns the value of a header, or nil if the request does not have exactly one such header.
  func value(of name: String) -> String? {
    let values = values(of: name)
    return values.count == 1 ? values[0] : nil
  }

  /// Returns the value of the first query field with this name, or nil if there is none.
  func field(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// The answer to a request.
struct WebAnswer: Sendable {
  /// The source of the body.
  enum Content: Sendable {
    case bytes([UInt8])
    /// A file, which is opened when the answer is sent.
    case file(path: String)
  }

  /// The HTTP status.
  var status = 200
  /// The headers, without the headers that every answer has.
  var headers: [(name: String, value: String)] = []
  /// The body.
  var content = Content.bytes([])
  /// Whether a request can ask for a part of the body.
  var takesRanges = false
  /// The text of an answer that `text` created, else nil.
  private(set) var words: String?

  /// Creates an answer with a media type.
  init(status: Int = 200, type: String, _ content: Content, takesRanges: Bool = false) {
    (self.status, self.content, self.takesRanges) = (status, content, takesRanges)
    headers = [("Content-Type", type)]
  }

  /// Returns an answer in plain text, for users who open an address without the page.
  static func text(_ status: Int, _ words: String) -> WebAnswer {
    var answer = WebAnswer(
      status: status, type: "text/plain; charset=utf-8", .bytes(Array((words + "\n").utf8)))
    answer.words = words
    return answer
  }

  /// Returns a file that the browser saves under a name.
  static func download(_ path: String, as name: String) -> WebAnswer {
    var answer = WebAnswer(type: "application/octet-stream", .file(path: path), takesRanges: true)
    answer.headers.append(
      ("Content-Disposition", "attachment; filename*=UTF-8''" + encoded(name)))
    return answer
  }

  /// Returns a page of an export, with the scripts and the sound in it.
  /// The browser gives the page an origin of its own, so that its scripts cannot use the studio. Such a page cannot have
  /// the headers that keep windows of one origin together.
  static func sealed(_ path: String) -> WebAnswer {
    var answer = WebAnswer(type: "text/html; charset=utf-8", .file(path: path))
    answer.headers += [
      (
        "Content-Security-Policy",
        "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
          + "img-src data: blob:; media-src data: blob:; connect-src data: blob:; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'"
      ), ("Cross-Origin-Opener-Policy", "unsafe-none"),
    ]
    return answer
  }

  /// Returns a name as a part of an address.
  static func encoded(_ name: String) -> String {
    name.utf8.map { byte in
      let letter = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (letter.isLetter || letter.isNumber || "-._".contains(letter))
      return isPlain ? String(letter) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Returns an error in JSON, for the scripts of the page.
  static func error(_ status: Int, _ words: String) -> WebAnswer {
    WebAnswer(
      status: status, type: "application/json",
      .bytes(Array(#"{"error": \#(JSONInserter.quoted(words))}"#.utf8)))
  }
}
