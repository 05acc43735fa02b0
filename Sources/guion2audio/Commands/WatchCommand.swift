import Audiobook
import Basics

/// `guion2audio watch INPUT...`: builds books, and builds a book again whenever one of its files changes.
/// The command runs until a signal ends it.
struct WatchCommand {
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
