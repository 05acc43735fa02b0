import Basics

/// A request of a browser, as far as it has come.
struct WebRequest: Sendable {
  /// `GET` or another word, as the client wrote it.
  var method: String
  /// The path, decoded.
  var path: String
  /// The fields of the query, decoded, in order.
  var query: [(name: String, value: String)] = []
  /// The headers, in order, with names in small letters.
  var headers: [(name: String, value: String)] = []
  /// The body; whole when the request is answered.
  var body: [UInt8] = []

  /// The values of a header, in order.
  func values(of name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

  /// The value of a header that a request may have once; nil if it has none or several.
  func value(of name: String) -> String? {
    let values = values(of: name)
    return values.count == 1 ? values[0] : nil
  }

  /// The first field of the query with a name.
  func field(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// What a browser gets.
struct WebAnswer: Sendable {
  /// What the body is made of.
  enum Content: Sendable {
    case bytes([UInt8])
    /// A file, which is opened when the answer is sent.
    case file(path: String)
  }

  /// The status of HTTP.
  var status = 200
  /// Headers beside those that every answer has.
  var headers: [(name: String, value: String)] = []
  /// The body.
  var content = Content.bytes([])
  /// Whether a part of the body may be asked for.
  var takesRanges = false
  /// The body, where it is words alone.
  private(set) var words: String?

  /// An answer of a media type.
  init(status: Int = 200, type: String, _ content: Content, takesRanges: Bool = false) {
    (self.status, self.content, self.takesRanges) = (status, content, takesRanges)
    headers = [("Content-Type", type)]
  }

  /// Words alone, for people who see no page.
  static func text(_ status: Int, _ words: String) -> WebAnswer {
    var answer = WebAnswer(
      status: status, type: "text/plain; charset=utf-8", .bytes(Array((words + "\n").utf8)))
    answer.words = words
    return answer
  }

  /// An error for the page's scripts.
  static func error(_ status: Int, _ words: String) -> WebAnswer {
    WebAnswer(
      status: status, type: "application/json",
      .bytes(Array(#"{"error": \#(JSONInserter.quoted(words))}"#.utf8)))
  }
}
