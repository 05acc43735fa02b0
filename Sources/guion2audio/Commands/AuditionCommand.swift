import Audio
import Audiobook
import Basics
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
    let target = try SoundTarget(arguments[.output], plays: true)
    let count = arguments[.voices].flatMap { Int($0) }
    var candidates = try candidates(count)
    let options = try options()
    let setup = try SpeechSetup(arguments, slots: options.book.build.jobs + 1)
    do {
      let planner = PrintedPlanner(arguments, DiagnosticsPrinter(arguments))
      var book = Book(input, arguments, options, setup)
      book.keepsElements = count != nil
      let material = try await planner.read(book)
      let planned = try await planner.plan(book, material)
      if let count, let typed = arguments[.role],
        let role = RoleName.role(typed, among: planned.roleNames, cast: planned.cast)
      {
        let drafter = CastDrafter(planned, speech: setup)
        candidates = try await drafter.candidates(for: role, count: count)
        guard !candidates.isEmpty else {
          throw CommandFailure(.badInput, "no other voice fits \(RoleName.shown(role))")
        }
      }
      let scene = try await planner.printing {
        try await AuditionScene(
          planned, of: book, material, role: arguments[.role], candidates: candidates,
          comparesPresent: count != nil)
      }
      try await play(scene, planner, options.maximumCost, setup, to: target)
      await setup.shutdown()
      suggest(input, scene, candidates)
      return .success
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  private func suggest(_ input: BookInput, _ scene: AuditionScene, _ candidates: [VoiceURI]) {
    let script =
      Summary.shellWord(input.path)
      + (arguments[.cast].map { " --cast \(Summary.shellWord($0))" } ?? "")
    let turns = scene.audition.turns
    guard let role = (turns.first { !$0.role.isEmpty } ?? turns.first)?.role else { return }
    let name = role.isEmpty ? "narrator" : role
    for (index, voice) in candidates.prefix(9).enumerated() {
      let wish = Summary.shellWord("\(name)=\(voice.shortest)")
      arguments.suggest(["keep number \(index + 1)": "cast \(script) --set \(wish)"])
    }
    if candidates.isEmpty {
      let other = "audition \(script) --role \(Summary.shellWord(name)) --voices 3"
      arguments.suggest(["try other voices for \(RoleName.shown(role))": other])
    }
    arguments.suggest(["render": script])
  }

  // MARK: Options

  /// Returns the typed options, but with the default loudness, sample rate and channels.
  /// A shop's rules for books, such as ACX's, do not apply to an audition.
  private func options() throws(UsageError) -> RenderOptions {
    var options = try RenderOptions(arguments.removing(.output))
    let defaults = BuildOptions()
    options.book.build.loudness = defaults.loudness
    options.book.build.sampleRate = nil
    options.book.build.channels = 1
    return options
  }

  /// Returns the voices of `--voices`; none if it is the number of voices.
  private func candidates(_ count: Int?) throws(UsageError) -> [VoiceURI] {
    if arguments.has(.gains), arguments.has(.voices) {
      throw UsageError(
        "--gains works only on voices in the cast file, so it cannot be used with --voices")
    }
    guard let list = arguments[.voices] else { return [] }
    guard arguments.has(.role) else {
      throw UsageError("--voices needs --role NAME, the role to try the voices for")
    }
    if let count {
      guard 1...9 ~= count else { throw UsageError("--voices \(list): expected 1 to 9 voices") }
      return []
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

  /// The gains that `audition --gains` writes into a cast file.
  struct AuditionGains {
    /// The turns with voices to measure: paid voices without a gain, for roles with an entry in the cast file.
    let turns: [Audition.Turn]
    private let file: String

    /// Checks the cast file before anything is paid for, and warns of roles that have no entry in the file.
    init(_ scene: AuditionScene) throws {
      guard let file = scene.book.castFile else {
        throw CommandFailure(
          .noInput, "--gains: the cast file is missing; draft one with `guion2audio cast`")
      }
      self.file = file
      let unmeasured = scene.unmeasured
      guard !unmeasured.isEmpty else {
        turns = []
        return
      }
      try WholeFile.checkWritable(file)
      let trial = CastGains(Dictionary(unmeasured.map { ($0.role, 0) }) { first, _ in first })
      let missing = try WholeFile.changed(file) { bytes throws(Diagnostic) in
        try trial.added(to: bytes).missing
      }
      turns = unmeasured.filter { !missing.contains($0.role) }
      for role in missing {
        SpeechSetup.warn(
          "\(file) has no entry with a voice for \(RoleName.shown(role)), so no gain is added")
      }
    }

    /// Writes the measured gains into the cast file, and returns a report for the user.
    /// `gains` contains one gain for each turn, in decibels; nil if the voice is silent.
    func write(_ gains: [Double?]) throws(CommandFailure) -> String {
      guard !turns.isEmpty else { return "no paid voice of \(file) needs a gain\n" }
      // Gains are rounded to one decimal place for readability, and limited to the range that a cast allows.
      let range = VoiceURI.gainRange
      var found: [String: Double] = [:]
      var report = ""
      for (turn, gain) in zip(turns, gains) {
        let role = RoleName.shown(turn.role)
        guard let gain else {
          SpeechSetup.warn("\(role): \(turn.voice) is silent, so it has no gain")
          continue
        }
        let rounded = min(max((gain * 10).rounded() / 10, range.lowerBound), range.upperBound)
        found[turn.role] = rounded
        report +=
          "\(role): \(turn.voice) needs a gain of \(rounded) dB to be as loud as the other voices\n"
      }
      guard !found.isEmpty else { return report }
      let bytes = try WholeFile.changed(file) { bytes throws(Diagnostic) in
        try CastGains(found).added(to: bytes).file
      }
      try WholeFile.write(bytes, to: file)
      return report + "\(Quantity.count(found.count, "gain")) added -> \(file)\n"
    }
  }
}

extension VoiceURI {
  /// The short name if it means the same, else the URI.
  fileprivate var shortest: String {
    let name = NeuralVoiceProvider.shownName(of: self)?.lowercased() ?? ""
    return (try? VoiceURI.requested(name)) == self ? name : description
  }
}

extension AuditionScene {
  /// The maximum number of characters shown of a line.
  private static let shownWords = 50

  /// Returns a table with a row for each voice that speaks.
  /// `begins` contains the start time of each turn, in seconds.
  func table(_ begins: [Double]) -> String {
    var rows = [["at", hasCandidates ? "number" : "role", "voice", "line", "words"]]
    for (index, (turn, seconds)) in zip(audition.turns, begins).enumerated() {
      let words = String(turn.text.prefix(Self.shownWords))
      rows.append([
        Clock.text(seconds.rounded(.down)),
        who(index, turn.role),
        turn.voice.description.visible, place(of: turn),
        words.visible + (words.utf8.count < turn.text.utf8.count ? "..." : ""),
      ])
    }
    let unmeasured = Set(unmeasured.map(\.voice)).count
    let hint =
      "\(Quantity.count(unmeasured, "paid voice")) without a gain may be louder or softer than others; "
      + "--gains measures the gain\n"
    return TextTable.text(rows, numbers: 0..<1) + (unmeasured > 0 && !hasCandidates ? hint : "")
  }

  private func who(_ index: Int, _ role: String) -> String {
    guard hasCandidates else { return RoleName.shown(role) }
    if hasPresent { return index == 0 ? "now" : "\(index)" }
    return "\(index + 1)"
  }

  /// Returns the line's number, preceded by the document's path if the book has several documents.
  private func place(of turn: Audition.Turn) -> String {
    let (source, line) = (turn.position.source, turn.position.line)
    guard book.paths.indices.contains(source) else { return "\(line)" }
    let path = book.paths[source]
    if book.paths.count > 1 { return PlaceUnit.place(ofLine: line, in: path).visible }
    return PlaceUnit(file: path) == .line
      ? "\(line)" : PlaceUnit.words(ofLine: line, in: path)
  }

  /// Returns the message of an error, with the line of the script that caused it.
  func words(of error: RenderError) -> String {
    guard case .line(let place, _, let message) = error, book.paths.indices.contains(place.source)
    else { return error.description(.shell) }
    return "\(PlaceUnit.place(ofLine: place.line, in: book.paths[place.source])): \(message)"
  }
}
