import Audio
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
    await Self.answering(desk.castPath) { try await found(request) }
      ?? Self.json(404, ErrorAnswer(error: "The studio has no such address."))
  }

  /// Runs work that answers a request, and turns its error into an answer.
  /// `castPath` is the path of the cast file of the open book. Nil if the work has no answer.
  static func answering(
    _ castPath: String? = nil, _ work: () async throws -> WebAnswer?
  ) async -> WebAnswer? {
    do {
      return try await work()
    } catch let error as StudioError {
      return Self.answer(error)
    } catch is CancellationError {
      return Self.json(503, ErrorAnswer(error: "The studio is ending."))
    } catch is DecodingError {
      return Self.json(400, ErrorAnswer(error: "The studio does not understand this request."))
    } catch let error as BookError {
      return Self.json(422, ErrorAnswer(error: Self.words(of: error, for: castPath)))
    } catch {
      return Self.json(502, ErrorAnswer(error: "\(error)"))
    }
  }

  private func found(_ request: WebRequest) async throws -> WebAnswer? {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    switch (request.method, parts.first ?? "", parts.count) {
    case ("GET", "sound", 2): return try await sound(String(parts[2]))
    case ("GET", "chapter", 2): return try await chapter(String(parts[2]))
    case ("GET", "bound", 2): return try await bound(String(parts[2]), request.field("plan"))
    case ("GET", "export", 2):
      let file = try await desk.export(String(parts[2]))
      return .download(file.path, as: file.name)
    case ("GET", "own", 2):
      let file = try await desk.ownFile(String(parts[2]))
      return .download(file.path, as: file.name)
    case ("GET", "listen", 2):
      let file = try await desk.export(String(parts[2]))
      guard file.name.hasSuffix(".html") else {
        throw StudioError.missing("There is no such page.")
      }
      return .sealed(file.path)
    default: break
    }
    switch "\(request.method) \(request.path)" {
    case "GET /api/book": return Self.json(200, await BookAnswer(desk))
    case "GET /api/changes": return try await changes(request)
    case "GET /api/voices": return Self.json(200, try await VoicesAnswer(desk))
    case "GET /api/peaks": return try await pictures(request)
    case "GET /api/candidates": return try await candidates(request)
    case "POST /api/hear": return try await hear(try Self.body(request))
    case "POST /api/edit": return try await edit(try Self.body(request))
    case "POST /api/shape":
      let body: ShapeRequest = try Self.body(request)
      return try await effect(
        desk.shape(body.line, plan: body.plan, as: body.settings, page: Self.name(body.page)))
    case "POST /api/speaker":
      let body: SpeakerRequest = try Self.body(request)
      return try await effect(
        desk.answer(body.turn, plan: body.plan, with: body.name, page: Self.name(body.page)))
    case "GET /api/source":
      let (block, plan) = (request.field("block"), request.field("plan"))
      let element = try await element(ofBlock: block.flatMap(Int.init), plan.flatMap(Int.init))
      return Self.json(200, try await desk.source(ofElement: element.index, plan: element.plan))
    case "POST /api/words":
      let body: WordsRequest = try Self.body(request)
      if body.renames == true {
        return try await effect(
          desk.rename(body.from, to: body.to, plan: body.plan, page: Self.name(body.page)))
      }
      let element = try await element(ofBlock: body.block, body.plan)
      return try await effect(
        desk.rewrite(
          element.index, plan: body.plan, from: body.from, to: body.to,
          page: Self.name(body.page)))
    case "POST /api/voices/give":
      let body: DigestRequest = try Self.body(request)
      let (made, given) = try await desk.giveVoices(
        digest: body.digest, page: Self.name(body.page))
      return try await effect(made, given)
    case "POST /api/sound": return try await bind(request)
    case "GET /api/cover":
      guard let picture = await desk.view?.book.plan.cover?.file else {
        throw StudioError.missing("The book names no cover.")
      }
      return WebAnswer(type: picture.kind.mimeType, .bytes(picture.bytes))
    case "GET /api/cover/drawn":
      return WebAnswer(type: "image/png", .bytes(try await desk.pictureOfTitle()))
    case "POST /api/cover":
      let (upload, digest) = try Self.file(request)
      return try await effect(
        desk.cover(upload, digest: digest, page: Self.name(request.field("page"))))
    case "POST /api/undo":
      let body: DigestRequest = try Self.body(request)
      return try await effect(desk.undo(digest: body.digest))
    case "POST /api/redo":
      let body: DigestRequest = try Self.body(request)
      return try await effect(desk.redo(digest: body.digest))
    case "POST /api/render":
      let body: PayRequest = try Self.body(request)
      try await desk.startRender(pays: body.pay ?? false, as: body.export)
      return Self.json(202, Nothing())
    case "POST /api/render/stop":
      try Self.checkType(of: request)
      desk.render.stop()
      return Self.json(200, Nothing())
    default: break
    }
    return try await SettingsRoutes(desk: desk).answer(request)
  }

  // MARK: Bodies

  struct Nothing: Codable {}

  struct ErrorAnswer: Encodable {
    var error: String
    var cost: StudioError.Cost?
    var stale: Bool?
    var conflict: Bool?
  }

  private struct DigestRequest: Decodable {
    var digest: String
    var page: String?
  }
  private struct PayRequest: Decodable {
    var pay: Bool?
    /// What to write instead of the chapters that the page plays.
    var export: ExportWish?
  }

  private struct ShapeRequest: Decodable {
    var plan: Int
    var line: Int
    /// Nil removes the settings.
    var settings: LineSettings?
    var page: String?
  }

  private struct SpeakerRequest: Decodable {
    var plan: Int
    var turn: Int
    /// Empty for the narrator; nil removes the answer.
    var name: String?
    var page: String?
  }

  private struct WordsRequest: Decodable {
    var plan: Int
    var block: Int
    var from: String
    var to: String
    /// Whether `from` and `to` are names, and all cues with the name change.
    var renames: Bool?
    var page: String?
  }

  /// Returns the name of a page, which is short.
  private static func name(_ page: String?) -> String? { page.map { String($0.prefix(64)) } }

  private struct HearRequest: Decodable {
    var plan: Int
    var line: Int
    var edits: [EditRequest]?
    /// Settings of the line that are not saved.
    var shape: LineSettings?
    /// Whether the line is heard with the lines beside it and with the sounds of the script.
    var around: Bool?
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
  static func checkType(of request: WebRequest) throws {
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
  private static func words(of error: BookError, for castPath: String?) -> String {
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

  /// Answers with the file of a sound of the script.
  private func bound(_ number: String, _ plan: String?) async throws -> WebAnswer {
    let sound = try await desk.sound(number: Int(number), ofPlan: plan.flatMap(Int.init))
    guard let file = sound.file else {
      throw StudioError.missing("This sound has no file.")
    }
    let type = SoundKind(ofFile: file.path)?.type ?? "application/octet-stream"
    return WebAnswer(type: type, .file(path: file.path), takesRanges: true)
  }

  /// Returns the file in a request, and the digest of the cast that the page knows.
  private static func file(
    _ request: WebRequest
  ) throws(StudioError) -> (upload: Upload, digest: String) {
    guard request.value(of: "content-type") == "application/octet-stream",
      let upload = request.upload, let digest = request.field("digest")
    else { throw .impossible("The body of this request must be a file.") }
    return (upload, digest)
  }

  /// Binds a sound of the script to the file in the request.
  private func bind(_ request: WebRequest) async throws -> WebAnswer {
    let (upload, digest) = try Self.file(request)
    func number(_ name: String) -> Int? { request.field(name).flatMap(Int.init) }
    let sound = try await desk.sound(number: number("sound"), ofPlan: number("plan"))
    return try await effect(
      desk.bind(sound.name, to: upload, digest: digest, page: Self.name(request.field("page"))))
  }

  // MARK: Hearing and changing

  private struct HeardAnswer: Encodable {
    var sound: String
    var seconds: Double
    var gain: Double
    var voice: String
    var text: String
    var peaks: [Int]
  }

  private struct PicturesAnswer: Encodable {
    struct Line: Encodable {
      var line: Int
      var seconds: Double
      var peaks: [Int]
    }

    var lines: [Line]
  }

  /// Answers with the pictures of the lines from `from` to `to` that were rendered before.
  private func pictures(_ request: WebRequest) async throws -> WebAnswer {
    func number(_ name: String) -> Int? { request.field(name).flatMap(Int.init) }
    guard let view = await desk.view, view.number == number("plan") else { throw StudioError.stale }
    guard let first = number("from"), let last = number("to"), first <= last,
      view.lines.indices.contains(first), view.lines.indices.contains(last)
    else { throw StudioError.missing("There are no such lines.") }
    let lines = (first...last).prefix(2_000).compactMap { index in
      view.renderer.picture(of: view.lines[index]).map {
        PicturesAnswer.Line(line: index, seconds: $0.seconds, peaks: $0.peaks)
      }
    }
    return Self.json(200, PicturesAnswer(lines: lines))
  }

  private func hear(_ request: HearRequest) async throws -> WebAnswer {
    let edits = try await edits(request.edits ?? [])
    let heard = try await desk.hear(
      request.line, plan: request.plan, with: edits, as: request.shape,
      around: request.around ?? false, pays: request.pay ?? false)
    return Self.json(
      200,
      HeardAnswer(
        sound: heard.name, seconds: heard.sound.seconds, gain: heard.sound.level,
        voice: heard.sound.voice.description, text: heard.text,
        peaks: heard.sound.picture.peaks))
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
    /// The roles that have got voices, and how many quotations they speak, of how many.
    var roles: [String]?
    var quotations: [Int]?
  }

  private func edit(_ request: EditsRequest) async throws -> WebAnswer {
    let edits = try await edits(request.edits)
    guard let first = request.edits.first else {
      throw StudioError.impossible("There is nothing to change.")
    }
    if request.try == true { return try await effect(desk.effect(of: edits)) }
    return try await effect(
      desk.edit(
        edits, digest: request.digest, title: first.title, page: Self.name(request.page)))
  }

  private func edits(_ requests: [EditRequest]) async throws -> [CastEdit] {
    guard !requests.isEmpty else { return [] }
    guard let view = await desk.view else { throw StudioError.stale }
    return try requests.flatMap { try $0.edits(in: view) }
  }

  /// Returns the element of the script that a block shows.
  private func element(ofBlock block: Int?, _ plan: Int?) async throws -> (index: Int, plan: Int) {
    guard let view = await desk.view, view.number == plan else { throw StudioError.stale }
    guard let block, let index = ScriptBlocks(view).blockOfElement.firstIndex(of: block) else {
      throw StudioError.missing("These words are not in the script.")
    }
    return (index, view.number)
  }

  private func effect(
    _ effect: CastEffect, _ given: StudioDesk.Given? = nil
  ) async throws -> WebAnswer {
    Self.json(
      200,
      EffectAnswer(
        state: await desk.state, plan: await desk.view?.number ?? 0, affected: effect.affected,
        chapters: effect.chapters, recast: effect.recast, applies: effect.applies,
        cost: effect.cost, digest: await desk.file.digest, roles: given?.roles,
        quotations: given?.quotations.map { [$0.own, $0.all] }))
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
      try await Task.sleep(for: .milliseconds(30))
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
