import Foundation
import TestSupport
import Testing

@testable import Studio

/// Tests of the access control: which requests get an answer.
@Suite struct GateTests {
  private let gate = Gate()
  private let port: UInt16 = 4711

  private func request(
    _ headers: [(String, String)], _ method: String = "GET", path: String = "/api/book",
    query: [(String, String)] = []
  ) -> WebRequest {
    WebRequest(
      method: method, path: path, query: query.map { (name: $0.0, value: $0.1) },
      headers: headers.map { (name: $0.0, value: $0.1) })
  }

  private func cookie() throws -> String {
    let entry = gate.refusal(
      of: request([("host", "127.0.0.1:4711")], path: "/", query: [("token", gate.token)]),
      port: port)
    let cookie = entry?.headers.first { $0.name == "Set-Cookie" }?.value
    return String(try #require(cookie).prefix { $0 != ";" })
  }

  @Test func `the token becomes a cookie that scripts and other sites cannot read`() throws {
    for host in ["127.0.0.1:4711", "localhost:4711"] {
      let answer = try #require(
        gate.refusal(
          of: request([("host", host)], path: "/", query: [("token", gate.token)]), port: port))
      #expect(answer.status == 303)
      let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }) { $1 }
      #expect(headers["Location"] == "/")
      let cookie = try #require(headers["Set-Cookie"])
      #expect(cookie.hasPrefix("guion2audio-4711="))
      #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
      #expect(!cookie.contains(gate.token))
    }
    let known = [("host", "localhost:4711"), ("cookie", try cookie())]
    #expect(gate.refusal(of: request(known), port: port) == nil)
    let among = [("host", "localhost:4711"), ("cookie", "a=b; \(try cookie()); c=d")]
    #expect(gate.refusal(of: request(among), port: port) == nil)
  }

  @Test func `a ticket is valid for one visit`() throws {
    let visit = request(
      [("host", "127.0.0.1:4711")], path: "/", query: [("ticket", gate.ticket.value)])
    #expect(gate.refusal(of: visit, port: port)?.status == 303)
    #expect(gate.refusal(of: visit, port: port)?.status == 401)
  }

  @Test(arguments: [
    "", "x", "127.0.0.1", "127.0.0.1:4712", "evil.example:4711", "127.0.0.1.evil.example:4711",
    "[::1]:4711", "LOCALHOST:4711", "localhost:4711.evil",
  ])
  func `requests with another host name are refused`(host: String) throws {
    let wrong = [("host", host), ("cookie", try cookie())]
    #expect(gate.refusal(of: request(wrong), port: port)?.status == 421)
    let twice = [("host", "127.0.0.1:4711"), ("host", host), ("cookie", try cookie())]
    #expect(gate.refusal(of: request(twice), port: port)?.status == 421)
  }

  @Test func `requests from another site are refused`() throws {
    let own = [("host", "127.0.0.1:4711"), ("cookie", try cookie())]
    for origin in ["null", "http://evil.example", "https://127.0.0.1:4711", "http://127.0.0.1:80"] {
      for method in ["GET", "POST"] {
        let refusal = gate.refusal(of: request(own + [("origin", origin)], method), port: port)
        #expect(refusal?.status == 403, "\(method) \(origin)")
      }
    }
    let right = ("origin", "http://127.0.0.1:4711")
    #expect(gate.refusal(of: request(own + [right], "POST"), port: port) == nil)
    #expect(gate.refusal(of: request(own + [right, right], "POST"), port: port)?.status == 403)
    #expect(gate.refusal(of: request(own, "POST"), port: port)?.status == 403)
    for site in ["cross-site", "same-site"] {
      let refusal = gate.refusal(of: request(own + [("sec-fetch-site", site)]), port: port)
      #expect(refusal?.status == 403)
    }
    for site in ["same-origin", "none"] {
      #expect(gate.refusal(of: request(own + [("sec-fetch-site", site)]), port: port) == nil)
    }
  }

  @Test func `without the cookie there is no answer`() throws {
    let host = ("host", "127.0.0.1:4711")
    let cookie = try cookie()
    let wrong = [
      [host], [host, ("cookie", "")], [host, ("cookie", cookie + "0")],
      [host, ("cookie", String(cookie.dropLast()))],
      [host, ("cookie", cookie.replacing("4711", with: "4712"))],
      [host, ("cookie", "guion2audio-4711=\(gate.token)")],
      [host, ("cookie", "guion2audio-4711=\(String.secret())")],
    ]
    for headers in wrong {
      #expect(gate.refusal(of: request(headers), port: port)?.status == 401)
      let token = gate.refusal(
        of: request(headers, path: "/", query: [("token", "0")]), port: port)
      #expect(token?.status == 401)
    }
    for method in ["HEAD", "PUT", "OPTIONS", "get"] {
      let refusal = gate.refusal(of: request([host, ("cookie", cookie)], method), port: port)
      #expect(refusal?.status == 405)
    }
  }

  @Test(arguments: [
    (nil, ByteRange.whole), ("bytes=0-", .part(0..<10)), ("bytes=3-5", .part(3..<6)),
    ("bytes=3-99", .part(3..<10)), ("bytes=-4", .part(6..<10)), ("bytes=-99", .part(0..<10)),
    ("bytes=10-", .unsatisfiable), ("bytes=-0", .unsatisfiable), ("bytes=5-3", .whole),
    ("bytes=0-1,3-4", .whole), ("items=0-1", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole),
    ("bytes=99999999999999999999-", .whole), ("bytes=+1-2", .whole), ("bytes=١-2", .whole),
  ])
  func `ranges are parsed as RFC 9110 defines them`(header: String?, range: ByteRange) {
    #expect(ByteRange(header, of: 10) == range)
  }
}

extension RouteAccessTests {
  @Test func `a new version of a script replaces the earlier one when the page says so`()
    async throws
  {
    let folder = try TemporaryFolder()
    let door = try Self.door(in: folder, isEmpty: true)
    let (old, new) = ("INT. PIER - DAY\n\nGulls.\n", "INT. PIER - DAY\n\nGulls and waves.\n")
    func send(_ text: String, _ way: [(name: String, value: String)]) async throws -> Int {
      try await self.send(text, as: "The Pier.fountain", in: folder, to: door, way).status
    }
    let stored = folder.path(of: "data/books/The Pier/The Pier.fountain")
    func script() throws -> String { try String(contentsOfFile: stored, encoding: .utf8) }
    #expect(try await send(old, []) == 200)
    // A page that asks changes nothing before the user has answered.
    #expect(try await send(new, [(name: "asks", value: "yes")]) == 200)
    #expect(await door.books.recent.map(\.folder) == ["The Pier"])
    #expect(try script() == old)
    let id = try #require(await door.books.recent.first).id
    #expect(try await send(new, [(name: "replaces", value: "of nobody")]) == 404)
    #expect(try await send(new, [(name: "replaces", value: id)]) == 200)
    #expect(try script() == new)
    #expect(await door.books.recent.map(\.folder) == ["The Pier"])
    let desk = try #require(await door.books.desk)
    _ = try await desk.undo(digest: desk.file.digest)
    #expect(try script() == old)
  }
}
