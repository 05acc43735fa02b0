import Synchronization

/// The access control of the server.
/// Only a browser that has opened the address from the terminal has access. The address contains a token. At the first
/// visit, the browser gets a cookie, which gives access from then on. The gate checks `Host`, because a foreign host
/// name may lead to this machine (DNS rebinding). The gate checks `Origin` and `Sec-Fetch-Site`, because pages of other
/// origins can send requests to this server.
struct Gate: Sendable {
  /// The token in the address that the terminal shows.
  let token = String.secret()
  /// The value of the cookie.
  private let session = String.secret()
  /// The token in the address that the program opens in the user's browser.
  /// It is valid for only one visit, because the address is an argument of a program, and other users can read the
  /// arguments of programs.
  let ticket = Ticket()

  /// The headers of every answer.
  static let headers: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
  ]

  /// Returns the error for a request that has no access, or nil if the request has access.
  func refusal(of request: WebRequest, port: UInt16) -> WebAnswer? {
    guard var refusal = check(request, port) else { return nil }
    if request.path.hasPrefix("/api/"), let words = refusal.words {
      refusal = .error(refusal.status, words)
    }
    return refusal
  }

  private func check(_ request: WebRequest, _ port: UInt16) -> WebAnswer? {
    guard hasClearLength(request) else { return .text(400, "This request is malformed.") }
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.value(of: "host"), hosts.contains(host) else {
      return .text(421, "This is not the address of the studio.")
    }
    guard ["GET", "POST"].contains(request.method) else {
      return .text(405, "The studio accepts only GET and POST.")
    }
    let origins = request.values(of: "origin")
    let isOwn = origins.count == 1 && origins[0] == "http://\(host)"
    let isForeign = !["same-origin", "none"].contains(
      request.values(of: "sec-fetch-site").first ?? "none")
    guard isOwn || (origins.isEmpty && request.method == "GET"), !isForeign else {
      return .text(403, "Another site sent this request. The studio answers only its own pages.")
    }
    if request.path == "/", request.method == "GET", let entry = entry(request, port) {
      return entry
    }
    guard isKnown(request, port) else {
      return .text(
        401,
        "This browser is not logged in. Open the address that guion2audio shows in the terminal."
      )
    }
    return nil
  }

  /// Returns whether the request has at most one header about the length of its body (RFC 9112, section 6.3).
  private func hasClearLength(_ request: WebRequest) -> Bool {
    request.values(of: "content-length").count + request.values(of: "transfer-encoding").count <= 1
  }

  /// Returns a redirect to the page that sets the cookie, or nil if the address has no valid token.
  private func entry(_ request: WebRequest, _ port: UInt16) -> WebAnswer? {
    let isRight =
      request.field("token").map { Self.areEqual($0, token) } == true
      || request.field("ticket").map(ticket.take) == true
    guard isRight else { return nil }
    var answer = WebAnswer.text(303, "")
    answer.headers += [
      ("Location", "/"),
      (
        "Set-Cookie",
        "\(Self.cookie(port))=\(session); Path=/; HttpOnly; SameSite=Strict"
      ),
    ]
    return answer
  }

  /// Returns the name of the cookie.
  /// The name contains the port, because browsers send the cookies of a host to all its ports.
  private static func cookie(_ port: UInt16) -> String { "guion2audio-\(port)" }

  private func isKnown(_ request: WebRequest, _ port: UInt16) -> Bool {
    let name = Self.cookie(port) + "="
    let cookies = request.values(of: "cookie").flatMap { $0.split(separator: ";") }
    return cookies.contains { cookie in
      let cookie = cookie.drop { $0 == " " }
      return cookie.hasPrefix(name) && Self.areEqual(String(cookie.dropFirst(name.count)), session)
    }
  }

  // MARK: Secrets

  /// Returns whether two texts are equal, in a time that does not show where they differ.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// A token that is valid for one visit.
  final class Ticket: Sendable {
    /// The token in the address.
    let value = String.secret()
    private let isTaken = Mutex(false)

    /// Uses up the ticket if `shown` is its token.
    /// Returns false if `shown` is wrong or the ticket has been used.
    func take(_ shown: String) -> Bool {
      guard Gate.areEqual(shown, value) else { return false }
      return isTaken.withLock { isTaken in
        defer { isTaken = true }
        return !isTaken
      }
    }
  }
}
