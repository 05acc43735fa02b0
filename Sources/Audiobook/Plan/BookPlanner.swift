import Audio
import Basics
import Guion
import Hablare
import Narration

/// Plans a book completely before any audio is rendered.
struct BookPlanner: Sendable {
  var manuscript: Manuscript
  /// The elements of the manuscript, including the speeches found by speaker labels.
  var elements: [GuionElement]
  var cast: Cast
  /// The speakers and their voices.
  var casting: Casting
  var options: BuildOptions
  /// The engine versions, by provider and voice.
  /// The sound of a voice depends on its version.
  var engineVersions: EngineVersions
  /// The sample rate of every file, in hertz.
  var sampleRate: Int
  /// The files of the sounds that the book asks for.
  var sounds = SoundLibrary()
  /// What applies the settings of single lines; nil if the book has none.
  var shaper: LineShaper?
  /// Whether each chapter keeps its source elements.
  var keepsSources = false
  /// The recordings by people; nil if the cast names no folder.
  var recordings: Recordings?
  /// The roles that an actor rehearses, and how; nil if every role speaks.
  var rehearsal: (roles: Set<String>, form: Rehearsal)?

  /// Creates a planner.
  ///
  /// `elements` must be the elements for which `casting` was made.
  init(
    manuscript: Manuscript, elements: [GuionElement], cast: Cast, casting: Casting,
    options: BuildOptions, engineVersions: EngineVersions, sampleRate: Int
  ) {
    self.manuscript = manuscript
    self.elements = elements
    self.cast = cast
    self.casting = casting
    self.options = options
    self.engineVersions = engineVersions
    self.sampleRate = sampleRate
  }

  /// Returns the plan.
  /// Throws a `PlanError` if `--split chapter` finds no chapters, or if nothing is spoken.
  func plan() throws(PlanError) -> BookPlan {
    let level = options.chapterLevel ?? (manuscript.isFolder ? 1 : nil)
    let outline = DocumentOutline(elements, format: manuscript.format, level: level)
    guard let parts = options.split.parts(of: elements, outline: outline) else { throw .noChapters }
    var spoken = cast
    // A shop wants the credits as files of their own.
    if options.shop != nil { (spoken.speech.credits, spoken.speech.allCredits) = (false, false) }
    let readers = ChapterAssembly.Readers(manuscript) { format in
      TableReader(casting: casting, cast: spoken, rate: options.rate, format: format)
    }
    var chapters = ChapterAssembly(
      elements: elements, parts: parts, outline: outline, readers: readers, bookTitle: bookTitle,
      documentTitles: options.split == .document
        ? nil : [bookTitle, manuscript.title].compactMap(\.self),
      name: manuscript.name, credits: credits(outline),
      joinsOpening: !manuscript.format.isScreenplay
    ).assembled()
    guard !chapters.isEmpty else { throw .nothingSpoken }
    addCredits(to: &chapters, readers.whole, outline)
    addMusic(to: &chapters)
    let shapes = shape(&chapters)
    let takes = useRecordings(in: &chapters)
    var plan = BookPlan(
      title: bookTitle, authors: authors, language: casting.language, cast: casting.voices,
      chapters: plans(of: chapters), engineVersions: engineVersions,
      sources: manuscript.documents.map { .init(file: $0.name, sha256: $0.digest.hex) })
    (plan.summary, plan.year, plan.date) = (manuscript.summary, manuscript.year, manuscript.date)
    (plan.rules, plan.shapes) = (rules, shapes)
    plan.ducking = (cast.sounds.attack, cast.sounds.release)
    plan.recordings = takes
    plan.documentPaths = manuscript.documents.map(\.path)
    return plan
  }

  /// Adds the closing credits; for a shop, as a chapter of their own, after a first one with the opening credits.
  private func addCredits(
    to chapters: inout [ChapterAssembly.Chapter], _ reader: TableReader, _ outline: DocumentOutline
  ) {
    let last = chapters.count - 1
    guard options.shop != nil else {
      chapters[last].read = reader.closed(
        chapters[last].read, title: bookTitle, authors: authors)
      return
    }
    var full = cast
    (full.speech.credits, full.speech.allCredits) = (true, true)
    let announcer = TableReader(
      casting: casting, cast: full, rate: options.rate, format: manuscript.format)
    let opening = announcer.read([], opening: [credits(outline).opening])
    var closing = opening
    closing.passages = []
    closing = announcer.closed(closing, title: bookTitle, authors: authors)
    let source = ChapterSource(headings: [], elements: [], format: manuscript.format)
    if !opening.passages.isEmpty {
      chapters.insert(
        .init(title: ShopPreset.credits.opening, read: opening, source: source), at: 0)
    }
    chapters.append(.init(title: ShopPreset.credits.closing, read: closing, source: source))
  }

  /// Puts sounds between two chapters where they are heard, and adds the music of the book.
  private func addMusic(to chapters: inout [ChapterAssembly.Chapter]) {
    for index in chapters.indices.dropFirst() {
      // A chapter begins with the notes above its heading, whose first sound is the end of the scene above.
      let sounds = chapters[index].read.sounds
      guard let end = sounds.firstIndex(where: { $0.cue == nil }), sounds[end].passage == 0,
        !cast.sounds.files.isEmpty
      else { continue }
      let last = chapters[index - 1].read.passages.count
      chapters[index].read.sounds.removeFirst(end)
      for var sound in sounds[..<end] {
        (sound.passage, sound.span) = (last, 0)
        chapters[index - 1].read.sounds.append(sound)
      }
      if let between = cast.sounds.between {
        chapters[index - 1].read.sounds.append(music(between, at: last))
      }
    }
    if let intro = cast.sounds.intro {
      // The heading of the first scene ends the sounds before it.
      let ends = chapters[0].read.sounds.prefix { $0.passage == 0 && $0.cue == nil }.count
      chapters[0].read.sounds.insert(music(intro, at: 0), at: ends)
    }
    if let outro = cast.sounds.outro {
      let last = chapters.count - 1
      chapters[last].read.sounds.append(music(outro, at: chapters[last].read.passages.count))
    }
  }

  /// Puts the recordings by people in the place of voices, and returns what was found.
  private func useRecordings(in chapters: inout [ChapterAssembly.Chapter]) -> Recordings? {
    guard var takes = recordings else { return nil }
    var reads = chapters.map(\.read)
    takes.find(in: RecordableLine.lines(of: reads))
    takes.apply(to: &reads, narratorGain: casting.narrator.voice.gain ?? 0)
    for index in chapters.indices { chapters[index].read = reads[index] }
    return takes
  }

  private func shape(_ chapters: inout [ChapterAssembly.Chapter]) -> LineShaper.Result? {
    guard let shaper, let file = cast.answers, !file.shapes.isEmpty else { return nil }
    var reads = chapters.map(\.read)
    let result = shaper.apply(file, to: &reads)
    for (index, read) in reads.enumerated() { chapters[index].read = read }
    return result
  }

  private var rules: RuleSet { cast.ruleSet }

  /// Returns music that is heard before the next words, unless its words say that it goes on.
  private func music(_ text: String, at passage: Int) -> PlacedCue {
    var cue = SoundCue(.music, named: text)
    cue.mode = cue.mode ?? .wait
    return PlacedCue(passage: passage, cue: cue)
  }

  private func plans(of chapters: [ChapterAssembly.Chapter]) -> [ChapterPlan] {
    let fingerprint = FingerprintMaker(
      options: options, rules: rules, sampleRate: sampleRate, engineVersions: engineVersions)
    let (album, authors) = (bookTitle, authors)
    let (library, ducking) = (sounds, [cast.sounds.attack, cast.sounds.release])
    return ParallelMap.map(chapters.count) { offset in
      var chapter = chapters[offset]
      if let (roles, form) = rehearsal { chapter.read = chapter.read.rehearsed(as: roles, form) }
      if options.loudness == .acx { chapter.read.fit(ACXRules.head, ACXRules.tail) }
      // The caption file of the whole book is named after the book's title, so no chapter file may have this name.
      let stem = FileName.stem(
        index: offset + 1, of: chapters.count, title: FileName.readable(chapter.title, rules),
        besides: FileName.readable(album, rules))
      let sounds = cast.sounds.planned(chapter.read, library)
      var plan = ChapterPlan(
        index: offset + 1, title: chapter.title, read: chapter.read, fileStem: stem,
        fingerprint: fingerprint.sound(of: chapter.read, sounds, ducking),
        tagsFingerprint: fingerprint.tags(
          index: offset + 1, title: chapter.title, album: album, authors: authors,
          fileStem: stem),
        source: keepsSources ? source(of: chapter) : nil)
      plan.sounds = sounds
      return plan
    }
  }

  private func source(of chapter: ChapterAssembly.Chapter) -> ChapterSource {
    var source = chapter.source
    source.speaksStruckThroughText = cast.speech.strikethrough != .skip
    return source
  }

  /// Returns the opening credits, and the index of a heading that repeats the title and is therefore not spoken.
  private func credits(_ outline: DocumentOutline) -> ChapterAssembly.Credits {
    // A heading that starts a chapter is spoken in that chapter, so the credits do not speak it.
    let ownTitle =
      manuscript.hasTitlePageTitle || outline.titleHeading != nil ? manuscript.spokenTitle : nil
    let title = options.title ?? cast.title ?? ownTitle
    var heading: Int?
    if cast.speech.credits, let index = outline.titleHeading, let title,
      elements[index].elementText.hasSameLetters(as: title)
    {
      heading = index
    }
    return .init(
      opening: .credits(title: title, credit: manuscript.credit, authors: authors), heading: heading
    )
  }

  private var bookTitle: String {
    options.title ?? cast.title ?? manuscript.title ?? manuscript.fallbackTitle
  }

  private var authors: [String] {
    options.authors ?? (cast.authors.isEmpty ? manuscript.authors : cast.authors)
  }
}

/// The reason why a document cannot be planned.
package enum PlanError: Error, Equatable, Sendable {
  /// `--split chapter` was requested, but the document has no chapters.
  case noChapters
  /// The document contains no text that is read aloud.
  case nothingSpoken
}

/// Creates chapters from the parts of a document.
/// Decides which parts become chapters, and gives each chapter its title and its opening.
private struct ChapterAssembly {
  /// A chapter with spoken text.
  struct Chapter: Sendable {
    var title: String
    var read: TableRead
    var source: ChapterSource
  }

  /// The readers for the formats of the book's documents.
  struct Readers {
    /// The reader of the first document.
    let whole: TableReader
    private let manuscript: Manuscript
    private var byFormat: [DocumentFormat: TableReader]

    init(_ manuscript: Manuscript, _ make: (DocumentFormat) -> TableReader) {
      self.manuscript = manuscript
      whole = make(manuscript.format)
      byFormat = [manuscript.format: whole]
      for format in manuscript.documents.map(\.format) where byFormat[format] == nil {
        byFormat[format] = make(format)
      }
    }

    func format(of element: GuionElement?) -> DocumentFormat {
      element.flatMap(manuscript.document)?.format ?? manuscript.format
    }

    func reader(of element: GuionElement?) -> TableReader {
      element.flatMap(manuscript.document).flatMap { byFormat[$0.format] } ?? whole
    }
  }

  /// The opening credits.
  struct Credits {
    var opening: TableReader.Opening
    /// The index of the heading that repeats the title.
    var heading: Int?
  }

  let elements: [GuionElement]
  let parts: [DocumentOutline.Part]
  let outline: DocumentOutline
  let readers: Readers
  let bookTitle: String
  /// The titles of the book and of its document; nil if the user asked for the whole document as one chapter.
  let documentTitles: [String]?
  let name: String
  let credits: Credits
  /// Whether the first chapter begins with the credits; if false, the credits are a separate chapter.
  /// If other text comes before the first chapter, the credits are spoken with that text in any case.
  let joinsOpening: Bool

  /// A chapter before its table read.
  private struct Draft: Sendable {
    var title: String
    var source: ChapterSource
    var read: @Sendable () -> TableRead
  }

  private var drafts: [Draft] = []
  /// Credits and headings to be spoken at the start of the next chapter that has text.
  private var openings: [TableReader.Opening] = []
  private var titles: [GuionElement] = []

  init(
    elements: [GuionElement], parts: [DocumentOutline.Part], outline: DocumentOutline,
    readers: Readers, bookTitle: String, documentTitles: [String]?, name: String, credits: Credits,
    joinsOpening: Bool
  ) {
    self.elements = elements
    self.parts = parts
    self.outline = outline
    self.readers = readers
    self.bookTitle = bookTitle
    self.documentTitles = documentTitles
    self.name = name
    self.credits = credits
    self.joinsOpening = joinsOpening
  }

  /// Returns the chapters in order.
  /// The title of a part without spoken text is spoken in the next part.
  func assembled() -> [Chapter] {
    var assembly = self
    for part in parts { assembly.add(part) }
    assembly.addPending()
    let drafts = assembly.drafts
    // Table reads take most of the planning time. They do not depend on each other, so they are made in parallel.
    let reads = ParallelMap.map(drafts.count) { drafts[$0].read() }
    return zip(drafts, reads).filter { !$0.1.passages.isEmpty }
      .map { Chapter(title: $0.0.title, read: $0.1, source: $0.0.source) }
  }

  private mutating func add(_ part: DocumentOutline.Part) {
    let body = elements[part.elements]
    guard let index = part.heading else { return addOpening(body) }
    let heading = elements[index]
    let reader = readers.reader(of: heading)
    if heading.elementType == .sceneHeading {
      addPending()
      let scene = SceneSpeakable(sceneHeading: heading, elements: body, reader: reader)
      append(reader.title(of: heading), source(body)) { scene.tableRead }
    } else {
      titles.append(heading)
      guard reader.hasWords(in: body) else { return }
      addChapter(body, reader)
    }
  }

  /// Adds the text before the first chapter.
  /// This text becomes a chapter if it has more than the title, or if `joinsOpening` is false, or if the document has
  /// no other parts.
  private mutating func addOpening(_ body: ArraySlice<GuionElement>) {
    let isWhole = parts.count == 1
    let reader = readers.reader(of: body.first)
    guard isWhole || !joinsOpening || reader.hasWords(in: body, omitting: outline.titleHeading)
    else {
      openings = [credits.opening]
      if let title = outline.titleHeading, title != credits.heading {
        openings.append(.titles([elements[title]]))
      }
      return
    }
    if isWhole && joinsOpening {
      let document = MarkdownDocumentSpeakable(
        filename: name, elements: body, opening: [credits.opening], omitted: credits.heading,
        reader: reader)
      append(heading(of: body, reader) ?? bookTitle, source(body)) { document.tableRead }
    } else {
      let chapter = ChapterSpeakable(
        chapterHeading: nil, elements: body, opening: [credits.opening], omitted: credits.heading,
        reader: reader)
      append(bookTitle, source(body)) { chapter.tableRead }
    }
  }

  /// Returns the title of the only chapter: the first heading besides the document's title, if no words are above it and
  /// no other heading is at its level.
  private func heading(of body: ArraySlice<GuionElement>, _ reader: TableReader) -> String? {
    guard outline.chapterLevel == nil, let documentTitles else { return nil }
    let index = body.indices.first { index in
      body[index].isOwnHeading && index != credits.heading
        && !documentTitles.contains { body[index].elementText.hasSameLetters(as: $0) }
    }
    let isFirstOfSeveral = { (index: Int) in
      body[(index + 1)...].contains {
        $0.isOwnHeading && $0.elementType.level <= body[index].elementType.level
      }
    }
    guard let index, !body[index].isBackMatter, !isFirstOfSeveral(index),
      !reader.hasWords(in: body[..<index], omitting: outline.titleHeading)
    else { return nil }
    return reader.title(of: body[index])
  }

  private mutating func addChapter(_ body: ArraySlice<GuionElement>, _ reader: TableReader) {
    let chapter = ChapterSpeakable(
      chapterHeading: titles.last, elements: body, opening: openings + [.titles(titles)],
      reader: reader)
    append(joinedTitles, source(body)) { chapter.tableRead }
    (openings, titles) = ([], [])
  }

  /// Adds pending credits and titles as a separate chapter, because no spoken text follows.
  private mutating func addPending() {
    guard !titles.isEmpty || !openings.isEmpty else { return }
    let (reader, opening) = (readers.whole, openings + [.titles(titles)])
    append(joinedTitles, source([])) { reader.read([], opening: opening) }
    (openings, titles) = ([], [])
  }

  /// The pending headings, joined into one title.
  private var joinedTitles: String {
    titles.map { readers.reader(of: $0).title(of: $0) }.joined(separator: ": ")
  }

  /// Returns the source of a chapter, with the pending headings.
  private func source(_ body: ArraySlice<GuionElement>) -> ChapterSource {
    let headings = openings.flatMap(\.headings) + titles
    return ChapterSource(
      headings: headings, elements: body,
      format: readers.format(of: titles.last ?? body.first))
  }

  /// Adds a chapter.
  /// `assembled()` drops a chapter without spoken text.
  private mutating func append(
    _ title: String, _ source: ChapterSource, _ read: @escaping @Sendable () -> TableRead
  ) {
    drafts.append(Draft(title: title.isEmpty ? bookTitle : title, source: source, read: read))
  }
}

extension TableReader.Opening {
  /// The spoken headings; empty for credits.
  fileprivate var headings: [GuionElement] {
    if case .titles(let headings) = self { headings } else { [] }
  }
}
