import Audio
import Basics
import Foundation

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
      PageData.script(of: Self.contents(of: book, Self.entries(of: book, self)))
    }
    return copied + [data, Artifacts.File(Self.index) { Self.index(of: book.description) }]
  }

  /// Returns a book's data for the page.
  fileprivate static func contents(
    of book: FinishedBook, _ entries: [PageData.Entry]
  ) -> PageData.Contents {
    let description = book.description
    return PageData.Contents(
      id: id(of: description), title: description.title, authors: description.authors,
      language: description.language, roles: description.roles ?? [],
      cover: book.cover.map { BookCover.fileName(of: $0.picture.kind) }, chapters: entries)
  }

  /// Returns the chapters that have a page in this artifact, with the files of their sound.
  fileprivate static func entries(
    of book: FinishedBook, _ artifact: some Artifact
  ) -> [PageData.Entry] {
    let description = book.description
    let whole = book.books.map {
      (name: description.fileName($0.fileExtension), type: $0.browserType)
    }
    return zip(book.chapters, book.starts).filter { !$0.0.files(of: artifact).isEmpty }
      .map { chapter, start in
        let own = zip(description.formats, chapter.record.files).compactMap { format, file in
          BookFormat(rawValue: format).map { (name: file.file, type: $0.browserType) }
        }
        return PageData.Entry(
          number: chapter.index, title: chapter.title,
          part: description.parts?[chapter.index],
          files: exactFirst(own.isEmpty ? whole : own),
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

  private static func index(of book: BookDescription) -> [UInt8] {
    let scripts = ["text.js", "book.js", "player.js", "search.js"].map {
      "<script defer src=\"\(Subfolder.readAlong($0))\"></script>"
    }
    let style = "<link rel=\"stylesheet\" href=\"\(Subfolder.readAlong("style.css"))\">"
    return Array(
      html(
        of: book,
        [
          "policy":
            "script-src 'self' file:; style-src 'self' file:; img-src 'self' file:; media-src 'self' file:",
          "files": ([style] + scripts).joined(separator: "\n"), "embedded": "",
        ]
      ).utf8)
  }

  /// Returns the HTML of the page, with markup for the places that differ between its two forms.
  /// The placeholders are replaced in one pass, so a title that contains a placeholder stays unchanged.
  fileprivate static func html(of book: BookDescription, _ markup: [String: String]) -> String {
    let texts = [
      "title": book.title, "authors": book.authors.joined(separator: ", "),
      "language": book.language, "generator": book.generator,
    ]
    var page = ""
    var rest = Substring(String(decoding: PackageResources.index_html, as: UTF8.self))
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      let name = String(rest[open.upperBound..<close.lowerBound])
      page += rest[..<open.lowerBound]
      page += markup[name] ?? (texts[name] ?? "").inXML
      rest = rest[close.upperBound...]
    }
    return page + rest
  }
}

/// The read-along page as one file that contains its text and its sound, for sending.
struct SinglePage: Artifact {
  static let role = PageFiles.role

  static func mediaType(of format: String) -> String? {
    format == ReadAlongFormat.htmlSingle.rawValue ? "text/html" : nil
  }

  static func requested(by options: BuildOptions) -> [Self] {
    options.readAlong.contains(.htmlSingle) ? [Self()] : []
  }

  var format: String { ReadAlongFormat.htmlSingle.rawValue }
  var isFormatListed: Bool { false }
  var needsTimings: Bool { true }
  var needsElements: Bool { true }

  func names(ofChapter index: Int, stem: String) -> [String] {
    [FolderRecords.file(ofChapter: index, "js")]
  }

  func files(of chapter: ChapterMaterial) -> [Artifacts.File] {
    chapter.readAlongFiles(
      names(ofChapter: chapter.chapter.index, stem: chapter.chapter.fileStem)
    ) { page in [PageData.script(of: page)] }
  }

  /// The title of a book can be `index`, which is the name of the other page.
  func names(of book: BookDescription) -> [String] {
    let name = book.fileName("html")
    return [name.lowercased() == "index.html" ? "index page.html" : name]
  }

  /// A file on the page, as a block of Base64 that text.js finds by its name.
  private struct Block {
    var name: String
    var path: String
  }

  func files(of book: FinishedBook) -> [Artifacts.File] {
    var entries = PageFiles.entries(of: book, self)
    let isWhole = book.description.formats.isEmpty
    for index in entries.indices {
      entries[index].files = Self.smallest(entries[index].files, isWhole: isWhole)
    }
    let records = book.chapters.map { $0.files(of: self) }
    let scripts = records.compactMap { $0.first.map { book.path(of: $0.file) } }
    guard !scripts.isEmpty else { return [] }
    var blocks: [Block] = []
    func add(_ name: String, _ file: String) {
      guard !blocks.contains(where: { $0.name == name }) else { return }
      blocks.append(Block(name: name, path: book.path(of: file)))
    }
    for entry in entries { for file in entry.files { add(file.name, file.name) } }
    for picture in records.flatMap({ $0.dropFirst() }) {
      add(
        Subfolder.readAlong(picture.file.split(separator: "/").last.map(String.init) ?? ""),
        picture.file)
    }
    let contents = PageFiles.contents(of: book, entries)
    if let cover = contents.cover { add(cover, cover) }
    var hash = TextFieldHasher()
    hash.add(book.description.generator)
    hash.add(SHA256.hash(String(decoding: PageData.script(of: contents), as: UTF8.self)).hex)
    for chapter in book.chapters {
      for file in chapter.record.files + chapter.files(of: self) { hash.add(file.sha256) }
    }
    for case let whole as BookFiles in book.description.artifacts.all {
      for file in whole.files(of: book) { hash.add(file.digest ?? "") }
    }
    if let cover = book.cover { hash.add(SHA256.hash(cover.picture.bytes).hex) }
    let description = book.description
    let (digest, found) = (hash.finish(), blocks)
    return names(of: description).map { name in
      Artifacts.File(
        name, digest: digest,
        .bytes { output throws(RenderError) in
          try Self.write(description, PageData.script(of: contents), scripts, found, to: output)
        })
    }
  }

  /// Returns the smallest of a chapter's files that every browser plays, because a page is sent as a whole.
  /// In one MP3 of a whole book, browsers do not find positions exactly.
  private static func smallest(
    _ files: [(name: String, type: String)], isWhole: Bool
  ) -> [(name: String, type: String)] {
    let small: [BookFormat] = isWhole ? [.m4b, .opus, .mp3] : [.mp3, .m4b, .opus]
    let order = small + [.ogg, .flac, .wav]
    let first = order.lazy.compactMap { format in
      files.first { $0.type == format.browserType }
    }.first
    return first.map { [$0] } ?? Array(files.prefix(1))
  }

  private static func write(
    _ book: BookDescription, _ data: [UInt8], _ scripts: [String], _ blocks: [Block],
    to output: ([UInt8]) throws(RenderError) -> Void
  ) throws(RenderError) {
    // The data lies between the scripts that define its functions and those that show it.
    var script = PackageResources.text_js + data
    for path in scripts {
      guard let own = try FileSystem.contents(of: path) else {
        throw .output(path: path, reason: "it was removed during the build; run the build again")
      }
      script += own
    }
    script += PackageResources.player_js + PackageResources.search_js
    let text = String(decoding: script, as: UTF8.self)
    let style = String(decoding: PackageResources.style_css, as: UTF8.self)
    let page = PageFiles.html(
      of: book,
      [
        "policy":
          "script-src \(source(text)); style-src \(source(style)); img-src blob:; media-src blob:",
        "files": "<style>\(style)</style>", "embedded": "\u{0}",
      ])
    let halves = page.split(separator: "\u{0}", maxSplits: 1, omittingEmptySubsequences: false)
    try output(Array(halves[0].utf8))
    for block in blocks {
      try output(Array("<script type=\"text/plain\" data-file=\"\(block.name.inXML)\">".utf8))
      try writeBase64(of: block.path, to: output)
      try output(Array("</script>\n".utf8))
    }
    try output(Array("<script>\(text)</script>\n".utf8))
    try output(Array((halves.last ?? "").utf8))
  }

  /// Returns the source expression of a policy that allows exactly this text (CSP 3, section 2.3.1).
  private static func source(_ text: String) -> String {
    "'sha256-\(Data(SHA256.hash(text).bytes).base64EncodedString())'"
  }

  private static func writeBase64(
    of path: String, to output: ([UInt8]) throws(RenderError) -> Void
  ) throws(RenderError) {
    var place = 0
    while true {
      let block = try FileSystem.attempt(path) { () throws(SystemError) in
        // Base64 of a multiple of three bytes needs no padding, so the blocks join.
        try FileDescriptor(path, creating: false).bytes(3 << 18, at: place)
      }
      if block.isEmpty { return }
      try output(Array(Data(block).base64EncodedString().utf8))
      place += block.count
    }
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
    // Without a page beside the sound, the pictures are among the program's own records.
    return texts
      + (readAlong?.pictures ?? []).map { picture in
        let name =
          options.readAlong.contains(.html)
          ? Subfolder.readAlong(picture.name) : "\(FolderRecords.name)/\(picture.name)"
        return Artifacts.File(name) { picture.bytes }
      }
  }
}
