import Audiobook
import Basics
import FoundationEssentials
import Hablare
import Narration

/// Answers the requests of the page.
/// No request names the path of a file.
struct Routes: Sendable {
  let desk: StudioDesk

  func answer(_ request: WebRequest) async -> WebAnswer {
    do {
      return try await found(request)
    } catch let error as StudioError {
      return Self.answer(error)
    } catch is CancellationError {
      return Self.json(503, ErrorAnswer(error: "The studio is ending."))
    } catch is DecodingError {
      return Self.json(400, ErrorAnswer(error: "The studio does not understand this request."))
    } catch let error as BookError {
      return Self.json(422, ErrorAnswer(error: Self.words(of: error, for: desk.castPath)))
    } catch {
      return Self.json(502, ErrorAnswer(error: "\(error)"))
    }
  }

  private func found(_ request: WebRequest) async throws -> WebAnswer {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    switch (request.method, parts.first ?? "", parts.count) {
    case ("GET", "sound", 2): return try await sound(String(parts[2]))
    case ("GET", "chapter", 2): return try await chapter(String(parts[2]))
    default: break
    }
    switch "\(request.method) \(request.path)" {
    case "GET /api/book": return Self.json(200, await BookAnswer(desk))
    case "GET /api/changes": return try await changes(request)
    case "GET /api/voices": return Self.json(200, try await VoicesAnswer(desk))
    case "GET /api/candidates": return try await candidates(request)
    case "POST /api/hear": return try await hear(try Self.body(request))
    case "POST /api/edit": return try await edit(try Self.body(request))
    case "POST /api/undo":
      let body: DigestRequest = try Self.body(request)
      return try await effect(desk.undo(digest: body.digest))
    case "POST /api/redo":
      let body: DigestRequest = try Self.body(request)
      return try await effect(desk.redo(digest: body.digest))
    case "POST /api/render":
      let body: PayRequest = try Self.body(request)
      try await desk.startRender(pays: body.pay ?? false)
      return Self.json(202, Nothing())
    case "POST /api/render/stop":
      try Self.checkType(of: request)
      desk.render.stop()
      return Self.json(200, Nothing())
    default: break
    }
    if let answer = try await SettingsRoutes(desk: desk).answer(request) { return answer }
    if request.method == "GET", let page = StudioPage.answer(to: request.path) { return page }
    return Self.json(404, ErrorAnswer(error: "The studio has no such address."))
  }

  // MARK: Bodies

  struct Nothing: Codable {}

  struct ErrorAnswer: Encodable {
    var error: String
    var cost: StudioError.Cost?
    var stale: Bool?
    var conflict: Bool?
  }

  private struct DigestRequest: Decodable { var digest: String }
  private struct PayRequest: Decodable { var pay: Bool? }

  private struct HearRequest: Decodable {
    var plan: Int
    var line: Int
    var edits: [EditRequest]?
    var pay: Bool?
  }

  private struct EditsRequest: Decodable {
    var digest: String
    var edits: [EditRequest]
    var `try`: Bool?
    /// The name that the page has chosen for itself.
    var page: String?
  }

  static func json(_ status: Int, _ value: some Encodable) -> WebAnswer {
    let encoder = JSONEncoder()
    // The keys are sorted, so that equal values have equal texts: the page compares texts to find changes.
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    let bytes = (try? encoder.encode(value)) ?? Data("{}".utf8)
    return WebAnswer(status: status, type: "application/json", .bytes(Array(bytes)))
  }

  /// Throws if the media type of a request's body is not JSON.
  /// The media type must be JSON. Browsers do not let pages of other origins send JSON without a preflight request.
  private static func checkType(of request: WebRequest) throws {
    let type = request.value(of: "content-type")?.split(separator: ";").first ?? ""
    guard type == "application/json" else {
      throw StudioError.impossible("The body of a request must be JSON.")
    }
  }

  /// Decodes the body of a request.
  static func body<Body: Decodable>(_ request: WebRequest) throws -> Body {
    try checkType(of: request)
    return try JSONDecoder().decode(Body.self, from: Data(request.body))
  }

  private static func answer(_ error: StudioError) -> WebAnswer {
    switch error {
    case .stale:
      json(
        409, ErrorAnswer(error: "The script or the cast has changed in the meantime.", stale: true))
    case .conflict(let words): json(409, ErrorAnswer(error: words, conflict: true))
    case .impossible(let words): json(422, ErrorAnswer(error: words))
    case .paid(let cost):
      json(402, ErrorAnswer(error: "This costs \(cost.words).", cost: cost))
    case .busy(let words): json(409, ErrorAnswer(error: words))
    case .failed(let words): json(502, ErrorAnswer(error: words))
    case .missing(let words): json(404, ErrorAnswer(error: words))
    }
  }

  /// Returns the text of an error.
  /// Positions in the cast file are left out. The error is about a changed version of the file that was not saved, so
  /// the user could not find the positions.
  private static func words(of error: BookError, for castPath: String) -> String {
    let errors = error.diagnostics.filter { $0.severity == .error }.map { diagnostic in
      diagnostic.file == castPath ? diagnostic.message : "\(diagnostic)"
    }
    return (error.message.isEmpty ? errors : [error.message] + errors).joined(separator: "\n")
  }

  // MARK: Sounds

  private func sound(_ name: String) async throws -> WebAnswer {
    guard let bytes = await desk.sound(name) else {
      throw StudioError.missing("This sound is no longer available.")
    }
    return WebAnswer(type: "audio/wav", .bytes(bytes), takesRanges: true)
  }

  private func chapter(_ number: String) async throws -> WebAnswer {
    guard let number = Int(number),
      let file = await desk.view?.book.file(ofChapter: number, in: desk.settings.folder)
    else { throw StudioError.missing("There is no such chapter.") }
    return WebAnswer(type: file.type, .file(path: file.path), takesRanges: true)
  }

  // MARK: Hearing and changing

  private struct HeardAnswer: Encodable {
    var sound: String
    var seconds: Double
    var gain: Double
    var voice: String
    var text: String
  }

  private func hear(_ request: HearRequest) async throws -> WebAnswer {
    let edits = try await edits(request.edits ?? [])
    let heard = try await desk.hear(
      request.line, plan: request.plan, with: edits, pays: request.pay ?? false)
    return Self.json(
      200,
      HeardAnswer(
        sound: heard.name, seconds: heard.sound.seconds, gain: heard.sound.level,
        voice: heard.sound.voice.description, text: heard.text))
  }

  private struct EffectAnswer: Encodable {
    var state: Int
    var plan: Int
    var affected: [Int]
    var chapters: Int
    var recast: [CastEffect.Recast]
    var applies: [Int]?
    var cost: StudioError.Cost?
    var digest: String
  }

  private func edit(_ request: EditsRequest) async throws -> WebAnswer {
    let edits = try await edits(request.edits)
    guard let first = request.edits.first else {
      throw StudioError.impossible("There is nothing to change.")
    }
    if request.try == true { return try await effect(desk.effect(of: edits)) }
    let page = request.page.map { String($0.prefix(64)) }
    return try await effect(
      desk.edit(edits, digest: request.digest, title: first.title, page: page))
  }

  private func edits(_ requests: [EditRequest]) async throws -> [CastEdit] {
    guard !requests.isEmpty else { return [] }
    guard let view = await desk.view else { throw StudioError.stale }
    return try requests.map { try $0.edit(in: view) }
  }

  private func effect(_ effect: CastEffect) async throws -> WebAnswer {
    Self.json(
      200,
      EffectAnswer(
        state: await desk.state, plan: await desk.view?.number ?? 0, affected: effect.affected,
        chapters: effect.chapters, recast: effect.recast, applies: effect.applies,
        cost: effect.cost, digest: await desk.file.digest))
  }

  private struct CandidatesAnswer: Encodable { var voices: [String] }

  private func candidates(_ request: WebRequest) async throws -> WebAnswer {
    let voices = try await desk.candidates(for: request.field("role") ?? "")
    return Self.json(200, CandidatesAnswer(voices: voices.map(\.description)))
  }

  // MARK: Changes

  private struct ChangesAnswer: Encodable {
    var seen: Int
    var state: Int
    var render: RenderAnswer
    var install: InstallRun.Progress?
  }

  /// How long a page waits for a change before it asks again.
  private static let patience = Duration.seconds(20)

  /// The maximum number of requests that wait for a change.
  private static let maximumWaiting = 16

  private func changes(_ request: WebRequest) async throws -> WebAnswer {
    let seen = request.field("seen").flatMap(Int.init) ?? 0
    let end = ContinuousClock.now + Self.patience
    let number = await desk.beginWait()
    // Polling needs no list of waiting requests, and its cost is too small to measure. If too many
    // requests wait, the oldest ones end: each holds a connection, and its page may be closed.
    while await desk.count == seen, .now < end, await desk.waits < number + Self.maximumWaiting {
      try await Task.sleep(for: .milliseconds(100))
    }
    return Self.json(
      200,
      await ChangesAnswer(
        seen: desk.count, state: desk.state, render: RenderAnswer(desk),
        install: desk.install.progress))
  }
}

extension StudioDesk {
  /// A number that changes whenever anything on the page changes.
  /// It is never 0.
  var count: Int {
    lookAtFolder()
    return 1 + state + render.count + install.count + folderChanges
  }
}

/// The files of the page.
/// They are embedded in the program.
enum StudioPage {
  /// Returns the file at a path, or nil if there is no such file.
  static func answer(to path: String) -> WebAnswer? {
    let name =
      path == "/" ? "index.html" : path == "/settings" ? "settings.html" : String(path.dropFirst())
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
    "candidates.js": PackageResources.candidates_js,
    "catalogue.js": PackageResources.catalogue_js,
    "compare.js": PackageResources.compare_js,
    "dialog.js": PackageResources.dialog_js,
    "dom.js": PackageResources.dom_js,
    "findings.js": PackageResources.findings_js,
    "gain.js": PackageResources.gain_js,
    "index.html": PackageResources.index_html,
    "layout.js": PackageResources.layout_js,
    "main.js": PackageResources.main_js,
    "player.js": PackageResources.player_js,
    "pronunciations.js": PackageResources.pronunciations_js,
    "render.js": PackageResources.render_js,
    "roles.js": PackageResources.roles_js,
    "say.js": PackageResources.say_js,
    "script.js": PackageResources.script_js,
    "search.js": PackageResources.search_js,
    "settings.html": PackageResources.settings_html,
    "settings.js": PackageResources.settings_js,
    "style.css": PackageResources.style_css,
    "text.js": PackageResources.text_js,
    "theme.js": PackageResources.theme_js,
    "trying.js": PackageResources.trying_js,
    "tune.js": PackageResources.tune_js,
    "voices.js": PackageResources.voices_js,
  ]
}

/// The answer with the available voices.
/// Keys without a value are left out.
struct VoicesAnswer: Encodable {
  struct Entry: Encodable {
    var uri: String
    var name: String
    var provider: String
    var providerName: String
    var language: String?
    var gender: String?
    var age: String?
    /// Words about the speaker, such as `woman, low, calm`.
    var words: String?
    /// The pitch in hertz, or nil if it is not known.
    var pitch: Double?
    var licence: String?
    var commercialUse: String?
    var quality: String?
    var natural: Bool
    var paid: Bool
  }

  var voices: [Entry]
  /// The reasons why enabled providers list no voices.
  var problems: [String]

  /// Lists the voices of all languages, and the variants for the language of the book.
  init(_ desk: StudioDesk) async throws {
    let speech = await desk.speech
    let language = await desk.view?.book.plan.language ?? ""
    let service = speech.service()
    var lists = await service.fetchAllVoices(languageCode: "")
    if !language.isEmpty {
      let own = await service.fetchAllVoices(languageCode: language)
      lists.voices.merge(own.voices) { all, own in
        let known = Set(all.map(\.id))
        return own.filter { !known.contains($0.id) } + all
      }
    }
    let kept = speech.timbres()
    voices = []
    for (id, list) in lists.voices.sorted(by: { $0.key < $1.key }) {
      guard let provider = try? await speech.registry.configuredProvider(for: id) else { continue }
      let isPaid = await speech.isPriced(provider)
      voices += list.map { voice in
        let uri = VoiceURI(providerId: id, voiceId: voice.id)
        let licence = VoiceLicence(of: voice)
        return Entry(
          uri: uri.description, name: voice.name, provider: id,
          providerName: provider.displayName, language: voice.language, gender: voice.gender,
          age: voice.age, words: voice.words,
          pitch: (kept.timbre(of: uri) ?? provider.timbre(of: voice.id))?.fundamental,
          licence: licence?.name,
          commercialUse: licence?.commercialUse.rawValue, quality: voice.quality,
          natural: provider.isNatural, paid: isPaid)
      }
    }
    problems = lists.failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }
}
