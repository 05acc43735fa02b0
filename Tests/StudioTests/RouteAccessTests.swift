import Audiobook
import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Studio

/// Tests that no route with an effect answers a request of another site.
@Suite struct RouteAccessTests {
  /// The routes with an effect: all routes that accept POST.
  static let routes = [
    "/api/hear", "/api/edit", "/api/shape", "/api/speaker", "/api/words", "/api/voices/give",
    "/api/undo", "/api/redo",
    "/api/render", "/api/render/stop", "/api/sound", "/api/cover", "/api/books/open",
    "/api/books/example", "/api/books/add", "/api/share/start", "/api/share/stop",
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
    let door = try Self.door(in: folder)
    let types: [String?] = [
      nil, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
      "text/plain;application/json", "application/jsonp",
    ]
    for type in types {
      var request = WebRequest(method: "POST", path: path)
      request.headers = type.map { [(name: "content-type", value: $0)] } ?? []
      request.body = Array("{}".utf8)
      let answer = await door.answer(request)
      #expect(answer.status == 422, "\(type ?? "no type")")
    }
    // A `GET` of the same address has no effect.
    let answer = await door.answer(WebRequest(method: "GET", path: path))
    #expect(answer.status == 404)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "out")))
  }

  /// Returns a studio with a book, and with a library in the same folder.
  static func door(in folder: TemporaryFolder, isEmpty: Bool = false) throws -> StudioDoor {
    let speech = SpeechSetup(
      environment: [:], cache: .none,
      registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(ToneVoiceProvider())]))
    // The studio renders the narrator's first line into a temporary file of its own, sooner or later.
    let (out, temporary) = (folder.path(of: "out"), folder.path(of: "space"))
    try FileManager.default.createDirectory(
      atPath: temporary, withIntermediateDirectories: true)
    @Sendable func settings(_ path: String) throws -> StudioSettings {
      var book = Book(try BookInput(path), speech: speech)
      book.options.defaultVoice = VoiceURI("tone://bass")
      return StudioSettings(book: book, folder: out, temporaryFolder: temporary, program: "tests")
    }
    let path = try folder.write("INT. BAR - DAY\n\nOne.\n", as: "a.fountain")
    let library = StudioLibrary(folder: folder.path(of: "data"), temporaryFolder: folder.path) {
      try settings($0.path)
    }
    return StudioDoor(books: StudioBooks(isEmpty ? nil : try settings(path), library))
  }

  func send(
    _ text: String, as name: String, in folder: TemporaryFolder, to door: StudioDoor,
    _ way: [(name: String, value: String)] = []
  ) async throws -> WebAnswer {
    var request = WebRequest(method: "POST", path: "/api/books/add")
    request.headers = [(name: "content-type", value: "application/octet-stream")]
    request.query = [(name: "name", value: name)] + way
    let upload = try #require(Upload(in: folder.path, longest: 1 << 20))
    #expect(Array(text.utf8).withUnsafeBytes { upload.write($0) })
    request.upload = upload
    return await door.answer(request)
  }

  @Test func `an empty studio opens a script that a page sends, and lists it`() async throws {
    let folder = try TemporaryFolder()
    let door = try Self.door(in: folder, isEmpty: true)
    #expect(await door.answer(WebRequest(method: "GET", path: "/api/book")).status == 409)
    func page() async -> WebAnswer { await door.answer(WebRequest(method: "GET", path: "/")) }
    let empty = await page()
    let text = "INT. PIER - DAY\n\nGulls.\n"
    #expect(
      try await send(text, as: "../up\u{0}/The Pier.fountain", in: folder, to: door).status == 200)
    let stored = folder.path(of: "data/books/The Pier/The Pier.fountain")
    #expect(try String(contentsOfFile: stored, encoding: .utf8) == text)
    let desk = try #require(await door.books.desk)
    let plan = try #require(await desk.view)
    guard case (.bytes(let before), .bytes(let after)) = (empty.content, await page().content)
    else {
      Issue.record("the pages are files")
      return
    }
    #expect(before != after)
    // The same script opens its own book, and another script gets another folder.
    #expect(try await send(text, as: "The Pier.fountain", in: folder, to: door).status == 200)
    #expect(
      try await send(text + "Waves.", as: "The Pier.fountain", in: folder, to: door).status == 200)
    let books = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "data/books"))
    #expect(books.sorted() == ["The Pier", "The Pier 2"])
    // The page of the first book finds that its numbers are old.
    let last = try #require(await door.books.desk)
    #expect(try #require(await last.view).number > plan.number)
    #expect(await last.state != desk.state)
    let recent = await door.books.recent
    #expect(recent.map(\.folder) == ["The Pier 2", "The Pier"])
    try await door.books.open(id: try #require(recent.last).id)
    #expect(await door.books.desk?.settings.book.input.path == stored)
    // What was changed can be undone after another book was open.
    let first = try #require(await door.books.desk)
    _ = try await first.edit([.title("Sea")], digest: first.file.digest, title: "a title")
    for book in recent { try await door.books.open(id: book.id) }
    #expect(await door.books.desk?.history.undo?.title == "a title")
    // A book that is gone is not listed.
    try FileManager.default.removeItem(atPath: stored)
    #expect(await door.books.recent.map(\.folder) == ["The Pier 2"])
    await #expect(
      throws: StudioError.missing("This book is not in the list of recent books any more.")
    ) { try await door.books.open(id: stored) }
  }

  @Test(arguments: [
    ("a.fountain", "\u{7F}ELF\u{0}\u{1}\u{2}\u{3}"), ("a.md", ""), ("a.docx", "text"),
    ("a.pdf", "text"), ("a.exe", "text"), ("a", "text"), ("..", "text"),
    ("a.md", String(repeating: "word ", count: Manuscript.longestParagraph / 5) + "word"),
  ])
  func `a file that the page cannot show is refused and not stored`(_ name: String, _ text: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let door = try Self.door(in: folder, isEmpty: true)
    let answer = try await send(text, as: name, in: folder, to: door)
    #expect(answer.status == 422)
    #expect(await door.books.desk == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "data/books/a")))
  }

  @Test func `a script with a long name keeps its ending`() async throws {
    let folder = try TemporaryFolder()
    let door = try Self.door(in: folder, isEmpty: true)
    let name = String(repeating: "n", count: 300)
    let refused = try await send("INT. BAR\n\nOne.\n", as: name + ".exe", in: folder, to: door)
    #expect(refused.status == 422)
    let answer = try await send(
      "INT. BAR\n\nOne.\n", as: name + ".fountain", in: folder, to: door)
    #expect(answer.status == 200)
    let path = try #require(await door.books.desk?.settings.book.input.path)
    #expect(path.hasSuffix("/" + name.prefix(100) + ".fountain"))
  }

  @Test func `the example is a book of the user`() async throws {
    let folder = try TemporaryFolder()
    let door = try Self.door(in: folder, isEmpty: true)
    try await door.books.openExample()
    let path = folder.path(of: "data/books/The Last Train/The Last Train.fountain")
    let root = URL(filePath: #filePath).deletingLastPathComponent().path + "/../.."
    let example = try Data(
      contentsOf: URL(filePath: root + "/Examples/the-last-train/the-last-train.fountain"))
    #expect(try Data(contentsOf: URL(filePath: path)) == example)
  }

  @Test
  func `a shared book answers only its exported files below a random path, until it is stopped`()
    async throws
  {
    let folder = try TemporaryFolder()
    let door = try Self.door(in: folder)
    let desk = try #require(await door.books.desk)
    await desk.load()
    let share = BookShare(books: door.books)
    share.open(at: "192.0.2.7", port: 4711)
    #expect(share.address(of: desk.render) == nil)
    desk.render.setShared(true)
    let address = try #require(share.address(of: desk.render))
    #expect(address.hasPrefix("http://192.0.2.7:4711/"))
    let base = String(address.dropFirst("http://192.0.2.7:4711".count))
    #expect(base.count == 34)
    func answer(_ path: String, _ method: String = "GET") async -> WebAnswer {
      let request = WebRequest(method: method, path: path)
      if let refusal = share.refusal(of: request) { return refusal }
      return await share.answer(request)
    }
    #expect(await answer(base).status == 404)
    try await desk.startRender(pays: false, as: ExportWish(preset: .archive, format: .flac))
    await desk.render.ended()
    #expect(await answer(base).status == 200)
    for file in desk.render.exported where file.name != "manifest.json" {
      #expect(await answer(base + file.name).status == 200, "\(file.name)")
      #expect(await answer(base + file.name, "POST").status == 405)
    }
    let wrong = [
      "/", String(base.dropLast()), "/" + base.dropFirst(2), base + "../a.fountain",
      base + "manifest.json", base + "/", base + "x",
      base + folder.path(of: "a.fountain"), base.uppercased() + "x", "/api/book", base + "api/book",
    ]
    for path in wrong { #expect(await answer(path).status == 404, "\(path)") }
    #expect(await answer("/favicon.ico").status == 204)
    // The old book is heard until the new one is whole, and again if the new one fails.
    let first = desk.render.exported.map(\.name)
    let isStarted = desk.render.start(chapters: [], of: [], export: folder.path(of: "next")) { _ in
      try await Task.sleep(for: .seconds(600))
      throw CancellationError()
    }
    #expect(isStarted && desk.render.exported.isEmpty)
    for name in ["", "a.flac"] { #expect(await answer(base + name).status == 200) }
    desk.render.stop()
    await desk.render.ended()
    #expect(desk.render.exported.map(\.name) == first && !first.isEmpty)
    desk.render.setShared(false)
    #expect(await answer(base).status == 404)
    desk.render.setShared(true)
    #expect(share.address(of: desk.render) != address)
    #expect(await answer(base).status == 404)
  }

  @Test func `a body that is too long gets its answer, and its rest is dropped up to a bound`()
    throws
  {
    let exchange = WebExchange(WebRequest(method: "POST", path: "/"), socket: -1, headers: [])
    let part = [UInt8](repeating: 0, count: 1 << 20)
    func receive() -> Bool { part.withUnsafeBytes { exchange.receive($0) } }
    #expect(receive())
    #expect(exchange.answer?.status == 413)
    #expect(exchange.request.body.isEmpty)
    var dropped = 0
    while dropped <= WebExchange.longestDrop, receive() { dropped += part.count }
    #expect(dropped == WebExchange.longestDrop)
  }

  @Test func `a file that is too long gets its answer, and its rest is not stored`() throws {
    let folder = try TemporaryFolder()
    var request = WebRequest(method: "POST", path: "/api/cover")
    let upload = try #require(Upload(in: folder.path, longest: 100))
    request.upload = upload
    let path = upload.path
    let exchange = WebExchange(request, socket: -1, headers: [])
    func receive(_ count: Int) -> Bool {
      [UInt8](repeating: 1, count: count).withUnsafeBytes { exchange.receive($0) }
    }
    #expect(receive(100) && exchange.answer == nil)
    #expect(receive(1) && exchange.answer?.status == 413)
    #expect(receive(5000))
    #expect(try Data(contentsOf: URL(filePath: path)).count == 100)
  }

  @Test func `a shared book opens with its cover, its title and a way to listen`() async throws {
    let folder = try TemporaryFolder()
    let door = try Self.door(in: folder)
    let desk = try #require(await door.books.desk)
    await desk.load()
    try await desk.startRender(
      pays: false, as: ExportWish(preset: .archive, format: .flac, page: true))
    await desk.render.ended()
    let share = BookShare(books: door.books)
    share.open(at: "192.0.2.7", port: 4711)
    desk.render.setShared(true)
    let address = try #require(share.address(of: desk.render))
    let base = String(address.dropFirst("http://192.0.2.7:4711".count))
    let answer = await share.answer(WebRequest(method: "GET", path: base))
    guard case .bytes(let bytes) = answer.content else {
      Issue.record("the page is not in memory")
      return
    }
    let page = String(decoding: bytes, as: UTF8.self)
    let title = try #require(await desk.view?.book.plan.title)
    for words in [
      "<h1>\(title)</h1>", "<img src=\"cover.png\"", "class=\"main\">Read and listen</a>",
      "<audio controls preload=\"none\" src=\"a.flac\">", "\"ended\"",
    ] { #expect(page.contains(words), "\(words): \(page)") }
    for words in ["index.html", "manifest.json", "playlist.m3u8"] {
      #expect(!page.contains(words), "\(words)")
    }
    #expect(BookShare.heard(["001 A.mp3", "Retail Sample.mp3", "a.png"]) == ["001 A.mp3"])
    // Every link of the page is answered.
    for link in page.matches(of: /(?:href|src)="([^":]+)"/) {
      let name = try #require(String(link.output.1).removingPercentEncoding)
      #expect(await share.answer(WebRequest(method: "GET", path: base + name)).status == 200)
    }
  }

  @Test func `a page of an export opens in an origin of its own`() async throws {
    let folder = try TemporaryFolder()
    let door = try Self.door(in: folder)
    let desk = try #require(await door.books.desk)
    await desk.load()
    try await desk.startRender(pays: false, as: ExportWish(preset: .archive, page: true))
    await desk.render.ended()
    for (number, file) in desk.render.exported.enumerated() {
      let answer = await door.answer(WebRequest(method: "GET", path: "/listen/\(number)"))
      let policies = answer.headers.filter { $0.name == "Content-Security-Policy" }.map(\.value)
      let isPage = file.name.hasSuffix(".html")
      #expect(answer.status == (isPage ? 200 : 404), "\(file.name)")
      #expect(policies.count == (isPage ? 1 : 0))
      for policy in policies {
        #expect(policy.hasPrefix("sandbox allow-scripts; default-src 'none'; "))
        #expect(!policy.contains("same-origin") && !policy.contains("'self'"))
        guard case .file(let path) = answer.content else {
          Issue.record("the page is no file")
          continue
        }
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let own = try #require(page.firstMatch(of: /Security-Policy" content="([^"]+)"/)).output.1
        let shared = try #require(BookShare.headers.first { $0.name == "Content-Security-Policy" })
        // The browser loads only what the header and the page both allow.
        for name in ["img-src", "media-src"] {
          let wanted = Self.sources(of: name, in: String(own))
          #expect(!wanted.isEmpty)
          for outer in [policy, shared.value] {
            #expect(wanted.isSubset(of: Self.sources(of: name, in: outer)), "\(name): \(outer)")
          }
        }
      }
    }
    #expect(desk.render.exported.contains { $0.name.hasSuffix(".html") })
    for name in ["99", "-1", "..", "index.html"] {
      let answer = await door.answer(WebRequest(method: "GET", path: "/listen/\(name)"))
      #expect(answer.status == 404, "\(name)")
    }
  }

  /// Returns the sources that a policy allows for a kind of content.
  private static func sources(of kind: String, in policy: String) -> Set<Substring> {
    let parts = policy.split(separator: ";").map { $0.split(separator: " ") }
    return Set(parts.first { $0.first == kind[...] }?.dropFirst() ?? [])
  }

  @Test func `the styles keep to the scale of type and to the grid of spaces`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().path + "/../.."
    let css = try String(contentsOfFile: root + "/Sources/Studio/Page/style.css", encoding: .utf8)
    // The sizes of the texts of scripts are the only ones without a name.
    let sizes = css.matches(of: /font(?:-size)?: ([\d.]+)rem/).map { String($0.output.1) }
    #expect(Set(sizes) == ["1", "1.0625", "0.9375"])
    for part in css.matches(of: /(?:padding|margin|gap)[a-z-]*: [^;}]*/) {
      for space in part.output.matches(of: /(\d*\.?\d+)rem/) {
        // Two pixels.
        let steps = try #require(Double(space.output.1)) * 8
        #expect(steps == steps.rounded(), "\(part.output)")
      }
    }
  }

  @Test func `a request that begins while the server ends is cancelled`() async {
    let exchange = WebExchange(WebRequest(method: "GET", path: "/"), socket: -1, headers: [])
    exchange.cancel()
    let task = Task { while !Task.isCancelled { await Task.yield() } }
    exchange.start(task)
    await task.value
  }

  /// The requests of the page when it opens and when the user does nothing. An attacker's page can cause
  /// these by opening the studio in a frame or a window.
  @Test func `opening the page starts no render and writes nothing`() async throws {
    let folder = try TemporaryFolder()
    let routes = try Self.door(in: folder)
    let desk = try #require(await routes.books.desk)
    await desk.load()
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for path in [
      "/", "/settings", "/books", "/main.js", "/api/book", "/api/books", "/api/share",
      "/api/cover/drawn", "/api/voices", "/api/settings",
    ] {
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
