import Audiobook
import Basics
import Guion
import Hablare
import Narration
import Synchronization

/// Shows the progress of a build as a bar, plain lines or JSON lines, or not at all.
final class ProgressReporter: Sendable {
  /// The form in which progress is shown.
  enum Style: String, CaseIterable {
    case auto, bar, plain, json, none
  }

  private struct State {
    var reused = 0
    var chapters = 0
    var finished = 0
    var lastDrawn = ContinuousClock.Instant?.none
    var isDrawn = false
  }

  private let style: Style
  private let sources: [String]
  /// The names to show for chapters, in order, if the build writes no chapter files; otherwise empty.
  private let chapterNames: [String]
  private let showsWarnings: Bool
  private let showsReasons: Bool
  private let printer: DiagnosticsPrinter
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// Creates a reporter for a build.
  /// `sources` contains the paths of the documents as the user typed them.
  init(
    style: Style, sources: [String], chapterNames: [String] = [], quiet: Bool, verbose: Bool,
    printer: DiagnosticsPrinter
  ) {
    let shown = style == .auto ? (Streams.errorIsTerminal ? .bar : .plain) : style
    self.style = quiet && shown != .json ? .none : shown
    (self.sources, self.chapterNames) = (sources, chapterNames)
    showsWarnings = !quiet
    showsReasons = verbose && !quiet
    self.printer = printer
  }

  /// The time since the build began, in seconds.
  var seconds: Double {
    let duration = ContinuousClock.now - start
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// The progress for the last line of an interrupted build; nil if the build has not started.
  var progress: String? {
    state.withLock { state in
      guard state.chapters > 0 else { return nil }
      return "\(state.finished) of \(Quantity.count(state.chapters, "chapter")) "
        + "\(state.chapters == 1 ? "is" : "are") complete; run the command again to continue"
    }
  }

  func report(_ event: RenderEvent) {
    state.withLock { state in
      switch event {
      case .start(let chapters, let items, let reused):
        state.chapters = chapters
        state.reused = reused
        state.finished = reused
        if style == .json { JSONEvents.start(chapters: chapters, items: items, reused: reused) }
      case .waiting(let path, let holder):
        waiting(Self.waiting(for: path, heldBy: holder))
      case .due(let chapter, let title, let reasons):
        let texts = reasons.map { $0.shellText(sources) }
        reason("rendered", chapter, title, texts.joined(separator: ", "))
      case .taken(let chapter, let title, let file):
        reason("moved", chapter, title, "its audio comes from \(file)")
      case .item(let chapter, let done, let total, let audioSeconds):
        item(chapter, done, total, audioSeconds, &state)
      case .chapter(let index, let file, let duration):
        state.finished += 1
        chapter(index, file, duration, state)
      case .warning(_, let source, let diagnostic):
        guard showsWarnings else { return }
        clear(&state)
        message(diagnostic.inFile(path(of: source)))
      case .outage(let outage):
        clear(&state)
        message(
          Diagnostic(
            code: "fallback-voice", severity: .warning,
            message:
              "\(outage.providerId) is down (\(outage.reason)); in this run, \(outage.voice) speaks the "
              + "remaining lines of \(outage.providerId)"))
      case .failed(let chapter, let error):
        clear(&state)
        failed(chapter, error)
      }
    }
  }

  /// Returns the message shown while another build holds a folder.
  static func waiting(for path: String, heldBy holder: String) -> String {
    "waiting for \(path), which is in use by \(holder)"
  }

  private func waiting(_ text: String) {
    if style == .json {
      return JSONEvents.error(
        chapter: nil, file: nil, line: nil, message: text, event: "waiting")
    }
    if showsWarnings { Streams.error(text + "\n") }
  }

  /// Prints the reason why a chapter is rendered or moved.
  private func reason(_ what: String, _ chapter: Int, _ title: String, _ text: String) {
    guard showsReasons else { return }
    if style == .json { return JSONEvents.reason(what, chapter: chapter, text) }
    Streams.error("chapter \(chapter) \"\(title)\" is \(what): \(text)\n")
  }

  /// Removes the bar, before other lines are printed.
  func finish() { state.withLock { clear(&$0) } }

  private func item(
    _ chapter: Int, _ done: Int, _ total: Int, _ audioSeconds: Double, _ state: inout State
  ) {
    let eta = done > 0 ? seconds * Double(total - done) / Double(done) : 0
    if style == .json {
      return JSONEvents.item(
        chapter: chapter, done: done, total: total, audioSeconds: audioSeconds, eta: eta)
    }
    let now = ContinuousClock.now
    guard style == .bar, state.lastDrawn.map({ now - $0 > .milliseconds(100) }) ?? true else {
      return
    }
    state.lastDrawn = now
    state.isDrawn = true
    Streams.error("\r" + bar(done, total, audioSeconds, eta, state) + "\u{1B}[K")
  }

  private func bar(
    _ done: Int, _ total: Int, _ audioSeconds: Double, _ eta: Double, _ state: State
  ) -> String {
    let tail =
      " \(state.finished)/\(state.chapters) chapters  \(Clock.text(audioSeconds)) of audio  "
      + "\(Clock.text(eta)) left"
    let width = max(4, min(40, Streams.columns - tail.count - 3))
    let filled = total > 0 ? done * width / total : width
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    return "[\(bar)]\(tail)"
  }

  private func chapter(_ index: Int, _ file: String, _ duration: Double, _ state: State) {
    switch style {
    case .json: JSONEvents.chapter(index: index, file: file, duration: duration)
    case .plain:
      let shown = chapterNames.isEmpty ? file : chapterNames[index - 1]
      Streams.error("[\(state.finished)/\(state.chapters)] \(shown)  \(Clock.text(duration))\n")
    default: break
    }
  }

  private func failed(_ chapter: Int, _ error: RenderError) {
    let place: ScriptPosition? = if case .line(let place, _, _) = error { place } else { nil }
    if style == .json {
      return JSONEvents.error(
        chapter: chapter, file: file(of: place?.source), line: place?.line,
        message: error.description(.shell))
    }
    message(
      Diagnostic(
        code: "chapter-failed", severity: .error,
        message: "chapter \(chapter): \(error.description(.shell))",
        file: path(of: place?.source ?? 0),
        position: place.map { SourcePosition(line: $0.line, column: 1) }))
  }

  /// Returns the document's path, or nil if the build has only one document.
  private func file(of source: Int?) -> String? {
    sources.count > 1 ? source.map(path) : nil
  }

  private func path(of source: Int) -> String {
    sources.indices.contains(source) ? sources[source] : sources.first ?? ""
  }

  private func message(_ diagnostic: Diagnostic) {
    if style == .json {
      JSONEvents.error(
        chapter: nil, file: sources.count > 1 ? diagnostic.file : nil,
        line: diagnostic.position?.line, message: diagnostic.message,
        event: "warning")
    } else {
      printer.print([diagnostic])
    }
  }

  private func clear(_ state: inout State) {
    if state.isDrawn { Streams.error("\r\u{1B}[K") }
    state.isDrawn = false
    state.lastDrawn = nil
  }
}

/// Progress as JSON lines (Documentation/reference/json.md, "Progress").
enum JSONEvents {
  static func start(chapters: Int, items: Int, reused: Int) {
    line("start") { json in
      json.member("chapters", chapters)
      json.member("items", items)
      json.member("reused", reused)
    }
  }

  static func item(chapter: Int, done: Int, total: Int, audioSeconds: Double, eta: Double) {
    line("item") { json in
      json.member("chapter", chapter)
      json.member("done", done)
      json.member("total", total)
      json.member("audioSeconds", audioSeconds)
      json.member("eta", eta)
    }
  }

  static func chapter(index: Int, file: String, duration: Double) {
    line("chapter") { json in
      json.member("index", index)
      json.key("file")
      json.string(file)
      json.member("duration", duration)
    }
  }

  static func error(
    chapter: Int?, file: String?, line number: Int?, message: String, event: String = "error"
  ) {
    line(event) { json in
      if let chapter { json.member("chapter", chapter) }
      if let file {
        json.key("file")
        json.string(file)
      }
      if let number { json.member("line", number) }
      json.key("message")
      json.string(message)
    }
  }

  /// Writes the reason why a chapter is rendered or moved (`-v`).
  static func reason(_ what: String, chapter: Int, _ text: String) {
    line("reason") { json in
      json.member("chapter", chapter)
      json.key("what")
      json.string(what)
      json.key("reason")
      json.string(text)
    }
  }

  /// Writes the end of a build.
  /// `transfers` counts from the start of the process.
  static func end(
    chapters: Int, failed: Int, duration: Double, wall: Double, transfers: TransferStatistics,
    accuracy: EstimateAccuracy?
  ) {
    line("end") { json in
      json.member("chapters", chapters)
      json.member("failed", failed)
      json.member("duration", duration)
      json.member("wall", wall)
      if let accuracy {
        json.member("estimated", accuracy.estimated)
        json.member("rendered", accuracy.actual)
      }
      if transfers.requests > 0 { json.members(of: transfers) }
    }
  }

  /// Writes that a build was interrupted.
  /// Requests in flight are counted as lost.
  static func interrupted(_ transfers: TransferStatistics) {
    line("interrupted") { json in
      if transfers.requests > 0 { json.members(of: transfers) }
    }
  }

  /// Writes the progress of a download or measurement.
  static func load(_ task: String, done: Int, total: Int) {
    line("load") { json in
      json.key("task")
      json.string(task)
      json.member("done", done)
      json.member("total", total)
    }
  }

  static func line(_ event: String, _ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.beginObject()
    json.key("event")
    json.string(event)
    members(&json)
    json.end()
    json.endLine()
    Streams.error(String(decoding: json.take(), as: UTF8.self))
  }
}

extension JSONWriter {
  fileprivate mutating func members(of transfers: TransferStatistics) {
    member("requests", transfers.requests)
    member("retries", transfers.retries)
    member("lost", transfers.perhapsPaid)
    member("bytesSent", transfers.bytesSent)
    member("bytesReceived", transfers.bytesReceived)
  }

  /// Writes a time in seconds, rounded to milliseconds.
  mutating func member(_ key: String, _ seconds: Double) {
    self.key(key)
    self.seconds(seconds)
  }

  /// Writes a time in seconds, rounded to milliseconds.
  mutating func seconds(_ value: Double) {
    // A manifest can contain any number. The limits, far beyond any book's length, prevent an overflow.
    decimal(Int((min(max(value, -1e12), 1e12) * 1000).rounded()), over: 1000)
  }
}
