import Audiobook
import Basics
import Guion
import Synchronization

/// Prints the output of a watch: findings as they appear and disappear, and one line for each build.
final class WatchReporter {
  private let printer: DiagnosticsPrinter
  private let arguments: Arguments
  private let setup: SpeechSetup
  private var findings = CurrentFindings()
  /// The cost of all builds printed so far, by currency.
  private var printedCosts: [String: Double] = [:]
  private let awaited = AwaitedFolders()
  private var hasRested = false

  private var isJSON: Bool { arguments[.progress] == "json" }

  init(_ arguments: Arguments, _ setup: SpeechSetup) {
    (self.arguments, self.setup) = (arguments, setup)
    printer = DiagnosticsPrinter(arguments)
  }

  /// Prints the findings that have appeared or disappeared.
  func report(_ present: [Diagnostic]) {
    let (new, gone) = findings.replace(with: present)
    printer.print(gone, state: "gone")
    printer.print(new, state: "new")
  }

  /// Prints warnings of one build, such as warnings about accounts.
  func warn(_ diagnostics: [Diagnostic]) { printer.print(diagnostics) }

  /// Prints the reason why a build has failed.
  func fail(_ message: String) {
    if isJSON { return JSONEvents.error(chapter: nil, file: nil, line: nil, message: message) }
    Streams.error("guion2audio: \(message)\n")
  }

  /// Returns the progress reporter of a build.
  /// By default, a terminal shows a bar, which is removed after the build. Other outputs show nothing.
  func progress(of book: PlannedBook) -> ProgressReporter {
    var style = ProgressReporter.Style(rawValue: arguments[.progress] ?? "auto") ?? .auto
    if style == .auto { style = Streams.errorIsTerminal ? .bar : .none }
    return ProgressReporter(
      style: style, sources: book.paths,
      chapterNames: book.options.formats.isEmpty ? book.plan.chapters.map(\.fileStem) : [],
      quiet: arguments.has(.quiet), verbose: arguments.has(.verbose), printer: printer)
  }

  /// Returns the handler of build events.
  /// If the output is JSON, progress events are left out, because the line of the build replaces them. If
  /// builds wait for the same folder one after another, the wait is printed only once.
  func handler(of progress: ProgressReporter) -> @Sendable (RenderEvent) -> Void {
    let (isJSON, awaited) = (isJSON, awaited)
    return { event in
      switch event {
      case .waiting(let path, _) where !awaited.add(path): break
      case .start where isJSON, .item where isJSON, .chapter where isJSON: break
      default: progress.report(event)
      }
    }
  }

  /// Prints a hint that the watch waits for changes.
  /// Prints it only once, after the first builds.
  func rest() {
    guard !hasRested, !isJSON, !arguments.has(.quiet) else { return }
    hasRested = true
    Streams.error("Waiting for changes. Ctrl-C ends the watch.\n")
  }

  struct Build {
    var input: String
    var folder: String
    /// The outcome, or nil if the book could not be built.
    var outcome: BuildOutcome?
    var errors = 0
    var warnings = 0
    var seconds = 0.0
    /// The number of lines that have changed since the previous build, or nil if `--play` is not set.
    var changedLines: Int?
    /// The number of changed lines that are played.
    var playedLines = 0
  }

  /// Prints the line of a build.
  func report(_ build: Build) {
    awaited.remove(build.folder)
    let costs = newCosts()
    if isJSON { return JSONEvents.build(build, costs: costs.map { ($0.currency, $0.now) }) }
    guard !arguments.has(.quiet) else { return }
    var parts = build.parts
    for cost in costs {
      let total = Quantity.money(cost.total, cost.currency)
      let now = Quantity.money(cost.now, cost.currency)
      parts.append(cost.total > cost.now ? "\(now) spent (\(total) so far)" : "\(now) spent")
    }
    parts.append("\(Quantity.tenths(build.seconds)) s")
    let line = "\(Clock.timeOfDay) \(parts.joined(separator: ", ")) -> \(build.folder)"
    Streams.error(line.visible + "\n")
  }

  /// Returns the cost since the last printed line, by currency.
  /// Providers without a price are left out.
  private func newCosts() -> [(currency: String, now: Double, total: Double)] {
    let totals = setup.spent
    defer { printedCosts = totals }
    return totals.sorted { $0.key < $1.key }.compactMap { currency, total in
      let now = total - printedCosts[currency, default: 0]
      return now > 0 ? (currency, now, total) : nil
    }
  }

  /// The paths of the folders that builds wait for.
  private final class AwaitedFolders: Sendable {
    private let paths = Mutex(Set<String>())

    /// Adds a folder.
    /// Returns false if a build already waits for the folder.
    func add(_ path: String) -> Bool { paths.withLock { $0.insert(path).inserted } }

    func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }
  }

  /// The current findings.
  /// A watch prints a finding once when it appears, and once when it disappears.
  struct CurrentFindings {
    private var current: [Diagnostic] = []

    /// Replaces the findings, and returns the findings that have appeared and the findings that have disappeared.
    /// A finding that has only moved with its line has neither appeared nor disappeared.
    mutating func replace(with findings: [Diagnostic]) -> (new: [Diagnostic], gone: [Diagnostic]) {
      let former = Set(current)
      let present = Set(findings)
      // Findings at unchanged positions are matched first. So if a text has several equal findings, only the added
      // finding is new.
      var gone = current.filter { !present.contains($0) }
      let new = findings.filter { finding in
        guard !former.contains(finding) else { return false }
        let key = Key(finding)
        guard let index = gone.firstIndex(where: { Key($0) == key }) else { return true }
        gone.remove(at: index)
        return false
      }
      current = findings
      return (new, gone)
    }

    /// A finding without its position.
    private struct Key: Equatable {
      var code: String
      var severity: Diagnostic.Severity
      var file: String?
      var message: String

      init(_ finding: Diagnostic) {
        (code, severity, file) = (finding.code, finding.severity, finding.file)
        // A message may contain the number of another line, which can also have moved.
        message = finding.message.replacing(/\b(lines?) \d+/) { "\($0.1)" }
      }
    }
  }
}

extension WatchReporter.Build {
  /// The parts of the build's line: chapters, errors, warnings and played lines.
  fileprivate var parts: [String] {
    var parts: [String] = []
    if let outcome {
      let rendered = outcome.completed - outcome.reused - outcome.moved
      parts = ["\(Quantity.count(rendered, "chapter")) rendered", "\(outcome.reused) reused"]
      if outcome.moved > 0 { parts.append("\(outcome.moved) renamed") }
      if !outcome.degraded.isEmpty {
        parts.append("\(outcome.degraded.count) with a fallback voice")
      }
      if !outcome.failures.isEmpty { parts.append("\(outcome.failures.count) failed") }
    } else {
      parts = ["not rendered"]
    }
    if errors > 0 { parts.append(Quantity.count(errors, "error")) }
    parts.append(Quantity.count(warnings + (outcome?.warnings ?? 0), "warning"))
    if let changedLines, changedLines > 0 {
      parts.append(
        playedLines == changedLines
          ? "plays \(Quantity.count(playedLines, "line"))"
          : "plays \(playedLines) of \(changedLines) changed lines")
    }
    return parts
  }
}

extension JSONEvents {
  fileprivate static func build(
    _ build: WatchReporter.Build, costs: [(currency: String, cost: Double)]
  ) {
    line("build") { json in
      json.member("input", build.input)
      json.member("folder", build.folder)
      json.key("complete")
      json.bool(build.outcome?.failures.isEmpty ?? false)
      let outcome = build.outcome ?? BuildOutcome()
      json.member("rendered", outcome.completed - outcome.reused - outcome.moved)
      json.member("reused", outcome.reused)
      json.member("moved", outcome.moved)
      json.member("failed", outcome.failures.count)
      json.member("errors", build.errors)
      json.member("warnings", build.warnings + outcome.warnings)
      if let lines = build.changedLines { json.member("changedLines", lines) }
      json.member("wall", build.seconds)
      guard !costs.isEmpty else { return }
      json.key("spent")
      json.beginObject()
      for (currency, cost) in costs { json.member(currency, cost) }
      json.end()
    }
  }
}

/// A watched book, with the state of its last build, for comparison with the next build.
struct WatchedBook {
  let book: Book
  let folder: String
  /// The files and folders that the book is built from.
  private(set) var sources: BookSources
  /// The results of the last check of the book, or nil before the first survey.
  private(set) var part: CheckReport.Part?
  /// The spoken lines of the last complete build, or nil before the first complete build.
  var said: SpokenLines?
  private var contents = SourceContents()

  init(_ book: Book, builtInto folder: String) {
    (self.book, self.folder) = (book, folder)
    sources = BookSources(of: book, builtInto: folder)
  }

  /// Returns whether the contents of any file have changed since the last check.
  /// `changed` contains the paths that the watcher has reported.
  mutating func isChanged(by changed: Set<String>) -> Bool {
    contents.refresh(sources, changed: changed)
  }

  /// Reads, checks and plans the book, and returns the plan, or nil if the book has errors.
  /// The plan is not stored, because it needs much memory. If the book has new files, `watch` is called before they are
  /// read again, so that no change to them is missed.
  mutating func survey(watch: (WatchedBook) throws -> Void) async throws -> PlannedBook? {
    var material = try? await read()
    while true {
      let needed = BookSources(of: book, material, builtInto: folder)
      guard needed != sources else { break }
      sources = needed
      try watch(self)
      material = try? await read()
    }
    part = try await CheckReport.Part(book, material)
    defer { part?.planned = nil }
    return part?.planned
  }

  /// Reads the book.
  /// The digests are taken first, so that a change during reading is noticed.
  private mutating func read() async throws -> Book.Material {
    _ = contents.refresh(sources)
    return try await book.read()
  }
}
