import Audiobook
import Foundation
import Hablare
import HablareTesting
import TestSupport
import Testing

@testable import Studio

/// Tests that no route with an effect answers a request of another site.
@Suite struct RouteAccessTests {
  /// The routes with an effect: all routes that accept POST.
  static let routes = [
    "/api/hear", "/api/edit", "/api/shape", "/api/speaker", "/api/words", "/api/undo", "/api/redo",
    "/api/render", "/api/render/stop", "/api/sound",
    "/api/settings/provider", "/api/settings/login", "/api/settings/logout",
    "/api/settings/install",
  ]

  @Test func `the list of routes is complete`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().path + "/../.."
    let folder = root + "/Sources/Studio/Server"
    let found = try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { name in
      try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        .matches(of: /"POST (\/[a-z\/]+)"/).map { String($0.1) }
    }
    #expect(Set(found) == Set(Self.routes))
  }

  @Test(arguments: routes) func `a route with an effect needs the cookie and its own origin`(
    _ path: String
  ) throws {
    let gate = Gate()
    func status(_ method: String, _ headers: [(String, String)]) -> Int? {
      gate.refusal(
        of: WebRequest(
          method: method, path: path,
          headers: ([("host", "127.0.0.1:4711")] + headers).map { (name: $0.0, value: $0.1) }),
        port: 4711)?.status
    }
    let entry = gate.refusal(
      of: WebRequest(
        method: "GET", path: "/", query: [(name: "token", value: gate.token)],
        headers: [(name: "host", value: "127.0.0.1:4711")]), port: 4711)
    let set = try #require(entry?.headers.first { $0.name == "Set-Cookie" }?.value)
    let cookie = ("cookie", String(set.prefix { $0 != ";" }))
    let own = ("origin", "http://127.0.0.1:4711")
    #expect(status("POST", [own, cookie]) == nil)
    #expect(status("POST", [cookie]) == 403)
    #expect(status("POST", [own]) == 401)
    for origin in ["null", "http://evil.example", "http://127.0.0.1:4712", "http://127.0.0.1", ""] {
      #expect(status("POST", [("origin", origin), cookie]) == 403)
    }
    #expect(status("POST", [own, own, cookie]) == 403)
    for site in ["cross-site", "same-site", ""] {
      #expect(status("POST", [own, cookie, ("sec-fetch-site", site)]) == 403)
    }
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "post"] {
      #expect(status(method, [own, cookie]) == 405)
    }
  }

  @Test(arguments: routes) func `a route with an effect needs a body of JSON`(
    _ path: String
  ) async throws {
    let folder = try TemporaryFolder()
    let input = try BookInput(try folder.write("INT. BAR - DAY\n\nOne.\n", as: "a.fountain"))
    let speech = SpeechSetup(
      environment: [:], cache: .none,
      registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(ToneVoiceProvider())]))
    let desk = StudioDesk(
      StudioSettings(
        book: Book(input, speech: speech), folder: folder.path(of: "out"),
        temporaryFolder: folder.path, program: "tests"))
    let types: [String?] = [
      nil, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
      "text/plain;application/json", "application/jsonp",
    ]
    for type in types {
      var request = WebRequest(method: "POST", path: path)
      request.headers = type.map { [(name: "content-type", value: $0)] } ?? []
      request.body = Array("{}".utf8)
      let answer = await Routes(desk: desk).answer(request)
      #expect(answer.status == 422, "\(type ?? "no type")")
    }
    // A `GET` of the same address has no effect.
    let answer = await Routes(desk: desk).answer(WebRequest(method: "GET", path: path))
    #expect(answer.status == 404)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "out")))
  }

  /// The requests of the page when it opens and when the user does nothing. An attacker's page can cause
  /// these by opening the studio in a frame or a window.
  @Test func `opening the page starts no render and writes nothing`() async throws {
    let folder = try TemporaryFolder()
    let input = try BookInput(try folder.write("INT. BAR - DAY\n\nOne.\n", as: "a.fountain"))
    let tone = ToneVoiceProvider()
    let speech = SpeechSetup(
      environment: [:], cache: .none,
      registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(tone)]))
    let desk = StudioDesk(
      StudioSettings(
        book: Book(input, speech: speech), folder: folder.path(of: "out"),
        temporaryFolder: folder.path, program: "tests"))
    await desk.load()
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let routes = Routes(desk: desk)
    for path in ["/", "/settings", "/main.js", "/api/book", "/api/voices", "/api/settings"] {
      #expect(await routes.answer(WebRequest(method: "GET", path: path)).status == 200, "\(path)")
    }
    var changes = WebRequest(method: "GET", path: "/api/changes")
    changes.query = [(name: "seen", value: "0")]
    #expect(await routes.answer(changes).status == 200)
    var candidates = WebRequest(method: "GET", path: "/api/candidates")
    candidates.query = [(name: "role", value: "")]
    _ = await routes.answer(candidates)
    #expect(!desk.render.isRunning)
    #expect(desk.render.count == 0)
    #expect(desk.install.progress == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
  }

  /// The scripts of the page start a render only in `begin`, which only a button calls, and an export only when its form
  /// is sent.
  @Test func `the page starts a render only for a click`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().path + "/../.."
    let folder = root + "/Sources/Studio/Page"
    var starts: [String] = []
    var sends: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      sends += text.matches(of: /send\("\/api\/render"/).map { _ in name }
      if name == "export.js" {
        let before = text.prefix(upTo: try #require(text.firstRange(of: "/api/render")).lowerBound)
        let listener = try #require(before.matches(of: /addEventListener\("(\w+)"/).last)
        #expect(listener.output.1 == "submit")
      }
      guard name == "render.js" else { continue }
      starts += text.matches(of: /.*\bbegin\b.*/).map {
        String($0.output).trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(sends == ["export.js", "render.js"])
    #expect(
      starts == [
        "async function begin() {", "start.addEventListener(\"click\", begin);",
      ])
  }
}
