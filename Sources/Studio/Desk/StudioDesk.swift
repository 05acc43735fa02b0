import Audio
import Audiobook
import Basics
import Glibc
import Guion
import Hablare
import Narration

/// The open book, with its plan, its cast file and the operations that pages request.
/// Operations that change the book run one after another.
actor StudioDesk {
  let settings: StudioSettings
  var speech: SpeechSetup { settings.book.speech }
  /// The path of the cast file.
  /// The file need not exist.
  let castPath: String
  /// The number of requests that have begun to wait for a change.
  private(set) var waits = 0

  /// The last valid plan, or nil if there has been none.
  private(set) var view: StudioView?
  /// The reason why the book cannot be planned from its files, or nil if it can be planned.
  private(set) var problem: String?
  /// The findings of `check`.
  private(set) var findings: [Diagnostic] = []
  private(set) var history = CastHistory()
  /// The version of the cast file that `view` was planned with.
  private(set) var file: CastFile
  /// A number that changes whenever the page must show the book again.
  private(set) var state: Int
  nonisolated let render = RenderRun()
  nonisolated let install = InstallRun()

  private var manuscript: Manuscript?
  /// The files that the book was read from, without the cast file.
  private var sources: BookSources
  private var contents = SourceContents()
  private var isClosed = false
  /// The lines that are being rendered to be heard.
  var hearings: [Int: Task<LineSound, any Error>] = [:]
  var hearingCount = 0
  private var sounds = SoundShelf()
  /// Plans of changes that are not saved, with the digests of the changed files, oldest first.
  private var trials: [(digest: String, view: StudioView)] = []
  private var turn: Task<Void, Never>?
  private var checking: Task<Void, Never>?
  private var warming: Task<Void, any Error>?
  /// The server's description of the last plan, which many answers need.
  var described: (any Encodable)?
  /// The archive of the last export, with the number of the build that it belongs to.
  var archive: (count: Int, task: Task<String, any Error>)?
  /// The last archive of the author's files.
  var ownArchive: String?
  /// The last drawn cover, with its words.
  var drawnCover: (words: TypographicCover, bytes: [UInt8])?
  /// The cached list of playable chapters.
  /// It is valid as long as its key does not change.
  var chapters: (key: [Int], list: [PlayableChapter]) = ([], [])
  /// The state of the output folder at the last check.
  var lastLook: (stamp: [Int], time: ContinuousClock.Instant)?
  /// The number of times that `lookAtFolder` has found the output folder changed.
  var folderChanges = 0

  /// Creates a desk for a book.
  /// `load` reads the book. `numbers` are those of the desk before this one: pages that still show its book must find
  /// that their numbers are old.
  init(_ settings: StudioSettings, after numbers: (state: Int, plan: Int) = (0, 0)) {
    self.settings = settings
    (state, plans) = numbers
    castPath = settings.castPath
    file = CastFile(path: settings.castPath, bytes: nil)
    sources = Self.sources(of: settings)
  }

  /// Removes all changes from the history, and tells the pages.
  func forgetHistory() {
    history.clear()
    state += 1
  }

  /// The changes that can be undone, with the book and the cast file that they belong to.
  var changes: (path: String, file: CastFile, history: CastHistory) {
    (settings.book.input.path, file, history)
  }

  /// Takes up the changes of an earlier desk, if the cast file is as they have left it.
  func recall(_ earlier: CastHistory, leadingTo cast: CastFile) {
    guard cast == file else { return }
    history = earlier
    state += 1
  }

  /// Takes up the changes that an earlier studio has stored, if the cast file is as it has left it.
  /// Only files of the book are ever written.
  func recall(stored bytes: [UInt8]) {
    let own = Set([voicesPath] + (view?.book.paths ?? []))
    guard let earlier = CastHistory(stored: bytes, leadingTo: file, files: own) else { return }
    recall(earlier, leadingTo: file)
  }

  /// Cancels all tasks, and waits for all but the lines that pages hear: their requests end with the server.
  /// After this call, the desk starts no new tasks.
  /// When the process ends, libraries are unloaded. So every thread that uses a library must have ended
  /// before.
  func close() async {
    isClosed = true
    checking?.cancel()
    warming?.cancel()
    for work in hearings.values { work.cancel() }
    render.stop()
    install.stop()
    await render.ended()
    await install.ended()
    await turn?.value
    await checking?.value
    _ = await warming?.result
    _ = await archive?.task.result
  }

  /// Throws `CancellationError` if the studio is ending.
  func checkOpen() throws(CancellationError) { if isClosed { throw CancellationError() } }

  /// Counts a request that begins to wait for a change, and returns the request's number.
  func beginWait() -> Int {
    waits += 1
    return waits
  }

  // MARK: The plan

  /// The script and the cast of the current plan, or nil if there is no plan.
  var material: Book.Material? { view?.source?.material }

  private func material(_ file: CastFile) async throws(BookError) -> Book.Material {
    var book = settings.book
    book.cast = source(file)
    return try await book.read()
  }

  /// The cast comes from `file`, not from the disk, because the file on the disk may have changed after
  /// `file` was read.
  func source(_ file: CastFile) -> CastSource {
    .contents(file.bytes ?? Array("{}".utf8), of: castPath)
  }

  /// Returns the files that a book is read from.
  /// The cast file is left out, because it is compared separately.
  private static func sources(
    of settings: StudioSettings, _ material: Book.Material? = nil
  ) -> BookSources {
    var book = settings.book
    book.cast = .cast(Cast())
    return BookSources(of: book, material, builtInto: settings.folder)
  }

  /// Reads the script and the cast, and plans the book.
  /// If this fails, `problem` has the reason.
  /// The book is planned again if a file has changed, if `voicesHaveChanged` is true, or if there was a
  /// problem before. `changed` contains paths of files that may have changed even if their times have
  /// not.
  func load(voicesHaveChanged: Bool = false, changed: Set<String> = []) async {
    try? await inTurn { [self] in
      await read(voicesHaveChanged: voicesHaveChanged, changed: changed)
    }
    recallExport()
  }

  private func read(voicesHaveChanged: Bool = false, changed: Set<String> = []) async {
    do {
      // The digests are taken before the files are read. So the next check finds a change that happens while the
      // files are being read.
      var isChanged = contents.refresh(sources, changed: changed)
      let now = try CastFile(reading: castPath)
      // The studio's own change of the cast is reported too, and its plan is there already.
      if !isChanged, !voicesHaveChanged, problem == nil, now == file, let known = self.material,
        Self.sources(of: settings, known) == sources
      {
        return
      }
      var material = try await material(now)
      while true {
        let needed = Self.sources(of: settings, material)
        guard needed != sources else { break }
        (sources, isChanged) = (needed, true)
        _ = contents.refresh(needed)
        material = try await self.material(now)
      }
      let manuscript = material.whole
      if !voicesHaveChanged, !isChanged, problem == nil, now == file,
        manuscript.digests == self.manuscript?.digests
      {
        return
      }
      if now != file { history.clear() }
      let view = try await planned(manuscript, now)
      if self.view == nil { warmUp(view) }
      (file, self.manuscript, self.view, problem) = (now, manuscript, view, nil)
    } catch {
      if let now = try? CastFile(reading: castPath), now != file {
        (file, history) = (now, CastHistory())
      }
      if Task.isCancelled { return }
      problem = StudioError.words(of: error)
    }
    trials = []
    state += 1
    check()
  }

  /// `voices` are the contents of the file of answers if they are not saved yet.
  private func planned(
    _ manuscript: Manuscript, _ file: CastFile, voices: [UInt8]? = nil
  ) async throws -> StudioView {
    try manuscript.checkForPage()
    var book = settings.book
    book.keepsElements = true
    book.cast = source(file)
    var material = Book.Material(manuscript, cast: try book.cast(of: manuscript))
    // Another voice or rule set can need the script in another edition.
    if await book.ruleSet(of: material.cast.cast).edition != manuscript.edition {
      material = try await book.read()
    }
    if let voices { material.cast.cast.answers = VoicesFile(voices, path: voicesPath) }
    let survey = try await book.survey(of: material)
    var view = StudioView(try survey.planned(), number: nextPlan(), speech: speech)
    view.source = (material, survey)
    return view
  }

  private var plans: Int

  /// The numbers after which another desk begins.
  var numbers: (state: Int, plan: Int) { (count, plans) }

  private func nextPlan() -> Int {
    plans += 1
    return plans
  }

  /// Renders the narrator's first line without playing it, unless rendering could cost money.
  /// The narrator's voice is then already loaded when the user plays a line. This saves a third of a second (measured).
  private func warmUp(_ view: StudioView) {
    guard !isClosed, let line = view.lines.first(where: { $0.role.isEmpty }),
      let voice = line.spoken.spans.first?.performance.voice,
      view.book.directory.isFreeToHear(voice.providerId)
    else { return }
    let folder = settings.temporaryFolder
    warming = Task {
      try await Task.sleep(for: Self.patience)
      _ = try await view.renderer.sound(of: line, temporaryFolder: folder)
    }
  }

  /// How long work that no page waits for leaves the processor to the pages after a change.
  private static let patience = Duration.milliseconds(400)

  /// Checks the book for errors and likely mistakes, in the background.
  private func check() {
    guard !isClosed else { return }
    let (book, before) = (settings.book, checking)
    // The plan of the pages is checked; if the files have none, they are read again.
    let source = problem == nil ? view?.source : nil
    before?.cancel()
    checking = Task {
      await before?.value
      guard (try? await Task.sleep(for: Self.patience)) != nil,
        let part = try? await CheckReport.Part(book, source?.material, source?.survey)
      else { return }
      let report = await CheckReport([part], of: [book])
      // If the task was cancelled, some documents in the folder of the cast were not read.
      guard !Task.isCancelled else { return }
      if report.findings != findings {
        findings = report.findings
        state += 1
      }
    }
  }

  /// Runs `work` after all work that was started earlier.
  func inTurn<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try checkOpen()
    let before = turn
    let task = Task {
      await before?.value
      return try await work()
    }
    turn = Task { _ = try? await task.value }
    return try await task.value
  }

  // MARK: Hearing

  /// A rendered line.
  /// Pages fetch the sound by `name`.
  struct Heard: Sendable {
    var name: String
    var sound: LineSound
    var text: String
  }

  /// Renders a line with cast edits that are not saved.
  /// `shape` are settings of the line that are not saved. With `around`, the lines beside it and the sounds of the
  /// script are heard too.
  func hear(
    _ index: Int, plan: Int, with edits: [CastEdit], as shape: LineSettings? = nil,
    around: Bool = false, pays: Bool
  ) async throws -> Heard {
    guard let view else { throw StudioError.stale }
    var line = try view.line(index, ofPlan: plan)
    var other = view
    if let problem = shape?.problem {
      throw StudioError.impossible("This setting cannot be used: \(problem).")
    }
    if let shape, shape.voice == nil {
      other = view.shaping(line, as: shape, speech: speech)
    } else if let shape {
      // A voice can need another provider, so the book is planned as it would be with the saved settings.
      other = try await trial(file, voices: voices(with: shape, for: index, of: view))
      line = try other.line(like: index, of: view)
    }
    if !edits.isEmpty {
      other = try await trial(of: edits)
      line = try other.line(like: index, of: view)
    }
    let heard = around ? other.lines(around: line) : [line]
    if let cost = await other.runCost(of: heard, speech) {
      if let refusal = spendingLimit.flatMap({ cost.refusal(above: $0) }) {
        throw StudioError.impossible(words(of: refusal))
      }
      if !pays, let cost = StudioError.Cost(cost) { throw StudioError.paid(cost) }
    }
    let sound = try await sound(of: line, in: other, around: around)
    return Heard(name: sounds.add(sound), sound: sound, text: line.spoken.shownText)
  }

  /// Returns the WAV file of a sound, or nil if it has been removed.
  func sound(_ name: String) -> [UInt8]? { sounds[name] }

  /// Returns up to three voices for a role.
  func candidates(for role: String) async throws -> [VoiceURI] {
    guard let view else { throw StudioError.stale }
    guard view.book.plan.cast[role] != nil else {
      throw StudioError.missing("There is no role \"\(role)\".")
    }
    return try await CastDrafter(view.book, speech: speech).candidates(for: role, count: 3)
  }

  /// Returns the plan of the book with cast edits that are not saved.
  func trial(of edits: [CastEdit]) async throws -> StudioView {
    try await trial(CastFile(path: castPath, bytes: try apply(edits, to: file)))
  }

  /// `voices` are the contents of the file of answers if they are not saved.
  private func trial(_ changed: CastFile, voices: [UInt8]? = nil) async throws -> StudioView {
    let digest = changed.digest + (voices.map { SHA256.hash($0).hex } ?? "")
    if let known = trials.first(where: { $0.digest == digest }) { return known.view }
    guard let manuscript else { throw StudioError.stale }
    let view = try await planned(manuscript, changed, voices: voices)
    trials.append((digest, view))
    if trials.count > 6 { trials.removeFirst() }
    return view
  }

  /// Returns the bytes of the cast file with edits, without saving them.
  func apply(_ edits: [CastEdit], to file: CastFile) throws -> [UInt8] {
    do {
      return try edits.reduce(file.bytes ?? CastEdit.newFile) { try $1.applied(to: $0) }
    } catch let error as Diagnostic {
      throw StudioError.impossible("\(error.inFile(castPath))")
    }
  }

  // MARK: Saving the cast

  /// Returns the cast file, or throws `StudioError.conflict` if a page knows another version.
  func current(_ digest: String) async throws -> CastFile {
    let now = try CastFile(reading: castPath)
    if now != file {
      await read()
    }
    guard now.digest == digest else {
      throw StudioError.conflict(
        "\(FilePath(castPath).last.text) was changed elsewhere. Your change was not saved.")
    }
    return now
  }

  /// Saves a version of the cast that can be planned, and plans the book with it.
  /// `noting` records the change in the history. Throws an error if the book cannot be planned, and
  /// `StudioError.conflict` if the file is no longer `old`.
  func keep(
    _ new: [UInt8]?, in old: CastFile, noting: (inout CastHistory) -> Void
  ) async throws -> CastEffect {
    guard let manuscript, let former = view else { throw StudioError.stale }
    let changed = CastFile(path: castPath, bytes: new)
    // The book is planned first, so that a cast that cannot be planned is never saved.
    let view = try await planned(manuscript, changed)
    try old.write(new)
    noting(&history)
    (file, self.view) = (changed, view)
    if problem == nil {
      trials = []
      state += 1
      check()
    } else {
      // The problem may be in the script, so the files are read again. If the book still cannot be
      // planned, the problem stays.
      await read()
    }
    return await CastEffect(from: former, to: self.view ?? view, speech)
  }
}

extension StudioDesk {
  /// Saves a version of the file of answers and settings of lines, and plans the book with it.
  func keepVoices(
    _ new: [UInt8]?, in old: CastFile, noting: (inout CastHistory) -> Void
  ) async throws -> CastEffect {
    guard let manuscript, let former = view else { throw StudioError.stale }
    let view = try await planned(manuscript, file, voices: new ?? [])
    try old.write(new)
    noting(&history)
    // The watch must not plan the book for this change once more.
    _ = contents.refresh(sources)
    (self.view, trials) = (view, [])
    state += 1
    check()
    return await CastEffect(from: former, to: view, speech)
  }

  /// Saves a version of a script, and reads the book again.
  func keepScript(
    _ new: [UInt8]?, in old: CastFile, noting: (inout CastHistory) -> Void
  ) async throws -> CastEffect {
    guard let former = view else { throw StudioError.stale }
    try old.write(new)
    noting(&history)
    await read(changed: [old.path])
    guard let view else { throw StudioError.stale }
    return await CastEffect(from: former, to: view, speech)
  }
}

extension Manuscript {
  /// The name and the hash of each document.
  fileprivate var digests: [String] { documents.map { "\($0.name) \($0.digest.hex)" } }
}
