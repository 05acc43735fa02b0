import Audio
import Audiobook
import Basics
import Glibc
import Guion
import Hablare
import Narration

/// The book that lies open: its plan, its cast file, and what pages do with them.
///
/// Changes of the book are made one at a time, each to the end.
actor StudioDesk {
  let settings: StudioSettings
  var speech: SpeechSetup { settings.book.speech }
  /// The path of the cast file, whether or not there is one.
  let castPath: String
  /// How many requests have waited for a change.
  private(set) var waits = 0

  /// The last plan that could be made; nil if there has been none.
  private(set) var view: StudioView?
  /// Why the files as they are now have no plan; nil if they have one.
  private(set) var problem: String?
  /// What `check` says.
  private(set) var findings: [Diagnostic] = []
  private(set) var history = CastHistory()
  /// The cast file that `view` was planned with.
  private(set) var file: CastFile
  /// Changes with everything that the page shows of the book.
  private(set) var state = 0
  nonisolated let render = RenderRun()
  nonisolated let install = InstallRun()

  private var manuscript: Manuscript?
  /// The files that the book was read from, but for the cast file, and their contents.
  private var sources: BookSources
  private var contents = SourceContents()
  private var isClosed = false
  private var sounds = SoundShelf()
  /// Plans of changes that are not kept, by the digest of the cast file, the last one last.
  private var trials: [(digest: String, view: StudioView)] = []
  private var turn: Task<Void, Never>?
  private var checking: Task<Void, Never>?
  private var warming: Task<Void, Never>?
  /// The chapters that can be played, and what they were looked up for.
  var chapters: (key: [Int], list: [PlayableChapter]) = ([], [])
  /// The output folder at the last look.
  var lastLook: (stamp: [Int], time: ContinuousClock.Instant)?
  /// How many times another program has changed the output folder.
  var folderChanges = 0

  /// Opens a book; nothing is read yet.
  init(_ settings: StudioSettings) {
    self.settings = settings
    castPath = settings.castPath
    file = CastFile(path: settings.castPath, bytes: nil)
    sources = Self.sources(of: settings)
  }

  /// Ends what is under way, and begins nothing more.
  ///
  /// Everything has ended afterwards: the end of a process takes away the libraries that its threads use.
  func close() async {
    isClosed = true
    checking?.cancel()
    warming?.cancel()
    render.stop()
    install.stop()
    await render.ended()
    await install.ended()
    await turn?.value
    await checking?.value
    await warming?.value
  }

  /// Throws `CancellationError` if the studio is ending.
  func checkOpen() throws(CancellationError) { if isClosed { throw CancellationError() } }

  /// Counts a request that waits for a change, and gives its number.
  func beginWait() -> Int {
    waits += 1
    return waits
  }

  // MARK: The plan

  /// Script and cast as they were planned; nil if there is no plan.
  var material: Book.Material? {
    guard let manuscript, let view else { return nil }
    var cast = try? BookCast(.cast(view.book.cast), beside: settings.book.input, of: manuscript)
    cast?.cast = view.book.cast
    return cast.map { Book.Material(manuscript: manuscript, cast: $0) }
  }

  private func material(
    _ manuscript: Manuscript, _ file: CastFile
  ) throws(BookError) -> Book.Material {
    // Not what is on the disk: that may be another file by now.
    let source = CastSource.contents(file.bytes ?? Array("{}".utf8), of: castPath)
    return Book.Material(
      manuscript: manuscript,
      cast: try BookCast(source, beside: settings.book.input, of: manuscript))
  }

  /// The files that a book is read from, but for the cast file, which is compared by itself.
  private static func sources(
    of settings: StudioSettings, _ material: Book.Material? = nil
  ) -> BookSources {
    var book = settings.book
    book.cast = .cast(Cast())
    return BookSources(of: book, material, builtInto: settings.folder)
  }

  /// Reads script and cast, and plans the book; what goes wrong is the problem that pages show.
  ///
  /// Files that are as they were are not planned again, unless voices have come or gone. `changed` are paths whose
  /// contents may have changed, whatever the times of the files say.
  func load(voicesHaveChanged: Bool = false, changed: Set<String> = []) async {
    try? await inTurn { [self] in
      await read(voicesHaveChanged: voicesHaveChanged, changed: changed)
    }
  }

  private func read(voicesHaveChanged: Bool = false, changed: Set<String> = []) async {
    do {
      // The contents are noted before they are read: a change in between is then seen by the next look.
      var isChanged = contents.refresh(sources, changed: changed)
      let now = try CastFile(reading: castPath)
      var manuscript = try settings.book.input.read()
      var material = try material(manuscript, now)
      while true {
        let needed = Self.sources(of: settings, material)
        guard needed != sources else { break }
        (sources, isChanged) = (needed, true)
        _ = contents.refresh(needed)
        manuscript = try settings.book.input.read()
        material = try self.material(manuscript, now)
      }
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

  private func planned(_ manuscript: Manuscript, _ file: CastFile) async throws -> StudioView {
    var book = settings.book
    book.keepsElements = true
    let planned = try await book.survey(of: try material(manuscript, file)).planned()
    return StudioView(planned, number: nextPlan(), speech: speech)
  }

  private var plans = 0

  private func nextPlan() -> Int {
    plans += 1
    return plans
  }

  /// Renders the first line without playing it, so that the voice of the narrator is loaded when the user plays it (measured:
  /// a third of a second).
  private func warmUp(_ view: StudioView) {
    guard !isClosed, let line = view.lines.first(where: { $0.role.isEmpty }),
      let voice = line.spoken.spans.first?.performance.voice,
      view.book.directory.isFreeToHear(voice.providerId)
    else { return }
    let folder = settings.temporaryFolder
    warming = Task { _ = try? await view.renderer.sound(of: line, temporaryFolder: folder) }
  }

  /// Looks for what is wrong or likely a slip, beside everything else.
  private func check() {
    guard !isClosed else { return }
    let (book, before) = (settings.book, checking)
    before?.cancel()
    checking = Task {
      await before?.value
      guard !Task.isCancelled, let report = try? await CheckReport(of: [book]), !Task.isCancelled
      else { return }
      if report.findings != findings {
        findings = report.findings
        state += 1
      }
    }
  }

  /// Does something when everything that was begun before is done.
  private func inTurn<Result: Sendable>(
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

  /// A sound that can be fetched.
  struct Heard: Sendable {
    var name: String
    var sound: LineSound
    var text: String
  }

  /// Makes the sound of a line, with changes of the cast that are not kept.
  func hear(_ index: Int, plan: Int, with edits: [CastEdit], pays: Bool) async throws -> Heard {
    guard let view else { throw StudioError.stale }
    var line = try view.line(index, ofPlan: plan)
    var other = view
    if !edits.isEmpty {
      other = try await trial(of: edits)
      line = try other.line(like: index, of: view)
    }
    if let cost = await other.runCost(of: [line], speech) {
      if let refusal = spendingLimit.flatMap({ cost.refusal(above: $0) }) {
        throw StudioError.impossible(words(of: refusal))
      }
      if !pays, let cost = StudioError.Cost(cost) { throw StudioError.paid(cost) }
    }
    let sound = try await sound(of: line, in: other)
    return Heard(name: sounds.add(sound), sound: sound, text: line.spoken.shownText)
  }

  private func sound(of line: BookLine, in view: StudioView) async throws -> LineSound {
    let folder = settings.temporaryFolder
    try Self.makeTemporaryFolder(folder)
    do {
      return try await view.renderer.sound(of: line, temporaryFolder: folder)
    } catch RenderError.audio(.noSpace(_, let reason)),
      RenderError.audio(.cannotWrite(_, let reason)),
      RenderError.audio(.cannotOpen(_, let reason)),
      RenderError.audio(.cannotRead(_, let reason))
    {
      throw StudioError.failed("The sound cannot be kept in a temporary file: \(reason).")
    }
  }

  /// Makes the folder for temporary files again if another program has removed it.
  private static func makeTemporaryFolder(_ path: String) throws(StudioError) {
    if mkdir(path, 0o700) == 0 { return }
    let error = SystemError.last
    let status = FileStatus(path)
    // In a folder of everybody's, others may have taken the name.
    guard error.code == EEXIST, status?.isFolder == true, status?.owner == geteuid() else {
      throw .failed("The folder for temporary files cannot be made again: \(error.reason).")
    }
  }

  /// The bytes of a sound; nil if it is there no more.
  func sound(_ name: String) -> [UInt8]? { sounds[name] }

  /// Three voices for a role, or fewer.
  func candidates(for role: String) async throws -> [VoiceURI] {
    guard let view else { throw StudioError.stale }
    guard view.book.plan.cast[role] != nil else {
      throw StudioError.missing("there is no role \(role)")
    }
    return try await CastDrafter(view.book, speech: speech).candidates(for: role, count: 3)
  }

  /// The plan of the book with changes that are not kept.
  private func trial(of edits: [CastEdit]) async throws -> StudioView {
    let changed = CastFile(path: castPath, bytes: try apply(edits, to: file))
    let digest = changed.digest
    if let known = trials.first(where: { $0.digest == digest }) { return known.view }
    guard let manuscript else { throw StudioError.stale }
    let view = try await planned(manuscript, changed)
    trials.append((digest, view))
    if trials.count > 6 { trials.removeFirst() }
    return view
  }

  private func apply(_ edits: [CastEdit], to file: CastFile) throws -> [UInt8] {
    do {
      return try edits.reduce(file.bytes ?? CastEdit.newFile) { try $1.applied(to: $0) }
    } catch let error as Diagnostic {
      throw StudioError.impossible("\(error.inFile(castPath))")
    }
  }

  // MARK: Changing the cast

  /// Says what changes would do, and keeps nothing.
  func effect(of edits: [CastEdit]) async throws -> CastEffect {
    guard let view else { throw StudioError.stale }
    let other = try await trial(of: edits)
    var effect = await CastEffect(from: view, to: other, speech)
    effect.applies = other.uses(of: edits)
    return effect.inLines(of: view, from: other)
  }

  /// Changes the cast file, if it is still what the page has seen, and plans the book with it.
  ///
  /// `page` is the page that makes the change. What leaves the file as it is becomes no step of the history.
  func edit(
    _ edits: [CastEdit], digest: String, title: String, page: String? = nil
  ) async throws -> CastEffect {
    try await inTurn { [self] in
      let old = try await current(digest)
      let new = try await apply(edits, to: old)
      if new == old.bytes { return CastEffect() }
      return try await keep(new, in: old) {
        $0.add(.init(title: title, page: page, before: old.bytes, after: new))
      }
    }
  }

  /// Takes the last change back.
  func undo(digest: String) async throws -> CastEffect {
    try await inTurn { [self] in
      let old = try await current(digest)
      guard let step = await history.undo else {
        throw StudioError.impossible("There is nothing to undo.")
      }
      return try await keep(step.before, in: old) { $0.stepBack() }
    }
  }

  /// Makes the last change again that was undone.
  func redo(digest: String) async throws -> CastEffect {
    try await inTurn { [self] in
      let old = try await current(digest)
      guard let step = await history.redo else {
        throw StudioError.impossible("There is nothing to do again.")
      }
      return try await keep(step.after, in: old) { $0.stepForward() }
    }
  }

  /// The cast file, if it is what a page has seen.
  private func current(_ digest: String) async throws -> CastFile {
    let now = try CastFile(reading: castPath)
    if now != file {
      await read()
    }
    guard now.digest == digest else {
      throw StudioError.conflict(
        "\(FilePath(castPath).last.text) was changed elsewhere. Your change was not kept.")
    }
    return now
  }

  private func keep(
    _ new: [UInt8]?, in old: CastFile, noting: (inout CastHistory) -> Void
  ) async throws -> CastEffect {
    guard let manuscript, let former = view else { throw StudioError.stale }
    let changed = CastFile(path: castPath, bytes: new)
    // Planned before it is written: what cannot be planned is not kept.
    let view = try await planned(manuscript, changed)
    try old.write(new)
    noting(&history)
    (file, self.view) = (changed, view)
    if problem == nil {
      trials = []
      state += 1
      check()
    } else {
      // The problem may be the script's, and stays until the files have a plan.
      await read()
    }
    return await CastEffect(from: former, to: self.view ?? view, speech)
  }
}

extension Manuscript {
  /// What tells the contents of its documents from others.
  fileprivate var digests: [String] { documents.map { "\($0.name) \($0.digest.hex)" } }
}
