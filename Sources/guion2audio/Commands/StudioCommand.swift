import Audiobook
import Guion
import Hablare
import Narration
import Studio

/// `guion2audio studio INPUT`: serves a web page that casts, plays and renders a script.
struct StudioCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    var input = try BookInput.one(arguments)
    guard input.path != "-" else {
      throw UsageError("studio needs a file, because it reads the script again after changes")
    }
    // An input that cannot be read ends the command. Errors in the text are shown on the page instead.
    input.readsOnlyRegularFiles = true
    let planner = PrintedPlanner(arguments, DiagnosticsPrinter(arguments))
    _ = try await planner.printing { [input] in try input.read(.second) }
    let options = try RenderOptions(arguments)
    let setup = try SpeechSetup(
      arguments, slots: options.book.build.jobs + 1, advice: .studio)
    let folder = try TemporarySpace()
    defer { folder.remove() }
    let settings = StudioSettings(
      book: Book(input, arguments, options, setup),
      folder: options.output ?? "./\(input.stem).audiobook", maximumCost: options.maximumCost,
      temporaryFolder: folder.path, program: Version.generator)
    do {
      let studio: Studio
      do {
        studio = try Studio(settings)
      } catch {
        throw CommandFailure(.unavailable, "\(error)")
      }
      try await serve(studio)
      await setup.shutdown()
      return .success
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  /// Serves until the program is interrupted.
  private func serve(_ studio: Studio) async throws {
    Streams.out(studio.address + "\n")
    async let load: Void = studio.load()
    if !arguments.has(.noOpen) { BrowserOpener.open(studio.addressForOneVisit) }
    await load
    if let problem = await studio.problem { Streams.error("\(problem)\n") }
    if !arguments.has(.quiet) { Streams.error("The studio is open. Ctrl-C ends it.\n") }
    do {
      try await studio.watch(onWarning: SpeechSetup.warn)
    } catch  where !(error is CancellationError) {
      SpeechSetup.warn(
        "\(error); the page does not show changes that you make in an editor, "
          + "so reload the page after each change")
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    } catch {}
    await studio.close()
  }
}
