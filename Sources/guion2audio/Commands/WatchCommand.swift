import Audiobook
import Basics
import Guion
import Hablare
import Narration
import Synchronization

// MARK: - Building

extension WatchCommand.WatchLoop {
  /// Builds a book and prints the line of the build.
  /// Prints nothing if a change overtakes the build.
  private func build(
    _ index: Int, _ planned: PlannedBook?, since start: ContinuousClock.Instant
  ) async throws {
    var line = WatchReporter.Build(
      input: books[index].book.input.path, folder: books[index].folder)
    // Books that share a cast share findings. Only the findings of this book are counted.
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

  /// Builds a book and returns the outcome, or nil if a change overtook the build.
  /// A build ends at once if its book changes, because the writer wants to hear the newest text. Finished chapters
  /// stay. The next build renders chapters in progress again. A build that pays for lines is not interrupted, because
  /// an aborted request may be charged and gives no audio.
  private func outcome(of planned: PlannedBook, _ index: Int) async throws -> BuildOutcome? {
    if isStrict, planned.warnings > 0 {
      throw CommandFailure(
        .badInput,
        "\(Quantity.count(planned.warnings, "warning")); with --strict, nothing is rendered")
    }
    try planned.checkSelection()
    let isPaid = try await isPaid(planned, index)
    let progress = reporter.progress(of: planned)
    defer { progress.finish() }
    let (folder, setup) = (books[index].folder, setup)
    let show = reporter.handler(of: progress)
    let start = BuildStart()
    return try await untilOvertaken {
      // A build that is still waiting for its folder has paid for nothing, so it can be interrupted.
      !(isPaid && start.isOver) && self.dirty.contains(index)
    } work: {
      try await planned.build(into: folder, speech: setup) { event in
        if case .start = event { start.note() }
        show(event)
      }
    }
  }

  /// Returns whether the build pays for lines.
  /// Throws an error if the build would cost more than the rest of the limit, or if `--strict` is set and an account
  /// has too little credit.
  private func isPaid(_ planned: PlannedBook, _ index: Int) async throws -> Bool {
    let spent = setup.spent.values.reduce(0, +)
    let forecast = try await Forecast(
      of: [(planned, books[index].folder)], speech: setup,
      maximumCost: maximumCost.map { max(0, $0 - spent) }, isWhole: false)
    reporter.warn(forecast.diagnostics)
    if isStrict, !forecast.diagnostics.isEmpty {
      throw CommandFailure(
        .refused, "an account has too little credit left; with --strict, nothing is rendered")
    }
    do {
      try forecast.permit()
    } catch {
      guard spent > 0 else { throw error }
      throw CommandFailure(
        .refused,
        "\(error.shellMessage); earlier builds of this watch have spent the rest of --max-cost")
    }
    return forecast.books.contains { $0.cost.entries.contains { $0.work.characters > 0 } }
  }

  /// Records which lines have changed since the last build, and which of the changed lines to play.
  private func compare(_ planned: PlannedBook, _ index: Int, _ line: inout WatchReporter.Build) {
    let said = SpokenLines(of: planned.plan)
    defer { books[index].said = said }
    // After the first build nothing is played, because all lines are new.
    guard player != nil, let former = books[index].said else { return }
    let changes = said.changes(since: former)
    let sounds = LineSounds(
      of: changes, of: planned.plan, in: books[index].folder, maximum: Self.longestPlay)
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

extension WatchCommand.WatchLoop {
  /// Plays the changed lines, waits until a book changes, and returns the indices of the changed books.
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

  /// Marks the books with changed file contents as dirty.
  private func note(_ changed: Set<String>) {
    for index in books.indices where books[index].isChanged(by: changed) { dirty.insert(index) }
  }

  /// An event while `untilOvertaken` does work and watches files.
  private enum Step<Value: Sendable>: Sendable {
    case done(Value)
    case failed(any Error)
    case changed(Set<String>)
    /// The wait for changes was cancelled.
    case idle
  }

  /// Does some work and returns its value, or nil if changes overtook the work.
  /// When this function returns, the work has ended in both cases.
  private func untilOvertaken<Value: Sendable>(
    _ checkOvertaken: () -> Bool, work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await withThrowingTaskGroup(of: Step<Value>.self) { group in
      group.addTask {
        do {
          return .done(try await work())
        } catch {
          return .failed(error)
        }
      }
      // The watcher also reports changes from before the work began.
      group.addTask { [watcher] in try await Self.change(watcher) }
      var value: Value?
      var isOvertaken = false
      while let step = try await group.next() {
        switch step {
        case .changed(let paths):
          note(paths)
          isOvertaken = checkOvertaken()
          if isOvertaken {
            group.cancelAll()
          } else {
            group.addTask { [watcher] in try await Self.change(watcher) }
          }
        case .done(let result):
          value = result
          group.cancelAll()
        case .failed(let error):
          group.cancelAll()
          if !isOvertaken { throw error }
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

/// A flag that is set when a build has begun.
/// From then on, the build holds its folder and may pay for lines.
private final class BuildStart: Sendable {
  private let state = Atomic(false)

  var isOver: Bool { state.load(ordering: .acquiring) }

  func note() { state.store(true, ordering: .releasing) }
}

/// `guion2audio watch INPUT...`: builds books, and builds a book again whenever one of its files changes.
/// The command runs until a signal ends it.
struct WatchCommand {
  /// Builds books whenever they change, until its task is cancelled.
  final class WatchLoop {
    private var books: [WatchedBook]
    private let watcher: FileWatcher
    private let setup: SpeechSetup
    private let reporter: WatchReporter
    private let player: SoundTarget?
    private let maximumCost: Double?
    private let isStrict: Bool
    private var findings: Set<Diagnostic> = []
    /// The indices of the books that have changed since they were last read.
    private var dirty: Set<Int> = []
    /// The unreadable folders that a warning has named.
    private var unreadable: Set<String> = []
    /// The lines to play next, by book.
    private var playlist: [Int: LineSounds] = [:]

    /// The maximum playing time after a build, in seconds.
    /// A new voice for a large role changes so many lines that no user listens to all of them.
    private static let longestPlay = 60.0

    init(
      _ books: [WatchedBook], watcher: FileWatcher, _ setup: SpeechSetup, _ reporter: WatchReporter,
      player: SoundTarget?, maximumCost: Double?, isStrict: Bool
    ) {
      (self.books, self.watcher, self.setup, self.reporter) = (books, watcher, setup, reporter)
      (self.player, self.maximumCost, self.isStrict) = (player, maximumCost, isStrict)
    }

    /// Builds books and waits for changes, in a loop.
    /// Throws a `FileWatchError` if files cannot be watched, and `CancellationError` if the task is
    /// cancelled.
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
          // A book has changed. It is read before the next build, because the writer wants to hear the newest text.
          if !dirty.isEmpty { break }
        }
        due.formUnion(dirty)
        if due.isEmpty {
          Memory.releaseFreedMemory()
          reporter.rest()
          due = try await rest()
        }
      }
    }

    private func watch() throws(FileWatchError) {
      let sources = books.map(\.sources)
      try watcher.watch(
        files: sources.flatMap(\.files), folders: sources.flatMap(\.folders)
      ) { path in
        // The output folder of one input can be inside the folder of another input, so all books are asked.
        sources.contains { $0.isSkipped(path) }
      }
      for warning in watcher.warnings(after: &unreadable) { SpeechSetup.warn(warning) }
    }

    /// Reads and checks books, and prints the findings that have appeared or disappeared.
    /// Returns the plans of the books that can be built, by index.
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
      let report = await CheckReport(books.compactMap(\.part), of: books.map(\.book))
      findings = Set(report.findings)
      reporter.report(report.findings + report.errors.compactMap(Self.finding))
      return plans
    }

    /// Returns an error as a finding, or nil if the findings already contain it.
    private static func finding(_ error: BookError) -> Diagnostic? {
      guard error.kind != .missingInput, !error.message.isEmpty else { return nil }
      // An error without diagnostics is about an engine, a library or an account.
      let kind: VoiceProblem.Kind =
        error.kind == .refused ? .providerRefused : .providerUnavailable
      return Diagnostic(
        code: kind.rawValue, severity: .error, message: error.message(.shell), file: error.file)
    }
  }

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    var options = try RenderOptions(arguments)
    // Another watch locks the folder only during its builds, so this watch waits for the folder.
    options.book.build.waits = true
    options.warnOfPage()
    try checkInputs()
    let player = try player(options)
    var inputs = try BookInput.all(arguments)
    // The inputs are read many times, but a pipe can be read only once.
    for index in inputs.indices { inputs[index].readsOnlyRegularFiles = true }
    let folders = try OutputFolders.folders(for: inputs, options)
    // All builds share one setup. So engines and their models stay loaded, and --max-cost limits the whole watch.
    let setup = try SpeechSetup(arguments, slots: options.book.build.jobs + 1)
    do {
      let books = zip(inputs, folders).map { input, folder in
        WatchedBook(Book(input, arguments, options, setup), builtInto: folder)
      }
      let reporter = WatchReporter(arguments, setup)
      let loop = WatchLoop(
        books, watcher: try FileWatcher(), setup, reporter, player: player,
        maximumCost: options.maximumCost, isStrict: arguments.has(.strict))
      try await loop.run()
    } catch let error as FileWatchError {
      await setup.shutdown()
      if case .system = error { throw CommandFailure(.noInput, error.description) }
      throw CommandFailure(.limited, error.description)
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  /// Throws if an input cannot be watched.
  /// A missing input is an error only at the start. Later it is treated as a change.
  private func checkInputs() throws {
    for path in arguments.inputs {
      if path == "-" {
        throw UsageError("watch cannot watch standard input; name a file or a folder")
      }
      guard let status = FileStatus(path, followingLinks: true) else {
        throw CommandFailure(.noInput, "cannot read \(path): \(SystemError.last.reason)")
      }
      guard status.isFile || status.isFolder else {
        throw CommandFailure(
          .noInput, "\(path) is neither a file nor a folder, so it cannot be watched")
      }
    }
  }

  /// Returns the player for changed lines, or nil if `--play` is not set.
  private func player(_ options: RenderOptions) throws -> SoundTarget? {
    guard arguments.has(.play) else { return nil }
    guard !options.book.build.formats.isEmpty else {
      throw UsageError(
        "--play needs one file per chapter; leave out --single-file, and if m4b is the only --format, "
          + "add mp3")
    }
    return try SoundTarget.player(for: .play)
  }
}
