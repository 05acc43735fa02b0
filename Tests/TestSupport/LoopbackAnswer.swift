/// An answer of a loopback server.
package struct LoopbackAnswer: Sendable {
  package var status: Int
  /// Headers that are sent unchanged, in addition to the headers for the delivery.
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  package var behaviour: LoopbackBehaviour

  package init(
    status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    behaviour: LoopbackBehaviour = .whole
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.behaviour = behaviour
  }

  /// Returns an answer with complete JSON.
  package static func json(
    _ text: String, status: Int = 200, headers: [(name: String, value: String)] = []
  ) -> LoopbackAnswer {
    LoopbackAnswer(
      status: status, headers: [("Content-Type", "application/json")] + headers,
      body: Array(text.utf8))
  }

  /// Returns an answer with bytes of a media type, delivered completely by default.
  package static func bytes(
    _ body: [UInt8], type: String = "application/octet-stream",
    headers: [(name: String, value: String)] = [], behaviour: LoopbackBehaviour = .whole
  ) -> LoopbackAnswer {
    LoopbackAnswer(
      headers: [("Content-Type", type)] + headers, body: body, behaviour: behaviour)
  }

  /// Returns a status with an empty body.
  package static func status(
    _ status: Int, headers: [(name: String, value: String)] = []
  ) -> LoopbackAnswer { LoopbackAnswer(status: status, headers: headers) }

  /// Returns 429 or 503 with a `Retry-After`.
  package static func retryAfter(_ value: String, status: Int = 429) -> LoopbackAnswer {
    .status(status, headers: [("Retry-After", value)])
  }

  /// A web page, for requests by a program that expects audio.
  package static let html = LoopbackAnswer.bytes(
    Array("<!DOCTYPE html><html><body>Sign in to the network</body></html>".utf8),
    type: "text/html; charset=utf-8")

  /// Returns a redirection.
  package static func redirect(to url: String, status: Int = 302) -> LoopbackAnswer {
    .status(status, headers: [("Location", url)])
  }

  /// No bytes until the client closes the connection.
  package static let silence = LoopbackAnswer(behaviour: .silent)
}
