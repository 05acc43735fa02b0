import Audiobook
import Basics

/// `guion2audio watch INPUT...`: builds, and builds again whenever something that the books are made from changes.
///
/// It ends with a signal.
struct WatchCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    var options = try RenderOptions(arguments)
    // Another watch holds the folder only while it builds: this one waits for its turn.
    options.book.build.waits = true
    options.warnOfPage()
    try checkInputs()
    let player = try player(options)
    var inputs = try BookInput.all(arguments)
    // They are read again and again, and a pipe has its contents once.
    for index in inputs.indices { inputs[index].readsOnlyRegularFiles = true }
    let folders = try OutputFolders.folders(for: inputs, options)
    // One setup for all builds: engines and their models stay loaded, and --max-cost counts for the whole watch.
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

  /// Refuses what cannot be watched.
  ///
  /// An input that is not there is a slip at the start, and a change later.
  private func checkInputs() throws {
    for path in arguments.inputs {
      if path == "-" { throw UsageError("watch reads files; standard input does not change") }
      guard let status = FileStatus(path, followingLinks: true) else {
        throw CommandFailure(.noInput, "cannot read \(path): \(SystemError.last.reason)")
      }
      guard status.isFile || status.isFolder else {
        throw CommandFailure(
          .noInput, "\(path) is neither a file nor a folder and cannot be watched")
      }
    }
  }

  /// What plays the lines that have changed; nil if nobody asked for that.
  private func player(_ options: RenderOptions) throws -> SoundTarget? {
    guard arguments.has(.play) else { return nil }
    guard !options.book.build.formats.isEmpty else {
      throw UsageError(
        "--play needs files of single chapters; add mp3 to --format, or leave out --single-file")
    }
    return try SoundTarget.player(for: .play)
  }
}
