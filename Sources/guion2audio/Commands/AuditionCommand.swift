import Audio
import Audiobook
import Foundation
import Guion
import Hablare
import Narration

/// `guion2audio audition INPUT`: lets each role speak its name and a line, or tries several voices for one role.
struct AuditionCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let input = try BookInput.one(arguments)
    if arguments[.role]?.isEmpty == true { throw UsageError("--role needs a name") }
    let target = try SoundTarget(arguments[.output])
    let candidates = try candidates()
    let options = try options()
    let setup = try SpeechSetup(arguments, slots: options.book.build.jobs + 1)
    do {
      let planner = PrintedPlanner(arguments, DiagnosticsPrinter(arguments))
      let book = Book(input, arguments, options, setup)
      let material = try await planner.read(book)
      let planned = try await planner.plan(book, material)
      let scene = try await planner.printing {
        try await AuditionScene(
          planned, of: book, material, role: arguments[.role], candidates: candidates)
      }
      try await play(scene, planner, options.maximumCost, setup, to: target)
      await setup.shutdown()
      return .success
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  // MARK: Options

  /// Returns the typed options, but with the default loudness, sample rate and channels.
  ///
  /// A shop's rules for books, such as ACX's, do not apply to an audition.
  private func options() throws(UsageError) -> RenderOptions {
    var options = try RenderOptions(arguments.removing(.output))
    let defaults = BuildOptions()
    options.book.build.loudness = defaults.loudness
    options.book.build.sampleRate = nil
    options.book.build.channels = 1
    return options
  }

  private func candidates() throws(UsageError) -> [VoiceURI] {
    if arguments.has(.gains), arguments.has(.voices) {
      throw UsageError(
        "--gains works only on voices in the cast file, so it cannot be used with --voices")
    }
    guard let list = arguments[.voices] else { return [] }
    guard arguments.has(.role) else {
      throw UsageError("--voices needs --role NAME, the role to try the voices for")
    }
    var voices: [VoiceURI] = []
    for text in list.split(separator: ",", omittingEmptySubsequences: false) {
      let text = text.trimmingCharacters(in: .whitespaces)
      do {
        voices.append(try VoiceURI.requested(text))
      } catch {
        throw UsageError("--voices \(text): \(error.description)")
      }
    }
    return voices
  }

  // MARK: The audio

  private func play(
    _ scene: AuditionScene, _ planner: PrintedPlanner, _ maximumCost: Double?,
    _ setup: SpeechSetup, to target: SoundTarget
  ) async throws {
    let gains = arguments.has(.gains) ? try AuditionGains(scene) : nil
    let folder = try TemporarySpace()
    defer { folder.remove() }
    let book = scene.planned(measuring: gains?.turns ?? [])
    // The forecast assumes a folder without built chapters, so every paid line that is not cached counts.
    try await planner.forecast(
      of: [(book, folder.path + "/none")], setup, maximumCost: maximumCost, isWhole: false
    ).permit()
    let renderer = AuditionRenderer(book, speech: setup)
    let file = folder.path + "/audition.wav"
    do {
      let begins = try await renderer.render(to: file, temporaryFolder: folder.path)
      if !arguments.has(.quiet) { Streams.error(scene.table(begins)) }
      try await target.write(try Data(contentsOf: URL(filePath: file)))
      if let gains {
        let report = try gains.write(try await renderer.gains())
        if !arguments.has(.quiet) { Streams.error(report) }
      }
    } catch let error as AudioError {
      throw CommandFailure(.cannotWrite, error.description)
    } catch let error as RenderError {
      throw CommandFailure(ExitCode(error), scene.words(of: error))
    }
    if let transfers = setup.closingTransfers() { Streams.error("guion2audio: \(transfers)\n") }
  }
}
