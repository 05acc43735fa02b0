import Audio
import Audiobook
import Basics
import Glibc
import Hablare
import Narration
import Synchronization

/// `guion2audio play INPUT`: speaks a script at once, while its next lines are rendered. It writes no book.
struct PlayCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    let input = try BookInput.one(arguments)
    guard let player = StreamPlayer.find() else {
      throw CommandFailure(
        .cannotWrite,
        "no player is installed; install paplay, aplay or ffplay, or write files with `guion2audio "
          + "\(Summary.shellWord(input.path))`")
    }
    // A player gets raw samples, so the loudness and the format of a book do not apply.
    var options = try RenderOptions(arguments.removing(.output))
    options.book.build.loudness = BuildOptions().loudness
    let setup = try SpeechSetup(arguments, slots: options.book.build.jobs + 1)
    let warmUp = Task { await warmUpVoices(setup) }
    defer { warmUp.cancel() }
    do {
      let planner = PrintedPlanner(arguments, DiagnosticsPrinter(arguments))
      let book = try await planner.plan(Book(input, arguments, options, setup))
      var reading = Reading(book, setup, isQuiet: arguments.has(.quiet))
      try await reading.play(from: try start(in: book), with: player)
      await setup.shutdown()
      if let transfers = setup.closingTransfers() { Streams.error("guion2audio: \(transfers)\n") }
      let script = Summary.shellWord(input.path)
      arguments.suggest(
        [
          "choose the voices": "studio \(script)",
          "write one file for a phone": "\(script) --format m4b",
        ])
      return .success
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  /// Lists the voices of espeak-ng and loads the model of the default narrator while the script is planned. The first
  /// words of a long script are then heard sooner. Errors are ignored here, because casting reports them.
  private func warmUpVoices(_ setup: SpeechSetup) async {
    async let scan = try? setup.provider(EspeakNGVoiceEngine.id).version()
    if arguments[.voice] == nil,
      let natural = try? await setup.provider(NeuralVoiceProvider.hibariId),
      let voice = natural.defaultVoiceId
    {
      _ = try? await natural.generateAudio(
        text: "a", voiceId: voice, languageCode: "en", options: VoiceOptions())
    }
    _ = await scan
  }

  /// Returns the index of the chapter that `--start` names by its number or by words of its title.
  private func start(in book: PlannedBook) throws(UsageError) -> Int {
    guard let wanted = arguments[.start] else { return 0 }
    let chapters = book.plan.chapters
    if let number = Int(wanted) {
      guard chapters.indices.contains(number - 1) else {
        throw UsageError(
          "--start \(wanted): the book has \(Quantity.count(chapters.count, "chapter"))")
      }
      return number - 1
    }
    let words = wanted.lowercased()
    guard !words.isEmpty,
      let found = chapters.firstIndex(where: { $0.title.lowercased().contains(words) })
    else {
      throw UsageError("--start \(wanted): no chapter has these words in its title")
    }
    return found
  }
}

/// A book that is being played: the lines that are rendered ahead, and the keys that the listener presses.
private struct Reading {
  private let book: PlannedBook
  private let renderer: LineRenderer
  private let isQuiet: Bool
  private var ahead: [Ahead] = []
  private var hasBegun = false

  /// The characters that are requested ahead: about 30 seconds of speech, so that a listener who stops has not paid for
  /// more.
  private static let most = 450
  /// The lines that are rendered at the same time. The first line is rendered alone, so that it is heard sooner.
  private static let lines = 4

  private struct Place: Comparable {
    var chapter: Int
    var passage: Int

    static func < (one: Place, other: Place) -> Bool {
      (one.chapter, one.passage) < (other.chapter, other.passage)
    }
  }

  private struct Ahead {
    var place: Place
    var characters: Int
    var sound: Task<[Int16], any Error>
  }

  init(_ book: PlannedBook, _ setup: SpeechSetup, isQuiet: Bool) {
    self.book = book
    renderer = LineRenderer(book, speech: setup)
    self.isQuiet = isQuiet
  }

  /// Plays all chapters from one on.
  mutating func play(from chapter: Int, with player: StreamPlayer) async throws {
    let folder = try TemporarySpace()
    defer { folder.remove() }
    let keys = PlayKeys()
    defer { keys?.end() }
    if keys != nil, !isQuiet {
      Streams.error("space: pause, n: next, p: previous, q: end\n")
    }
    let stream = try PlayerStream(
      player, in: folder.path, sampleRate: book.sampleRate, channels: book.options.channels)
    defer { for line in ahead { line.sound.cancel() } }
    var place = Place(chapter: chapter, passage: 0)
    var shown = -1
    do {
      while let next = request(from: place, in: folder.path) {
        if next.place.chapter != shown, !isQuiet {
          shown = next.place.chapter
          Streams.error("\(book.plan.chapters[shown].title.visible)\n")
        }
        ahead.removeFirst()
        let sound = try await next.sound.value
        hasBegun = true
        _ = request(
          from: Place(chapter: next.place.chapter, passage: next.place.passage + 1),
          in: folder.path)
        switch try await stream.write(sound, keys) {
        case .goOn: place = Place(chapter: next.place.chapter, passage: next.place.passage + 1)
        case .next: place = Place(chapter: next.place.chapter + 1, passage: 0)
        case .previous:
          // Near the start of a chapter, the chapter before is meant.
          let isStart = next.place.passage < 2
          place = Place(chapter: max(0, next.place.chapter - (isStart ? 1 : 0)), passage: 0)
        case .end:
          try await stream.end(isWhole: false)
          return
        }
      }
      try await stream.end(isWhole: true)
    } catch let error as RenderError {
      _ = try? await stream.end(isWhole: false)
      throw CommandFailure(ExitCode(error), words(of: error))
    } catch {
      _ = try? await stream.end(isWhole: false)
      throw error
    }
  }

  /// Requests the lines from a place on, and returns the first; nil at the end of the book.
  private mutating func request(from place: Place, in folder: String) -> Ahead? {
    for line in ahead where line.place < place { line.sound.cancel() }
    ahead.removeAll { $0.place < place }
    if let first = normalized(place), ahead.first?.place != first {
      for line in ahead { line.sound.cancel() }
      ahead = []
    }
    var next =
      ahead.last.map { Place(chapter: $0.place.chapter, passage: $0.place.passage + 1) } ?? place
    while ahead.count < (hasBegun ? Self.lines : 1),
      ahead.isEmpty || ahead.reduce(0, { $0 + $1.characters }) < Self.most,
      let wanted = normalized(next)
    {
      let (renderer, number) = (renderer, book.plan.chapters[wanted.chapter].index)
      let isFirst = !hasBegun
      let sound = Task {
        try await renderer.sound(
          ofPassage: wanted.passage, inChapter: number, temporaryFolder: folder
        ).levelled(afterPause: !isFirst)
      }
      let passage = book.plan.chapters[wanted.chapter].read.passages[wanted.passage]
      let characters = passage.items.reduce(0) { sum, item in
        sum + item.spans.reduce(0) { $0 + $1.text.count }
      }
      ahead.append(Ahead(place: wanted, characters: characters, sound: sound))
      next = Place(chapter: wanted.chapter, passage: wanted.passage + 1)
    }
    return ahead.first
  }

  /// Returns the place of the next passage at or after a place; nil at the end of the book.
  private func normalized(_ place: Place) -> Place? {
    var place = place
    while book.plan.chapters.indices.contains(place.chapter) {
      if book.plan.chapters[place.chapter].read.passages.indices.contains(place.passage) {
        return place
      }
      place = Place(chapter: place.chapter + 1, passage: 0)
    }
    return nil
  }

  private func words(of error: RenderError) -> String {
    guard case .line(let place, _, let message) = error, book.paths.indices.contains(place.source)
    else { return error.description(.shell) }
    return "\(PlaceUnit.place(ofLine: place.line, in: book.paths[place.source])): \(message)"
  }

  /// The pipe to a running player.
  private final class PlayerStream: Sendable {
    private let path: String
    private let player: Task<String?, any Error>
    private let name: String
    private let samplesPerSecond: Int
    private let state = Mutex(State())

    private struct State {
      var pipe: Int32 = -1
      var hasEnded = false
      var opening: ContinuousClock.Instant?
      var written = 0
    }

    /// How long a player may take to open the pipe.
    private static let patience = Duration.seconds(10)

    /// The size of the pipe in bytes. In a larger pipe, a pause would come later.
    private static let size: Int32 = 8192
    /// F_SETPIPE_SZ (fcntl.h of Linux), which Glibc's module does not have.
    private static let setPipeSize: Int32 = 1031

    init(
      _ player: StreamPlayer, in folder: String, sampleRate: Int, channels: Int
    ) throws(CommandFailure) {
      (path, name) = (folder + "/samples", player.path)
      samplesPerSecond = sampleRate * channels
      guard mkfifo(path, 0o600) == 0 else {
        throw CommandFailure(
          .cannotWrite, "cannot create a pipe for the player: \(SystemReason.text(errno))")
      }
      let arguments = player.arguments(sampleRate, channels, path)
      self.player = Task {
        try await HelperProgram.run(player.path, arguments, seconds: 7 * 24 * 3600)
      }
    }

    deinit { close() }

    /// Writes samples as fast as the player takes them, and returns the key that ended the writing.
    /// If the player has ended, throws the reason.
    func write(_ samples: [Int16], _ keys: PlayKeys?) async throws -> PlayKeys.Order {
      let pipe = try await opened()
      let bytes = samples.flatMap { sample in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
      var written = 0
      var isPaused = false
      while written < bytes.count {
        try Task.checkCancellation()
        switch keys?.read() {
        case .pause?: isPaused.toggle()
        case .order(let order)?: return order
        case nil: break
        }
        let count =
          isPaused
          ? 0
          : bytes.withUnsafeBytes { bytes in
            Glibc.write(pipe, bytes.baseAddress?.advanced(by: written), bytes.count - written)
          }
        if count > 0 {
          written += count
          state.withLock { $0.written += count }
        } else if count < 0, errno != EAGAIN, errno != EINTR {
          // The player has closed its end, which it does only if it cannot play.
          let line = try await end(isWhole: true, checksTime: false)
          throw SoundTarget.failure(name, line ?? "it ended too early", advice: Self.advice)
        } else {
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      return .goOn
    }

    /// Waits until the player opens the pipe.
    private func opened() async throws -> Int32 {
      let known = state.withLock { $0.pipe }
      guard known < 0 else { return known }
      let player = player
      let watch = Task { [weak self] in
        _ = await player.result
        self?.state.withLock { $0.hasEnded = true }
      }
      defer { watch.cancel() }
      let start = ContinuousClock.now
      while true {
        let pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        if pipe >= 0 {
          _ = fcntl(pipe, Self.setPipeSize, Self.size)
          state.withLock { ($0.pipe, $0.opening) = (pipe, ContinuousClock.now) }
          return pipe
        }
        if state.withLock({ $0.hasEnded }) {
          try await end(isWhole: true)
          throw CommandFailure(
            .unavailable, "\(name) ended before it played anything\(Self.advice)")
        }
        if ContinuousClock.now - start > Self.patience {
          player.cancel()
          throw CommandFailure(
            .unavailable, "\(name) did not begin to play within 10 s\(Self.advice)")
        }
        try await Task.sleep(for: .milliseconds(10))
      }
    }

    private static let advice = "; is there a sound device? `guion2audio INPUT` writes files"

    /// Ends the player: after the last sample, or at once. Returns its last message, and throws if the player failed.
    @discardableResult
    func end(isWhole: Bool, checksTime: Bool = true) async throws -> String? {
      close()
      if !isWhole { player.cancel() }
      do {
        let line = try await player.value
        let (opening, bytes) = state.withLock { ($0.opening, $0.written) }
        if let opening, isWhole, checksTime {
          try SoundTarget.checkHeard(
            name, line, ContinuousClock.now - opening,
            of: Double(bytes) / Double(2 * samplesPerSecond), advice: Self.advice)
        }
        return line
      } catch is CancellationError {
        if isWhole { throw CancellationError() }
        return nil
      } catch let failure as HelperProgram.Failure {
        throw SoundTarget.failure(name, failure.reason, advice: Self.advice)
      }
    }

    private func close() {
      state.withLock { state in
        if state.pipe >= 0 { Glibc.close(state.pipe) }
        state.pipe = -1
      }
    }
  }

  /// The keys of a listener at a terminal, which are read without waiting.
  final class PlayKeys: Sendable {
    enum Order: Sendable {
      case goOn, next, previous, end
    }

    enum Key: Sendable {
      case pause
      case order(Order)
    }

    private let before: termios

    /// Makes the terminal pass each key at once; nil if there is no terminal.
    init?() {
      var own = termios()
      guard Streams.errorIsTerminal, isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &own) == 0
      else { return nil }
      before = own
      own.c_lflag &= ~tcflag_t(ICANON | ECHO)
      guard tcsetattr(STDIN_FILENO, TCSANOW, &own) == 0 else { return nil }
    }

    /// Restores the terminal.
    func end() {
      var before = before
      tcsetattr(STDIN_FILENO, TCSANOW, &before)
    }

    /// Returns the key that was pressed; nil if there is none.
    func read() -> Key? {
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      guard poll(&input, 1, 0) > 0, Glibc.read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
      switch byte {
      case UInt8(ascii: " "): return .pause
      case UInt8(ascii: "n"): return .order(.next)
      case UInt8(ascii: "p"): return .order(.previous)
      case UInt8(ascii: "q"): return .order(.end)
      default: return nil
      }
    }
  }
}

/// A program that plays raw samples from a pipe.
struct StreamPlayer {
  let path: String
  private let arguments: @Sendable (_ sampleRate: Int, _ channels: Int) -> [String]

  func arguments(_ sampleRate: Int, _ channels: Int, _ pipe: String) -> [String] {
    arguments(sampleRate, channels) + [pipe]
  }

  /// Returns an installed player; nil if there is none.
  static func find() -> StreamPlayer? {
    let folders =
      getenv("PATH").map { String(cString: $0) }?.split(separator: ":") ?? ["/usr/bin", "/bin"]
    for (name, arguments) in known {
      for folder in folders where SoundTarget.isProgram("\(folder)/\(name)") {
        return StreamPlayer(path: "\(folder)/\(name)", arguments: arguments)
      }
    }
    return nil
  }

  private static let known: [(String, @Sendable (Int, Int) -> [String])] = [
    ("paplay", { ["--raw", "--format=s16le", "--rate=\($0)", "--channels=\($1)"] }),
    ("aplay", { ["-q", "-t", "raw", "-f", "S16_LE", "-r", "\($0)", "-c", "\($1)"] }),
    (
      "ffplay",
      {
        [
          "-nodisp", "-autoexit", "-loglevel", "error", "-f", "s16le", "-ar", "\($0)",
          "-ch_layout", $1 == 1 ? "mono" : "stereo",
        ]
      }
    ),
  ]
}

extension LineSound {
  /// Returns the samples at the level of the other voices, after the pause before the line if it is wanted.
  fileprivate func levelled(afterPause hasPause: Bool) -> [Int16] {
    let factor = pow(10, level / 20)
    let length = hasPause ? Int(Double(pauseBefore) * Double(sampleRate) / 1000) : 0
    let pause = [Int16](repeating: 0, count: length * channels)
    guard level != 0 else { return pause + samples }
    return pause + samples.map { Int16(clamping: Int((Double($0) * factor).rounded())) }
  }
}
