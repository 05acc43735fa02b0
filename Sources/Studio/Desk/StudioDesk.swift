import Audiobook
import Basics
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
  private var sounds = SoundShelf()
  /// Plans of changes that are not kept, by the digest of the cast file, the last one last.
  private var trials: [(digest: String, view: StudioView)] = []
  private var turn: Task<Void, Never>?
  private var checking: Task<Void, Never>?
  private var warming: Task<Void, Never>?
  /// The chapters that can be played, and what they were looked up for.
  var chapters: (key: [Int], list: [PlayableChapter]) = ([], [])

  /// Opens a book; nothing is read yet.
  init(_ settings: StudioSettings) {
    self.settings = settings
    castPath = settings.castPath
    file = CastFile(path: settings.castPath, bytes: nil)
  }

  /// Ends what is under way.
  func close() async {
    checking?.cancel()
    warming?.cancel()
    render.stop()
    install.stop()
    await render.ended()
    await install.ended()
  }

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

  /// Reads script and cast, and plans the book; what goes wrong is the problem that pages show.
  ///
  /// Files that are as they were are not planned again, unless voices have come or gone.
  func load(voicesHaveChanged: Bool = false) async {
    try? await inTurn { [self] in await read(voicesHaveChanged: voicesHaveChanged) }
  }

  private func read(voicesHaveChanged: Bool = false) async {
    do {
      let now = try CastFile(reading: castPath)
      let manuscript = try settings.book.input.read()
      if !voicesHaveChanged, problem == nil, now == file,
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
    // Not what is on the disk: that may be another file by now.
    let source = CastSource.contents(file.bytes ?? Array("{}".utf8), of: castPath)
    let material = Book.Material(
      manuscript: manuscript, cast: try BookCast(source, beside: book.input, of: manuscript))
    let planned = try await book.survey(of: material).planned()
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
    guard let line = view.lines.first(where: { $0.role.isEmpty }),
      let voice = line.spoken.spans.first?.performance.voice,
      view.book.directory.isFreeToHear(voice.providerId)
    else { return }
    let folder = settings.temporaryFolder
    warming = Task { _ = try? await view.renderer.sound(of: line, temporaryFolder: folder) }
  }

  /// Looks for what is wrong or likely a slip, beside everything else.
  private func check() {
    checking?.cancel()
    let book = settings.book
    checking = Task {
      guard let report = try? await CheckReport(of: [book]), !Task.isCancelled else { return }
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
    if !pays, let cost = await other.cost(of: [line], speech) { throw StudioError.paid(cost) }
    let sound = try await other.renderer.sound(of: line, temporaryFolder: settings.temporaryFolder)
    return Heard(name: sounds.add(sound), sound: sound, text: line.spoken.text)
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

  /// What a change does.
  struct Effect: Sendable {
    /// The lines that sound otherwise: of the new plan, or of the current one if nothing was kept.
    var affected: [Int]
    /// What making them again costs.
    var cost: StudioError.Cost?
  }

  /// Says what changes would do, and keeps nothing.
  func effect(of edits: [CastEdit]) async throws -> Effect {
    guard let view else { throw StudioError.stale }
    let other = try await trial(of: edits)
    let changed = other.lines.changes(since: view.lines)
    let identities = LineIdentity.identities(of: other.lines)
    let places = Dictionary(
      zip(LineIdentity.identities(of: view.lines), view.lines.indices)
    ) { first, _ in first }
    return Effect(
      affected: changed.compactMap { places[identities[$0]] }.sorted(),
      cost: await other.cost(of: changed.map { other.lines[$0] }, speech))
  }

  /// Changes the cast file, if it is still what the page has seen, and plans the book with it.
  func edit(_ edits: [CastEdit], digest: String, title: String) async throws -> Effect {
    try await inTurn { [self] in
      let old = try await current(digest)
      let new = try await apply(edits, to: old)
      return try await keep(new, in: old) {
        $0.add(.init(title: title, before: old.bytes, after: new))
      }
    }
  }

  /// Takes the last change back.
  func undo(digest: String) async throws -> Effect {
    try await inTurn { [self] in
      let old = try await current(digest)
      guard let step = await history.undo else {
        throw StudioError.impossible("There is nothing to undo.")
      }
      return try await keep(step.before, in: old) { $0.stepBack() }
    }
  }

  /// Makes the last change again that was undone.
  func redo(digest: String) async throws -> Effect {
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
  ) async throws -> Effect {
    guard let manuscript, let former = view else { throw StudioError.stale }
    let changed = CastFile(path: castPath, bytes: new)
    // Planned before it is written: what cannot be planned is not kept.
    let view = try await planned(manuscript, changed)
    try old.write(new)
    noting(&history)
    (file, self.view, problem) = (changed, view, nil)
    trials = []
    state += 1
    check()
    let affected = view.lines.changes(since: former.lines)
    return Effect(
      affected: affected, cost: await view.cost(of: affected.map { view.lines[$0] }, speech))
  }
}

extension Manuscript {
  /// What tells the contents of its documents from others.
  fileprivate var digests: [String] { documents.map { "\($0.name) \($0.digest.hex)" } }
}
