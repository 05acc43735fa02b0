import Audio
package import Audiobook
import Basics
import Glibc
import Guion
package import Hablare
import Narration

/// A plan of the book, with the data that pages show.
struct StudioView: Sendable {
  /// The number of the plan.
  /// Line numbers are valid only for the plan with this number.
  let number: Int
  let book: PlannedBook
  /// The lines, in order.
  let lines: [BookLine]
  /// The sizes of the roles and chapters.
  let summary: PlanSummary
  /// The estimated seconds of each line.
  let seconds: [Double]
  /// The renderer for single lines.
  let renderer: LineRenderer
  /// What the book was planned from, and the result with its diagnostics; nil if the plan is made from another view.
  var source: (material: Book.Material, survey: BookSurvey)?

  init(_ book: PlannedBook, number: Int, speech: SpeechSetup) {
    (self.number, self.book) = (number, book)
    lines = book.lines
    summary = book.summary(speech)
    seconds = summary.chapters.flatMap(\.lines)
    renderer = LineRenderer(book, speech: speech)
  }

  /// Creates a view of the same lines in another plan.
  init(_ view: StudioView, book: PlannedBook, speech: SpeechSetup) {
    (number, self.book, lines) = (view.number, book, view.lines)
    (summary, seconds) = (view.summary, view.seconds)
    renderer = LineRenderer(book, speech: speech)
  }

  /// Returns a line of this plan.
  /// Throws `StudioError.stale` if `number` is the number of another plan, and
  /// `StudioError.missing` if there is no such line.
  func line(_ index: Int, ofPlan number: Int) throws(StudioError) -> BookLine {
    guard number == self.number else { throw .stale }
    guard lines.indices.contains(index) else { throw .missing("There is no line \(index).") }
    return lines[index]
  }

  /// Returns the numbers of the lines that are simultaneous with a line, or nil if there are none.
  func lines(simultaneousWith index: Int) -> [Int]? {
    let line = lines[index]
    let before = lines[..<index].reversed().prefix { $0.isSimultaneous(with: line) }.count
    let behind = lines[(index + 1)...].prefix { $0.isSimultaneous(with: line) }.count
    guard before + behind > 0 else { return nil }
    return (index - before...index + behind).filter { $0 != index }
  }

  /// Returns the lines that are heard with a line and the sounds beside it.
  func lines(around line: BookLine) -> [BookLine] {
    let passages = renderer.surroundings(of: line)
    return lines.filter { $0.chapter == line.chapter && passages.contains($0.passage) }
  }

  /// Returns the line of this view that corresponds to a line of another view.
  func line(like index: Int, of other: StudioView) throws(StudioError) -> BookLine {
    let wanted = LineIdentity.identities(of: other.lines)[index]
    guard let place = LineIdentity.identities(of: lines).firstIndex(of: wanted) else {
      throw .impossible("With this change the line is no longer spoken.")
    }
    return lines[place]
  }

  /// Returns the cost of the lines that are not in the cache, or nil if these lines are free.
  func cost(of lines: [BookLine], _ speech: SpeechSetup) async -> StudioError.Cost? {
    await runCost(of: lines, speech).flatMap(StudioError.Cost.init)
  }

  /// Returns the cost of lines by provider, or nil if no voice of the book is paid.
  func runCost(of lines: [BookLine], _ speech: SpeechSetup) async -> RunCost? {
    guard PaidBill().concerns(book.plan, book.directory) else { return nil }
    var work: [String: PaidWork] = [:]
    for line in lines {
      for paid in await renderer.bill(for: line).work where paid.characters > 0 {
        work[paid.providerId, default: PaidWork(providerId: paid.providerId)].characters +=
          paid.characters
      }
    }
    return speech.cost(of: work.values.sorted { $0.providerId < $1.providerId })
  }
}

extension Manuscript {
  /// The maximum length in bytes of a paragraph: a browser with longer ones does not answer for seconds.
  static let longestParagraph = 1_000_000

  /// Throws if a page could not show the text.
  func checkForPage() throws(StudioError) {
    let long = elements.first { $0.elementText.utf8.count > Self.longestParagraph }
    guard let line = long.map({ $0.sourceRange?.start.line ?? 1 }) else { return }
    throw .impossible(
      "The paragraph in line \(line) has more than a million letters, which a page cannot show. Divide it into paragraphs."
    )
  }
}

extension StudioView {
  /// Renders a line of this plan.
  /// Creates `folder` for temporary files again if another program has removed it. Throws `StudioError.failed` if the
  /// folder or a file in it cannot be used.
  func sound(
    of line: BookLine, around: Bool = false, temporaryFolder folder: String
  ) async throws -> LineSound {
    try Task.checkCancellation()
    try Self.makeTemporaryFolder(folder)
    do {
      return around
        ? try await renderer.surroundings(of: line, temporaryFolder: folder)
        : try await renderer.sound(of: line, temporaryFolder: folder)
    } catch RenderError.audio(.noSpace(_, let reason)),
      RenderError.audio(.cannotWrite(_, let reason)),
      RenderError.audio(.cannotOpen(_, let reason)),
      RenderError.audio(.cannotRead(_, let reason))
    {
      throw StudioError.failed("The line cannot be rendered to a temporary file: \(reason).")
    }
  }

  private static func makeTemporaryFolder(_ path: String) throws(StudioError) {
    if mkdir(path, 0o700) == 0 { return }
    let error = SystemError.last
    let status = FileStatus(path)
    // In a folder that all users can write to, another user may have taken the name.
    guard error.code == EEXIST, status?.isFolder == true, status?.owner == geteuid() else {
      throw .failed("The folder for temporary files cannot be created again: \(error.reason).")
    }
  }
}

extension StudioView {
  /// Returns the name of the cast file that is no cue; nil if a diagnostic is about something else.
  func unused(in diagnostic: Diagnostic) -> String? {
    guard diagnostic.code == "unused-role", let file = diagnostic.file,
      !book.paths.contains(file), let position = diagnostic.position
    else { return nil }
    let name = book.cast.characterPositions.first {
      $0.value.file == file && $0.value.position == position
    }?.key
    return name.flatMap { book.plan.cast[$0] == nil ? $0 : nil }
  }

  /// Returns the name in a cue that looks misspelt, and its usual spelling; nil if a diagnostic is about something else.
  func slip(_ name: String, in diagnostic: Diagnostic) -> [String]? {
    let start = "\(name) looks like "
    guard diagnostic.code == "look-alike-cue", diagnostic.message.hasPrefix(start),
      let usual = diagnostic.message.dropFirst(start.count).firstRange(of: "; did you mean ")
    else { return nil }
    return [name, String(diagnostic.message.dropFirst(start.count)[..<usual.lowerBound])]
  }

  /// Returns a role whose name looks misspelt, and the role of the cast with nearly the same name; nil if a diagnostic is
  /// about something else. `spelling` is the name as a cue in the script has it.
  func misspelt(
    _ name: String, in diagnostic: Diagnostic
  ) -> (owner: String, spelling: String)? {
    guard diagnostic.code == "uncast-character",
      let near = CastNames(of: book.cast).nearest(to: name),
      let owner = book.cast.characters.first(where: { $0.name == near || $0.aliases.contains(near) }
      )
    else { return nil }
    guard owner.name != name, book.plan.cast[owner.name] != nil else { return nil }
    // In Fountain, a name with small letters is no cue.
    return (owner.name, name == name.uppercased() ? near.uppercased() : near)
  }
}

/// The settings of a studio.
package struct StudioSettings: Sendable {
  /// The book, with its input, its cast file, its options and its voices.
  package var book: Book
  /// The folder that the Render button writes to.
  package var folder: String
  /// The maximum cost of speech while the studio is open, in the currency of the prices; nil for no limit.
  package var maximumCost: Double?
  /// A private folder for temporary files.
  package var temporaryFolder: String
  /// The name and the version of the program.
  package var program: String
  /// The service that voices are downloaded from.
  package var hub: VoiceHub
  /// Whether the script is a copy that the studio has made, which the author does not know by its path.
  var isCopy = false

  /// Creates settings.
  package init(
    book: Book, folder: String, maximumCost: Double? = nil, temporaryFolder: String,
    program: String, hub: VoiceHub = VoiceHub()
  ) {
    (self.book, self.folder, self.maximumCost) = (book, folder, maximumCost)
    (self.temporaryFolder, self.program, self.hub) = (temporaryFolder, program, hub)
  }

  /// The cast file that the studio changes.
  var castPath: String {
    switch book.cast {
    case .file(let path), .contents(_, let path): path
    case .beside, .cast: book.input.castFile
    }
  }
}
