import Audiobook
import Basics
import Guion
import Hablare
import Narration
import Synchronization

/// Builds the books that have changed, again and again, until its task is cancelled.
final class WatchLoop {
  private var books: [WatchedBook]
  private let watcher: FileWatcher
  private let setup: SpeechSetup
  private let reporter: WatchReporter
  private let player: SoundTarget?
  private let maximumCost: Double?
  private let isStrict: Bool
  /// What is wrong with the books at present.
  private var findings: Set<Diagnostic> = []
  /// The books that have changed since they were last looked at.
  private var dirty: Set<Int> = []
  /// The folders that a warning has named because they cannot be watched.
  private var unreadable: Set<String> = []
  /// The lines that wait to be played, by book.
  private var playlist: [Int: LineSounds] = [:]

  /// How much is played after a build, in seconds: with a new voice of a large role everything has changed, and
  /// nobody waits for all of it.
  private static let longestPlay = 60.0

  init(
    _ books: [WatchedBook], watcher: FileWatcher, _ setup: SpeechSetup, _ reporter: WatchReporter,
    player: SoundTarget?, maximumCost: Double?, isStrict: Bool
  ) {
    (self.books, self.watcher, self.setup, self.reporter) = (books, watcher, setup, reporter)
    (self.player, self.maximumCost, self.isStrict) = (player, maximumCost, isStrict)
  }

  /// Builds and waits.
  ///
  /// Throws a `FileWatchError` if files cannot be watched, and `CancellationError`.
  func run() async throws -> Never {
    var due = Set(books.indices)
    while true {
      try watch()
      let start = ContinuousClock.now
      dirty = []
      var plans = try await survey(due)
      for index in due.sorted() {
        try await build(index, plans.removeValue(forKey: index), since: start)
        due.remove(index)
        // What has just been written is what the writer wants to hear next.
        if !dirty.isEmpty { break }
      }
      due.formUnion(dirty)
      if due.isEmpty {
        Memory.giveBack()
        reporter.rest()
        due = try await rest()
      }
    }
  }

  /// Watches the files of all books.
  private func watch() throws(FileWatchError) {
    let sources = books.map(\.sources)
    try watcher.watch(
      files: sources.flatMap(\.files), folders: sources.flatMap(\.folders)
    ) { path in
      // A folder may be inside another input's output.
      sources.contains { $0.isSkipped(path) }
    }
    for warning in watcher.warnings(after: &unreadable) { SpeechSetup.warn(warning) }
  }

  /// Looks at books, prints what has come and gone, and gives the plans of those that can be built.
  private func survey(_ due: Set<Int>) async throws -> [Int: PlannedBook] {
    var plans: [Int: PlannedBook] = [:]
    for index in due.sorted() {
      var book = books[index]
      plans[index] = try await book.survey { [self] book in
        books[index] = book
        try watch()
      }
      books[index] = book
    }
    let report = CheckReport(books.compactMap(\.part), of: books.map(\.book))
    findings = Set(report.findings)
    reporter.report(report.findings + report.errors.compactMap(Self.finding))
    return plans
  }

  /// An error without a place as a finding; nil if findings say it already.
  private static func finding(_ error: BookError) -> Diagnostic? {
    guard error.kind != .missingInput, !error.message.isEmpty else { return nil }
    // Without a place it is about an engine, a library or an account.
    let kind: VoiceComplaint.Kind =
      error.kind == .refused ? .providerRefused : .providerUnavailable
    return Diagnostic(
      code: kind.rawValue, severity: .error, message: error.message(.shell), file: error.file)
  }
}

// MARK: - Building

extension WatchLoop {
  /// Builds a book and prints the line of the build; nothing is printed if a change overtakes it.
  private func build(
    _ index: Int, _ planned: PlannedBook?, since start: ContinuousClock.Instant
  ) async throws {
    var line = WatchReporter.Build(
      input: books[index].book.input.path, folder: books[index].folder)
    // What is wrong with a cast that books share need not be wrong with each of them.
    let findings = findings.intersection(books[index].part?.findings ?? [])
    line.errors = findings.count { $0.severity == .error }
    line.warnings = findings.count { $0.severity == .warning }
    playlist[index] = nil
    if let planned {
      do {
        guard let outcome = try await outcome(of: planned, index) else { return }
        line.outcome = outcome
        compare(planned, index, &line)
      } catch let error as CancellationError {
        throw error
      } catch let error as FileWatchError {
        throw error
      } catch {
        try Task.checkCancellation()
        line.errors += 1
        reporter.fail(Self.message(of: error))
      }
    } else if line.errors == 0 {
      line.errors = 1
    }
    let time = (ContinuousClock.now - start).components
    line.seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
    reporter.report(line)
  }

  /// What comes of a build; nil if a change has overtaken it.
  ///
  /// A build that a change concerns ends at once, because a writer wants to hear the newest words: finished chapters
  /// stay, and only those under way begin again. A build that pays for lines goes on to its end: a request that is
  /// broken off may be paid for, and brings nothing.
  private func outcome(of planned: PlannedBook, _ index: Int) async throws -> BuildOutcome? {
    if isStrict, planned.warnings > 0 {
      throw CommandFailure(
        .badInput,
        "\(Quantity.count(planned.warnings, "warning")), and with --strict nothing is rendered")
    }
    try planned.checkSelection()
    let isPaid = try await isPaid(planned, index)
    let progress = reporter.progress(of: planned)
    defer { progress.finish() }
    let (folder, setup) = (books[index].folder, setup)
    let show = reporter.handler(of: progress)
    let start = BuildStart()
    return try await untilOvertaken {
      // A build that waits for its folder has paid for nothing yet.
      !(isPaid && start.isOver) && self.dirty.contains(index)
    } work: {
      try await planned.build(into: folder, speech: setup) { event in
        if case .start = event { start.note() }
        show(event)
      }
    }
  }

  /// Whether the build pays for lines; throws a `BookError` if it would cost more than is left.
  private func isPaid(_ planned: PlannedBook, _ index: Int) async throws -> Bool {
    let spent = setup.spent.values.reduce(0, +)
    let forecast = try await Forecast(
      of: [(planned, books[index].folder)], speech: setup,
      maximumCost: maximumCost.map { max(0, $0 - spent) }, isWhole: false)
    reporter.warn(forecast.diagnostics)
    if isStrict, !forecast.diagnostics.isEmpty {
      throw CommandFailure(
        .refused, "an account has too little left, and with --strict nothing is rendered")
    }
    do {
      try forecast.permit()
    } catch {
      guard spent > 0 else { throw error }
      throw CommandFailure(.refused, "\(error.shellMessage); earlier builds have used the rest")
    }
    return forecast.books.contains { $0.cost.entries.contains { $0.work.characters > 0 } }
  }

  /// Notes what has changed since the last build, and what of it is played.
  private func compare(_ planned: PlannedBook, _ index: Int, _ line: inout WatchReporter.Build) {
    let said = SaidLines(of: planned.plan)
    defer { books[index].said = said }
    // Of a first build nothing is played: everything is new.
    guard player != nil, let former = books[index].said else { return }
    let changes = said.changes(since: former)
    let sounds = LineSounds(
      of: changes, of: planned.plan, in: books[index].folder, most: Self.longestPlay)
    (line.changedLines, line.playedLines) = (changes.count, sounds?.lines ?? 0)
    playlist[index] = sounds
  }

  private static func message(of error: any Error) -> String {
    switch error {
    case let error as CommandFailure: error.message
    case let error as BookError: error.shellMessage
    case let error as RenderError: error.description(.shell)
    default: ProviderAdvice.shell.description(of: error)
    }
  }
}

// MARK: - Waiting

extension WatchLoop {
  /// Plays what is to be heard, and waits until a book changes.
  private func rest() async throws -> Set<Int> {
    if let player, !playlist.isEmpty {
      let sounds = playlist.sorted { $0.key < $1.key }.map(\.value)
      playlist = [:]
      _ = try await untilOvertaken {
        !self.dirty.isEmpty
      } work: {
        for lines in sounds {
          do {
            try await player.write(try lines.sound())
          } catch let error as CancellationError {
            throw error
          } catch {
            SpeechSetup.warn("--play: \(Self.message(of: error))")
          }
        }
      }
    }
    while dirty.isEmpty { note(try await watcher.changes()) }
    return dirty
  }

  /// Notes the books whose files have other contents than before.
  private func note(_ changed: Set<String>) {
    for index in books.indices where books[index].isChanged(by: changed) { dirty.insert(index) }
  }

  /// What happens while work is done and files are watched.
  private enum Step<Value: Sendable>: Sendable {
    case done(Value)
    case failed(any Error)
    case changed(Set<String>)
    /// The wait for changes has ended.
    case idle
  }

  /// Does some work; nil if changes have overtaken it, and then it has ended as well.
  private func untilOvertaken<Value: Sendable>(
    _ isOvertaken: () -> Bool, work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await withThrowingTaskGroup(of: Step<Value>.self) { group in
      group.addTask {
        do {
          return .done(try await work())
        } catch {
          return .failed(error)
        }
      }
      // What has changed before the work began counts as well.
      group.addTask { [watcher] in try await Self.change(watcher) }
      var value: Value?
      var isLeft = false
      while let step = try await group.next() {
        switch step {
        case .changed(let paths):
          note(paths)
          isLeft = isOvertaken()
          if isLeft {
            group.cancelAll()
          } else {
            group.addTask { [watcher] in try await Self.change(watcher) }
          }
        case .done(let result):
          value = result
          group.cancelAll()
        case .failed(let error):
          group.cancelAll()
          if !isLeft { throw error }
        case .idle: break
        }
      }
      try Task.checkCancellation()
      return value
    }
  }

  private static func change<Value>(_ watcher: FileWatcher) async throws -> Step<Value> {
    do {
      return .changed(try await watcher.changes())
    } catch is CancellationError {
      return .idle
    }
  }
}

/// Whether a build has begun: it holds its folder and may pay for lines.
private final class BuildStart: Sendable {
  private let state = Atomic(false)

  var isOver: Bool { state.load(ordering: .acquiring) }

  func note() { state.store(true, ordering: .releasing) }
}
