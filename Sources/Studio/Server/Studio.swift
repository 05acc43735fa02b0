import Audiobook
import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// A server on the loopback address, with a page that casts and plays a book.
///
/// ```swift
/// let studio = try Studio(StudioSettings(book: book, folder: "out", temporaryFolder: folder, program: "my app"))
/// print(studio.address)
/// await studio.load()
/// ```
package final class Studio: Sendable {
  private let books: StudioBooks
  private let gate: Gate
  private let server: WebServer
  private let sharing: (share: BookShare, server: WebServer)?

  /// Starts the server.
  ///
  /// `load()` reads the book. Without settings, the studio is empty until a page opens a book of the library. If `host`
  /// is an IPv4 address of this machine, a second server there offers the exported book to others when the page asks
  /// for it.
  package init(
    _ settings: StudioSettings?, library: StudioLibrary? = nil, host: String? = nil
  ) throws(WebServerError) {
    let uploads = settings?.temporaryFolder ?? library?.temporaryFolder ?? ""
    let (books, gate) = (StudioBooks(settings, library), Gate())
    (self.books, self.gate) = (books, gate)
    if let host {
      let share = BookShare(books: books)
      let server = try WebServer(
        host: host, uploads: uploads, headers: BookShare.headers,
        gate: { request, _ in share.refusal(of: request) },
        responder: { await share.answer($0) })
      share.open(at: host, port: server.port)
      sharing = (share, server)
    } else {
      sharing = nil
    }
    let door = StudioDoor(books: books, share: sharing?.share)
    server = try WebServer(
      uploads: uploads, headers: Gate.headers, gate: { gate.refusal(of: $0, port: $1) },
      responder: { await door.answer($0) })
  }

  /// The address of the page, with the token that gives a browser access.
  package var address: String { "http://127.0.0.1:\(server.port)/?token=\(gate.token)" }

  /// The address of the page, with a token that is valid for one visit.
  ///
  /// Use this address in the arguments of a program, because other users can read the arguments.
  package var addressForOneVisit: String {
    "http://127.0.0.1:\(server.port)/?ticket=\(gate.ticket.value)"
  }

  /// The address of the server for books that the page shares, or nil without one.
  package var sharedHost: String? { sharing?.share.host }

  /// What to know before the shared address is given away.
  package static var sharingWarning: String { BookShare.warning }

  /// Reads the book, or reads it again if its files have changed.
  ///
  /// The page shows errors in the book.
  package func load() async { await books.load() }

  /// The reason why the book cannot be planned, or nil if it can be planned or no book is open.
  package var problem: String? { get async { await books.desk?.problem } }

  /// Reads the open book again whenever its files change, until the task is cancelled.
  ///
  /// Calls `onWarning` with a warning for each folder that cannot be watched, and if the system cannot watch files.
  package func watch(onWarning: @escaping @Sendable (String) -> Void = { _ in }) async {
    var watching: Task<Void, Never>?
    for await desk in books.opened {
      watching?.cancel()
      await watching?.value
      watching = Task {
        do {
          try await StudioWatch(desk, onWarning: onWarning).run()
        } catch  where !(error is CancellationError) {
          onWarning(
            "\(error); the page does not show changes that you make in an editor, "
              + "so reload the page after each change")
        } catch {}
      }
    }
    watching?.cancel()
    await watching?.value
  }

  /// Ends the server and all its tasks.
  package func close() async {
    await books.close()
    await sharing?.server.stop()
    await server.stop()
  }
}

/// Answers the requests for pages and books, and passes those about the open book on.
struct StudioDoor: Sendable {
  let books: StudioBooks
  var share: BookShare?

  func answer(_ request: WebRequest) async -> WebAnswer {
    let desk = await books.desk
    if request.method == "GET", let page = StudioPage.answer(to: request.path, isEmpty: desk == nil)
    {
      return page
    }
    let own = await Routes.answering { try await found(request) }
    if let own { return own }
    guard let desk else {
      return Routes.json(409, Routes.ErrorAnswer(error: "No book is open."))
    }
    return await Routes(desk: desk).answer(request)
  }

  private struct Chosen: Decodable { var id: String }

  private struct ListAnswer: Encodable {
    var books: [StudioBooks.Listed]
    /// The name of the open book.
    var open: String?
    var endings: [String]
    var most: Int
  }

  private struct ShareAnswer: Encodable {
    /// Whether the studio has a server for books that are shared.
    var isPossible: Bool
    /// The address of the open book; nil if the book is not shared.
    var address: String?
    var warning: String?
  }

  private func shared() async -> WebAnswer {
    let desk = await books.desk
    return Routes.json(
      200,
      ShareAnswer(
        isPossible: share != nil,
        address: desk.flatMap { share?.address(of: $0.render) },
        warning: share.map { _ in BookShare.warning }))
  }

  /// Begins or ends to share the exported book.
  private func setShared(_ isShared: Bool, _ request: WebRequest) async throws -> WebAnswer {
    try Routes.checkType(of: request)
    guard share != nil else {
      throw StudioError.impossible("Start the studio with --host to share books on the network.")
    }
    guard let run = await books.desk?.render, !isShared || run.whole != nil else {
      throw StudioError.missing("Export the book first.")
    }
    run.setShared(isShared)
    return await shared()
  }

  private func found(_ request: WebRequest) async throws -> WebAnswer? {
    switch "\(request.method) \(request.path)" {
    case "GET /api/books":
      let open = await books.desk.map { FilePath($0.settings.book.input.path).last.text }
      return Routes.json(
        200,
        ListAnswer(
          books: await books.recent, open: open, endings: StudioBooks.endings,
          most: InputLimit.document.maximum))
    case "POST /api/books/open":
      let body: Chosen = try Routes.body(request)
      try await books.open(id: body.id)
    case "POST /api/books/example":
      try Routes.checkType(of: request)
      try await books.openExample()
    case "POST /api/books/add":
      guard request.value(of: "content-type") == "application/octet-stream",
        let upload = request.upload, let name = request.field("name")
      else { throw StudioError.impossible("The body of this request must be a file.") }
      return Routes.json(
        200,
        try await books.add(
          upload, named: name, asks: request.field("asks") != nil,
          replacing: request.field("replaces")))
    case "GET /api/share": return await shared()
    case "POST /api/share/start": return try await setShared(true, request)
    case "POST /api/share/stop": return try await setShared(false, request)
    default: return nil
    }
    return Routes.json(200, Routes.Nothing())
  }

  /// The files of the page.
  /// They are embedded in the program.
  enum StudioPage {
    /// Returns the file at a path, or nil if there is no such file.
    /// If the studio is empty, pages about a book are the page that opens one.
    static func answer(to path: String, isEmpty: Bool) -> WebAnswer? {
      let name =
        switch path {
        case "/": isEmpty ? "books.html" : "index.html"
        case "/settings": isEmpty ? "books.html" : "settings.html"
        case "/books": "books.html"
        default: String(path.dropFirst())
        }
      guard let bytes = files[name] else { return nil }
      return WebAnswer(type: type(of: name), .bytes(bytes))
    }

    private static func type(of name: String) -> String {
      let ending = name.split(separator: ".").last ?? ""
      return switch ending {
      case "html": "text/html; charset=utf-8"
      case "css": "text/css; charset=utf-8"
      case "svg": "image/svg+xml"
      default: "text/javascript; charset=utf-8"
      }
    }

    /// The contents of the files, by name.
    private static let files: [String: [UInt8]] = [
      "api.js": PackageResources.api_js,
      "book.js": PackageResources.book_js,
      "books.html": PackageResources.books_html,
      "books.js": PackageResources.books_js,
      "candidates.js": PackageResources.candidates_js,
      "catalogue.js": PackageResources.catalogue_js,
      "compare.js": PackageResources.compare_js,
      "dialog.js": PackageResources.dialog_js,
      "dom.js": PackageResources.dom_js,
      "drop.js": PackageResources.drop_js,
      "export.js": PackageResources.export_js,
      "faces.js": PackageResources.faces_js,
      "findings.js": PackageResources.findings_js,
      "gain.js": PackageResources.gain_js,
      "index.html": PackageResources.index_html,
      "layout.js": PackageResources.layout_js,
      "main.js": PackageResources.main_js,
      "menu.js": PackageResources.menu_js,
      "minimap.js": PackageResources.minimap_js,
      "player.js": PackageResources.player_js,
      "pronunciations.js": PackageResources.pronunciations_js,
      "render.js": PackageResources.render_js,
      "roles.js": PackageResources.roles_js,
      "say.js": PackageResources.say_js,
      "script.js": PackageResources.script_js,
      "search.js": PackageResources.search_js,
      "settings.html": PackageResources.settings_html,
      "settings.js": PackageResources.settings_js,
      "shape.js": PackageResources.shape_js,
      "sounds.js": PackageResources.sounds_js,
      "style.css": PackageResources.style_css,
      "text.js": PackageResources.text_js,
      "theme.js": PackageResources.theme_js,
      "timeline.js": PackageResources.timeline_js,
      "trying.js": PackageResources.trying_js,
      "tune.js": PackageResources.tune_js,
      "voices.js": PackageResources.voices_js,
      "words.js": PackageResources.words_js,
    ]
  }
}

/// A shared book on an address of the network, for others who know its random path.
/// It is only read: no other path, no other method and no other file is answered.
final class BookShare: Sendable {
  /// What to know before the address is given away.
  static let warning =
    "Everybody on the network who has the address of a shared book can read and hear the book until you stop sharing it, open another book, or end the studio. The connection is not encrypted."

  /// The headers of every answer.
  /// A read-along page as one file has its scripts in the page, whose own policy names each by its hash.
  /// Browsers ignore the header that separates windows without encryption, and complain about it.
  static let headers =
    Gate.headers.filter {
      !["Content-Security-Policy", "Cross-Origin-Opener-Policy"].contains($0.name)
    } + [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
          + "media-src 'self' data: blob:; connect-src 'self' data: blob:; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'"
      )
    ]

  private let books: StudioBooks
  private let place = Mutex<(host: String, port: UInt16)?>(nil)

  init(books: StudioBooks) { self.books = books }

  /// Stores where the server listens.
  func open(at host: String, port: UInt16) { place.withLock { $0 = (host, port) } }

  /// The address of the server, or nil before it has started.
  var host: String? {
    place.withLock { $0 }.map { host, port in
      let shown = host == "0.0.0.0" ? Self.addressOfMachine() ?? host : host
      return "http://\(shown):\(port)/"
    }
  }

  /// Returns the address of the list of a book's files, or nil if the book is not shared.
  func address(of run: RenderRun) -> String? {
    guard let host, let secret = run.shareSecret else { return nil }
    return "\(host)\(secret)/"
  }

  /// Returns the first IPv4 address of this machine in a network.
  private static func addressOfMachine() -> String? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return nil }
    defer { freeifaddrs(list) }
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, let address = entry.ifa_addr,
        address.pointee.sa_family == sa_family_t(AF_INET)
      else { continue }
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      if getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }
    return nil
  }

  /// Returns the error for a request that does not read.
  func refusal(of request: WebRequest) -> WebAnswer? {
    request.method == "GET" ? nil : .text(405, "This address is only for reading.")
  }

  private static let nothing = WebAnswer.text(404, "There is nothing at this address.")

  /// Returns what follows the secret in the path, or nil if the path has another beginning.
  private func rest(of request: WebRequest, behind secret: String) -> String? {
    let path = request.path.dropFirst()
    guard let slash = path.firstIndex(of: "/"), Gate.areEqual(String(path[..<slash]), secret) else {
      return nil
    }
    return String(path[path.index(after: slash)...])
  }

  func answer(_ request: WebRequest) async -> WebAnswer {
    // Browsers ask for an icon beside texts without a page, and report that there is none.
    if request.path == "/favicon.ico" {
      return WebAnswer(status: 204, type: "image/x-icon", .bytes([]))
    }
    guard let desk = await books.desk, let secret = desk.render.shareSecret,
      let name = rest(of: request, behind: secret)
    else { return Self.nothing }
    guard let (folder, exported) = desk.render.whole else {
      return .text(404, "The book is being exported. Try again.")
    }
    // The manifest is for programs of the author.
    let files = exported.map(\.name).filter { $0 != "manifest.json" }
    if name.isEmpty {
      let plan = await desk.view?.book.plan
      return entrance(files, plan?.title ?? "", plan?.authors ?? [])
    }
    // Only names of the list are answered, so no name leads out of the folder.
    guard files.contains(name) else { return Self.nothing }
    let ending = name.split(separator: ".").last.map(String.init) ?? ""
    guard let type = Self.types[ending] else {
      return .download("\(folder)/\(name)", as: FilePath(name).last.text)
    }
    return WebAnswer(type: type, .file(path: "\(folder)/\(name)"), takesRanges: true)
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "m4b": "audio/mp4", "mp3": "audio/mpeg",
    "flac": "audio/flac",
    "opus": "audio/ogg", "vtt": "text/vtt; charset=utf-8", "jpg": "image/jpeg", "png": "image/png",
    "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
  ]

  /// The style of the first page, with the colours of the studio and of the read-along page.
  private static let style = """
    :root { color-scheme: light dark; --accent: light-dark(#1d4f8f, #8fc1ff) }
    body { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; font: 1rem/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; overflow-wrap: anywhere;
      background: light-dark(#fffefc, #191c20); color: light-dark(#1f1e1b, #e8e5de) }
    header { display: grid; justify-items: center; gap: .5rem; text-align: center }
    h1, h2, p { margin: 0 } h1 { font-size: 1.5rem; line-height: 1.25 } h2 { margin-top: 2rem; font-size: 1rem }
    header p { color: light-dark(#5b574e, #bbb6ab) } a { color: var(--accent) }
    img { width: min(15rem, 70vw); height: auto; margin-bottom: .5rem; border-radius: .5rem }
    ol, ul { margin: .5rem 0; padding: 0; list-style: none } li { padding: .75rem 0; border-top: 1px solid light-dark(#e4e1d9, #2c3036) }
    audio { display: block; width: 100%; margin-top: .5rem } summary { min-height: 2.75rem; line-height: 2.75rem; cursor: pointer }
    .main { display: inline-block; margin-top: .5rem; padding: .625rem 1.5rem; border-radius: .5rem; background: var(--accent); color: light-dark(#fff, #0c1a2b); font-weight: 600; text-decoration: none }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
    """

  /// Plays the next chapter after a chapter. A book can have each chapter in several formats.
  private static let playingOn = """
    <script>
    const all = [...document.querySelectorAll("audio")], kind = (one) => one.src.split(".").pop();
    for (const one of all) {
      one.addEventListener("ended", () => all.slice(all.indexOf(one) + 1).find((next) => kind(next) === kind(one))?.play());
      one.addEventListener("play", () => all.forEach((other) => other === one || other.pause()));
    }
    </script>
    """

  private static func ends(_ name: String, _ endings: [String]) -> Bool {
    endings.contains { name.hasSuffix("." + $0) }
  }

  /// Returns the files that a listener plays, in their order. The retail sample repeats a chapter.
  static func heard(_ files: [String]) -> [String] {
    files.filter { ends($0, ["m4b", "mp3", "flac", "opus"]) && $0 != "Retail Sample.mp3" }
  }

  /// Returns the first page of a shared book: cover, title, how to listen, and the files in the order of the book.
  private func entrance(_ files: [String], _ title: String, _ authors: [String]) -> WebAnswer {
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
        "\"", with: "&quot;")
    }
    func ends(_ name: String, _ endings: [String]) -> Bool { Self.ends(name, endings) }
    func link(_ name: String, _ words: String, _ more: String = "") -> String {
      "<a href=\"\(WebAnswer.encoded(name))\"\(more)>\(escaped(words))</a>"
    }
    // Folders hold the parts of a page, and players read the playlist.
    let shown = files.filter { !$0.contains("/") && !ends($0, ["m3u8"]) }
    let page = shown.first { ends($0, ["html"]) }
    let sounds = Self.heard(shown)
    let cover = shown.first { ["cover.jpg", "cover.png"].contains($0) }
    let picture = cover.map { "<img src=\"\($0)\" alt=\"\" width=\"240\" height=\"240\">" } ?? ""
    let names = authors.isEmpty ? "" : "<p>\(escaped(authors.joined(separator: ", ")))</p>"
    let listen = page.map { "<p>\(link($0, "Read and listen", " class=\"main\""))</p>" } ?? ""
    let players = sounds.map { name in
      "<li>\(escaped(FilePath(name).stem.text))<audio controls preload=\"none\" src=\"\(WebAnswer.encoded(name))\"></audio></li>"
    }
    let items = shown.map { name in
      "<li>\(link(name, name == page ? "Page to read and listen" : name, " download"))</li>"
    }
    let html = """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1"><title>\(escaped(title))</title><link rel="icon" href="data:,">
      <style>\(Self.style)</style>
      </head><body><main><header>\(picture)<h1>\(escaped(title))</h1>\(names)\(listen)</header>
      \(players.isEmpty ? "" : "<h2>Listen</h2><ol>\(players.joined())</ol>\(Self.playingOn)")
      <details><summary>Download the files</summary><ul>\(items.joined())</ul></details></main></body></html>
      """
    return WebAnswer(type: "text/html; charset=utf-8", .bytes(Array(html.utf8)))
  }
}
