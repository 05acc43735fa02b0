/// What a loopback server answers.
package struct LoopbackAnswer: Sendable {
  package var status: Int
  /// Sent as they are, besides those that the delivery needs.
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

  /// JSON, whole.
  package static func json(
    _ text: String, status: Int = 200, headers: [(name: String, value: String)] = []
  ) -> LoopbackAnswer {
    LoopbackAnswer(
      status: status, headers: [("Content-Type", "application/json")] + headers,
      body: Array(text.utf8))
  }

  /// Bytes of a type, whole unless told otherwise.
  package static func bytes(
    _ body: [UInt8], type: String = "application/octet-stream",
    headers: [(name: String, value: String)] = [], behaviour: LoopbackBehaviour = .whole
  ) -> LoopbackAnswer {
    LoopbackAnswer(
      headers: [("Content-Type", type)] + headers, body: body, behaviour: behaviour)
  }

  /// A status with an empty body.
  package static func status(
    _ status: Int, headers: [(name: String, value: String)] = []
  ) -> LoopbackAnswer { LoopbackAnswer(status: status, headers: headers) }

  /// 429 or 503 with a `Retry-After`.
  package static func retryAfter(_ value: String, status: Int = 429) -> LoopbackAnswer {
    .status(status, headers: [("Retry-After", value)])
  }

  /// A page for people where a program expects audio.
  package static let html = LoopbackAnswer.bytes(
    Array("<!DOCTYPE html><html><body>Sign in to the network</body></html>".utf8),
    type: "text/html; charset=utf-8")

  /// A redirection.
  package static func redirect(to url: String, status: Int = 302) -> LoopbackAnswer {
    .status(status, headers: [("Location", url)])
  }

  /// Nothing at all until the client goes.
  package static let silence = LoopbackAnswer(behaviour: .silent)
}
