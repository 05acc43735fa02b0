import Basics

/// A request of a browser.
///
/// It is incomplete until the body has been received.
struct WebRequest: Sendable {
  /// The method, such as `GET`, as the client wrote it.
  var method: String
  /// The path, decoded.
  var path: String
  /// The fields of the query, decoded, in order.
  var query: [(name: String, value: String)] = []
  /// The headers, in order, with names in lower case.
  var headers: [(name: String, value: String)] = []
  /// The body.
  ///
  /// It is complete when the request is answered.
  var body: [UInt8] = []

  /// Returns the values of a header, in order.
  func values(of name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

  /// Returns the value of a header, or nil if the request has no such header or several.
  func value(of name: String) -> String? {
    let values = values(of: name)
    return values.count == 1 ? values[0] : nil
  }

  /// Returns the value of the first field of the query with this name.
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
  /// The headers, without the ones that every answer has.
  var headers: [(name: String, value: String)] = []
  /// The body.
  var content = Content.bytes([])
  /// Whether a request may ask for a part of the body.
  var takesRanges = false
  /// The text, if `text` created this answer.
  private(set) var words: String?

  /// Creates an answer with a media type.
  init(status: Int = 200, type: String, _ content: Content, takesRanges: Bool = false) {
    (self.status, self.content, self.takesRanges) = (status, content, takesRanges)
    headers = [("Content-Type", type)]
  }

  /// Returns an answer in plain text, for users who do not see the page.
  static func text(_ status: Int, _ words: String) -> WebAnswer {
    var answer = WebAnswer(
      status: status, type: "text/plain; charset=utf-8", .bytes(Array((words + "\n").utf8)))
    answer.words = words
    return answer
  }

  /// Returns an error in JSON, for the scripts of the page.
  static func error(_ status: Int, _ words: String) -> WebAnswer {
    WebAnswer(
      status: status, type: "application/json",
      .bytes(Array(#"{"error": \#(JSONInserter.quoted(words))}"#.utf8)))
  }
}
