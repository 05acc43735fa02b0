import Basics

/// The read-along page: a script for each chapter, and the files of the book.
struct PageFiles: Artifact {
  static let role = "read-along"

  static func mediaType(of format: String) -> String? { format == "html" ? "text/html" : nil }

  static func requested(by options: BuildOptions) -> [Self] {
    options.readAlong.contains(.html) ? [Self()] : []
  }

  var format: String { "html" }
  var isFormatListed: Bool { false }
  var needsTimings: Bool { true }
  var needsElements: Bool { true }

  // MARK: Chapters

  func names(ofChapter index: Int, stem: String) -> [String] { [Self.name(ofChapter: index)] }

  private static func name(ofChapter index: Int) -> String {
    let digits = String(index)
    let padding = String(repeating: "0", count: max(0, 3 - digits.count))
    return Subfolder.readAlong("chapter-\(padding)\(digits).js")
  }

  func files(of chapter: ChapterMaterial) -> [Artifacts.File] {
    chapter.readAlongFiles(
      names(ofChapter: chapter.chapter.index, stem: chapter.chapter.fileStem)
    ) { page in [PageData.script(of: page)] }
  }

  // MARK: The book

  func names(of book: BookDescription) -> [String] {
    Self.copied.map { Subfolder.readAlong($0.name) } + [Self.data, Self.index]
  }

  private static let index = "index.html"
  private static let data = Subfolder.readAlong("book.js")

  private static var copied: [(name: String, bytes: [UInt8])] {
    [
      ("style.css", PackageResources.style_css), ("text.js", PackageResources.text_js),
      ("player.js", PackageResources.player_js), ("search.js", PackageResources.search_js),
    ]
  }

  func files(of book: FinishedBook) -> [Artifacts.File] {
    guard !book.chapters.isEmpty else { return [] }
    let copied = Self.copied.map { file in
      Artifacts.File(Subfolder.readAlong(file.name)) { file.bytes }
    }
    let data = Artifacts.File(Self.data) {
      PageData.script(
        of: PageData.Contents(
          id: Self.id(of: book.description), title: book.description.title,
          authors: book.description.authors, language: book.description.language,
          chapters: entries(of: book)))
    }
    return copied + [data, Artifacts.File(Self.index) { Self.index(of: book.description) }]
  }

  private func entries(of book: FinishedBook) -> [PageData.Entry] {
    let description = book.description
    let whole = book.books.map {
      (name: description.fileName($0.fileExtension), type: $0.browserType)
    }
    return zip(book.chapters, book.starts).filter { !$0.0.files(of: self).isEmpty }
      .map { chapter, start in
        let own = zip(description.formats, chapter.record.files).compactMap { format, file in
          BookFormat(rawValue: format).map { (name: file.file, type: $0.browserType) }
        }
        return PageData.Entry(
          number: chapter.index, title: chapter.title,
          files: Self.exactFirst(own.isEmpty ? whole : own),
          offset: (own.isEmpty ? start : 0, description.sampleRate),
          duration: CaptionCue.milliseconds(
            chapter.record.samples, at: description.sampleRate))
      }
  }

  /// Returns the files with MP3 last.
  /// In MP3 with a variable bit rate, a browser seeks only roughly (Chromium 156: up to 20 seconds off in two
  /// hours). In other formats, it seeks to the exact sample.
  private static func exactFirst(
    _ files: [(name: String, type: String)]
  ) -> [(name: String, type: String)] {
    let mp3 = BookFormat.mp3.browserType
    return files.filter { $0.type != mp3 } + files.filter { $0.type == mp3 }
  }

  /// Returns an identifier of the book, which does not change with edits and builds.
  /// Browsers store the reader's position under this identifier.
  private static func id(of book: BookDescription) -> String {
    var hash = TextFieldHasher()
    for text in [book.title] + book.authors + book.sources.map(\.file) { hash.add(text) }
    return String(hash.finish().prefix(16))
  }

  /// Returns the HTML of the page.
  /// Its template has four placeholders. They are replaced in one pass, so a title that contains a placeholder
  /// stays unchanged.
  private static func index(of book: BookDescription) -> [UInt8] {
    let texts = [
      "title": book.title, "authors": book.authors.joined(separator: ", "),
      "language": book.language, "generator": book.generator,
    ]
    var page = ""
    var rest = Substring(String(decoding: PackageResources.index_html, as: UTF8.self))
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      page += rest[..<open.lowerBound]
      page += (texts[String(rest[open.upperBound..<close.lowerBound])] ?? "").inXML
      rest = rest[close.upperBound...]
    }
    return Array((page + rest).utf8)
  }
}

extension ChapterMaterial {
  /// Returns the files with the chapter's text for readers, and the chapter's pictures; empty if the times of the
  /// chapter's spans are unknown.
  /// `make` returns the bytes of the files in the order of their names.
  func readAlongFiles(
    _ names: [String], make: @escaping (PageChapter) -> [[UInt8]]
  ) -> [Artifacts.File] {
    guard let source = chapter.source, timings != nil else { return [] }
    let order = speakers.sorted { $0.value < $1.value }.map(\.key).joined(separator: "\n")
    let digest = digest(
      [
        "page", options.generator, String(sampleRate), options.overlay.rawValue, order,
        plan.language,
      ] + plan.sources.map(\.sha256))
    var made: [[UInt8]]?
    let texts = names.enumerated().map { place, name in
      // The digest does not cover pictures, so the texts of a chapter with pictures are compared.
      Artifacts.File(name, digest: source.hasPictures ? nil : digest) {
        let all = made ?? self.readAlong.map { make($0.page) } ?? []
        made = all
        return all.indices.contains(place) ? all[place] : []
      }
    }
    guard source.hasPictures else { return texts }
    // Without a page, the pictures are among the program's own records.
    return texts
      + (readAlong?.pictures ?? []).map { picture in
        let name =
          options.readAlong.contains(.html)
          ? Subfolder.readAlong(picture.name) : "\(FolderRecords.name)/\(picture.name)"
        return Artifacts.File(name) { picture.bytes }
      }
  }
}
