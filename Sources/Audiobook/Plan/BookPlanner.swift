public import Guion
public import Narration

/// Makes the plan of a book: pure, printable, and complete before the first sound is made.
public struct BookPlanner: Sendable {
  /// The script.
  public var titlePage: [TitlePageEntry]
  /// The script's elements.
  public var elements: [GuionElement]
  /// The file the script came from.
  public var source: BookPlan.Source
  /// The cast file's settings.
  public var cast: Cast
  /// Who speaks.
  public var casting: Casting
  /// What is asked for.
  public var options: BuildOptions
  /// What the voices sound like apart from their names: engine versions, by provider.
  public var engineVersions: [String: String]
  /// The rate of every file, in hertz.
  public var sampleRate: Int

  /// Makes a planner.
  public init(
    titlePage: [TitlePageEntry], elements: [GuionElement], source: BookPlan.Source, cast: Cast,
    casting: Casting, options: BuildOptions, engineVersions: [String: String], sampleRate: Int
  ) {
    self.titlePage = titlePage
    self.elements = elements
    self.source = source
    self.cast = cast
    self.casting = casting
    self.options = options
    self.engineVersions = engineVersions
    self.sampleRate = sampleRate
  }

  /// The plan; nothing where `--split chapter` finds no chapters, or nothing is spoken.
  public func plan() throws(PlanError) -> BookPlan {
    let splitter = ChapterSplitter(mode: options.split, level: options.chapterLevel)
    guard let parts = splitter.parts(of: elements) else { throw .noChapters }
    let drafts = drafts(of: parts)
    guard !drafts.isEmpty else { throw .nothingSpoken }
    let title = bookTitle
    let authors = authors
    let fingerprint = FingerprintMaker(
      options: options, sampleRate: sampleRate, engineVersions: engineVersions)
    let chapters = drafts.enumerated().map { offset, draft in
      let stem = FileName.stem(index: offset + 1, of: drafts.count, title: draft.title)
      return ChapterPlan(
        index: offset + 1, title: draft.title, read: draft.read, fileStem: stem,
        fingerprint: fingerprint.sound(of: draft.read),
        tagsFingerprint: fingerprint.tags(
          index: offset + 1, title: draft.title, album: title, authors: authors, fileStem: stem))
    }
    return BookPlan(
      title: title, authors: authors, language: casting.language, cast: casting.voices,
      chapters: chapters, sources: [source])
  }

  private struct Draft {
    var title: String
    var read: TableRead
  }

  /// What each part sounds like.
  ///
  /// A part in which nothing is spoken gives its title to the next one.
  private func drafts(of parts: [ChapterSplitter.Part]) -> [Draft] {
    let reader = TableReader(casting: casting, cast: cast, rate: options.rate)
    var drafts: [Draft] = []
    var titles: [GuionElement] = []
    for part in parts {
      let body = elements[part.elements]
      guard let index = part.heading else {
        let read = reader.read(body, opening: credits)
        if !read.passages.isEmpty { drafts.append(Draft(title: bookTitle, read: read)) }
        continue
      }
      let heading = elements[index]
      if heading.elementType == .sceneHeading {
        let read = reader.read(body, opening: .nothing)
        if !read.passages.isEmpty {
          drafts.append(Draft(title: reader.title(of: heading), read: read))
        }
      } else {
        titles.append(heading)
        guard !reader.read(body, opening: .nothing).passages.isEmpty else { continue }
        drafts.append(titled(titles, reader, body))
        titles = []
      }
    }
    if !titles.isEmpty {
      let last = titled(titles, reader, [])
      if !last.read.passages.isEmpty { drafts.append(last) }
    }
    return drafts
  }

  private func titled(
    _ titles: [GuionElement], _ reader: TableReader, _ body: ArraySlice<GuionElement>
  ) -> Draft {
    Draft(
      title: titles.map(reader.title(of:)).joined(separator: ": "),
      read: reader.read(body, opening: .titles(titles)))
  }

  private var credits: TableReader.Opening {
    let title = options.title ?? cast.title ?? joined(titlePage.values(for: "title"), by: ". ")
    let credit = joined(titlePage.values(for: "credit"), by: " ")
    return .credits(title: title, credit: credit, authors: authors)
  }

  private var bookTitle: String {
    options.title ?? cast.title ?? joined(titlePage.values(for: "title"), by: " ")
      ?? stem(of: source.file)
  }

  private var authors: [String] {
    if let authors = options.authors { return authors }
    if !cast.authors.isEmpty { return cast.authors }
    return titlePage.values(for: "author", "authors").map(plain).filter { !$0.isEmpty }
  }

  private func joined(_ values: [String], by separator: String) -> String? {
    let words = values.map(plain).filter { !$0.isEmpty }
    return words.isEmpty ? nil : words.joined(separator: separator)
  }

  private func plain(_ value: String) -> String {
    FountainEmphasis.plainText(value).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func stem(of file: String) -> String {
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
    return String(file[..<dot])
  }
}

/// Why a document gives no plan.
public enum PlanError: Error, Equatable, Sendable {
  /// `--split chapter` in a document without chapters.
  case noChapters
  /// Nothing in the document is read aloud.
  case nothingSpoken
}
