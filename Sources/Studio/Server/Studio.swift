import Audiobook
import Basics
import FoundationEssentials

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

  /// Starts the server.
  ///
  /// `load()` reads the book. Without settings, the studio is empty until a page opens a book of the library.
  package init(
    _ settings: StudioSettings?, library: StudioLibrary? = nil
  ) throws(WebServerError) {
    let uploads = settings?.temporaryFolder ?? library?.temporaryFolder ?? ""
    let (books, gate) = (StudioBooks(settings, library), Gate())
    (self.books, self.gate) = (books, gate)
    let door = StudioDoor(books: books)
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

  /// Reads the book, or reads it again if its files have changed.
  ///
  /// The page shows errors in the book.
  package func load() async {
    guard let desk = await books.desk else { return }
    await desk.load()
    await books.remember()
  }

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
    await server.stop()
  }
}

/// Answers the requests for pages and books, and passes those about the open book on.
struct StudioDoor: Sendable {
  let books: StudioBooks

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
      try await books.add(upload, named: name)
    default: return nil
    }
    return Routes.json(200, Routes.Nothing())
  }
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
