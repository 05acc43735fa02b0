import Audiobook
import Basics
import FoundationEssentials
import Guion
import Hablare
import Narration
import Studio

/// `guion2audio studio [INPUT]`: serves a web page that casts, plays and renders a script.
struct StudioCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let input = try await input()
    let options = try RenderOptions(arguments)
    let host = try host()
    let setup = try SpeechSetup(
      arguments, slots: options.book.build.jobs + 1, advice: .studio)
    let space = try TemporarySpace()
    defer { space.remove() }
    let temporary = space.path
    // A studio without an input asks the page for a book, and reads it with the same options.
    @Sendable func settings(_ book: Book, _ folder: String) -> StudioSettings {
      StudioSettings(
        book: book, folder: folder, maximumCost: options.maximumCost, temporaryFolder: temporary,
        program: Version.generator)
    }
    let data = XDGFolders(environment: ProcessInfo.processInfo.environment).data
    let library = StudioLibrary(
      folder: XDGFolders.path(data, "guion2audio"), temporaryFolder: temporary
    ) { opened in
      var input = try BookInput(opened.path)
      input.readsOnlyRegularFiles = true
      _ = try input.read(.second)
      let beside = FilePath(opened.path).folder.appending(FilePath("\(input.stem).audiobook")).text
      return settings(
        Book(
          input, cast: opened.cast.map(CastSource.file) ?? .beside, options: options.book,
          speech: setup), opened.output ?? beside)
    }
    do {
      let studio: Studio
      do {
        studio = try Studio(
          input.map {
            // A script that a page has sent has its exports beside it, however it is opened.
            let usual = "\(library.folder(ofCopy: $0.path) ?? ".")/\($0.stem).audiobook"
            return settings(Book($0, arguments, options, setup), options.output ?? usual)
          }, library: library, host: host)
      } catch {
        throw CommandFailure(.unavailable, "\(error)")
      }
      await serve(studio)
      await setup.shutdown()
      return .success
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  /// Returns the input, or nil for an empty studio.
  private func input() async throws -> BookInput? {
    if arguments.inputs.isEmpty {
      for name in [OptionName.cast, .output, .from] where arguments[name] != nil {
        throw UsageError("--\(name.rawValue) belongs to one book; name the input")
      }
      return nil
    }
    var input = try BookInput.one(arguments)
    guard input.path != "-" else {
      throw UsageError("studio needs a file, because it reads the script again after changes")
    }
    // An input that cannot be read ends the command. Errors in the text are shown on the page instead.
    input.readsOnlyRegularFiles = true
    let planner = PrintedPlanner(arguments, DiagnosticsPrinter(arguments))
    _ = try await planner.printing { [input] in try input.read(.second) }
    return input
  }

  /// Returns the address on which books can be shared; nil without `--host`.
  private func host() throws(UsageError) -> String? {
    guard let host = arguments[.host] else { return nil }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts.allSatisfy({ UInt8($0) != nil && $0.first != "+" }) else {
      throw UsageError(
        "--host \(host): name an IPv4 address of this machine, or 0.0.0.0 for all of them")
    }
    return host
  }

  /// Serves until the program is interrupted.
  private func serve(_ studio: Studio) async {
    Streams.out(studio.address + "\n")
    async let load: Void = studio.load()
    if !arguments.has(.noOpen) { BrowserOpener.open(studio.addressForOneVisit) }
    await load
    if let problem = await studio.problem { Streams.error("\(problem)\n") }
    if let shared = studio.sharedHost {
      SpeechSetup.warn(
        "books that you share on the page are at \(shared). \(Studio.sharingWarning)")
    }
    if !arguments.has(.quiet) { Streams.error("The studio is open. Ctrl-C ends it.\n") }
    await studio.watch(onWarning: SpeechSetup.warn)
    await studio.close()
  }
}
