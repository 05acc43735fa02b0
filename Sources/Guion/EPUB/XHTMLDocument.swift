import Basics

/// A page that is a document by itself: a web page, or an office document that was rewritten as XHTML.
struct XHTMLDocument {
  private(set) var titlePage: [TitlePageEntry] = []
  private(set) var elements: [GuionElement]
  private(set) var skipped: SkippedWords
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads a page that this program wrote.
  init(_ bytes: [UInt8], edition: ReadingEdition) throws(Diagnostic) {
    var page = try EPUBPage("", bytes)
    if edition == .second { _ = page.blankTemplates(.office) }
    try self.init(page, main: nil, edition)
  }

  /// Reads a web page. If the page says where its text is, the rest is not read.
  init(web bytes: [UInt8], edition: ReadingEdition) throws(Diagnostic) {
    let named = Self.encoding(of: bytes)
    let usual = named == nil ? Self.usualEncoding(of: bytes) : nil
    if edition == .second, usual != nil {
      let isMac = OldText(bytes)?.isMac == true
      let other = bytes.withUnsafeBufferPointer(OtherEncoding.name)
      if let name = other ?? (isMac ? "MACINTOSH" : nil) { throw .otherEncoding(name) }
    }
    var page = try EPUBPage("", bytes, encoding: named ?? usual)
    var warning: Diagnostic?
    if edition == .second {
      warning = page.blankTemplates()
      page.blankDeclarations()
    }
    let (head, _) = try page.survey { WebPageSurvey() }
    try self.init(page, main: head.main, edition)
    titlePage = head.titlePage(hasTitle: elements.contains { $0.elementType.level == 1 })
    diagnostics = [warning].compactMap(\.self)
  }

  private init(_ page: EPUBPage, main: String?, _ edition: ReadingEdition) throws(Diagnostic) {
    var page = page
    let (survey, _) = try page.survey { EPUBNoteSurvey("") }
    let contents = EPUBContents(
      pages: [""], notes: EPUBNotes([survey]), titles: [:], edition: edition)
    let reader = page.text.withUnsafeBufferPointer { text in
      let reader = XHTMLReader(text, path: "", number: 0, book: contents, level: 0)
      reader.main = main
      _ = page.read(into: reader)
      reader.finish()
      return reader
    }
    elements = edition == .second ? reader.body.joiningTitles : reader.body
    elements.add(reader.notes)
    skipped = reader.skippedWords
  }

  /// Returns the encoding in which browsers read a page that names none and is not in UTF-8; nil for UTF-8 and UTF-16.
  private static func usualEncoding(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return nil }
    return bytes.withUnsafeBufferPointer { $0.undecodable() } == nil ? nil : "windows-1252"
  }

  /// Returns the encoding that a `meta` element names in the first bytes (HTML, "prescan a byte stream").
  private static func encoding(of bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    guard let key = head.firstRange(of: "charset=") else { return nil }
    let value = head[key.upperBound...].drop { "\"' ".contains($0) }
    return String(value.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
  }

  /// The head of a web page, and the element that holds its text.
  private final class WebPageSurvey: XMLReceiver {
    private var names: Set<String> = []
    private var title = ""
    private var author: String?
    private var language: String?
    private var isInTitle = false

    var isDone: Bool { false }

    /// The element that holds the text; nil if the page does not say.
    var main: String? { ["main", "article"].first(where: names.contains) }

    func start(_ tag: XMLTag) {
      if tag.name == "html" { language = tag["lang"] }
      if tag.name == "meta", tag["name"]?.lowercased() == "author" { author = tag["content"] }
      isInTitle = tag.name == "title" && title.isEmpty
      if tag.name == "main" || tag["role"] == "main" { names.insert("main") }
      if tag.name == "article" { names.insert("article") }
    }

    func end(at offset: Int) { isInTitle = false }
    func text(_ text: Bytes) { if isInTitle { title += text.string(0..<text.count) } }

    /// Returns the entries. The title of a page often ends with the name of its site, so a heading of level 1 is a
    /// better title.
    func titlePage(hasTitle: Bool) -> [TitlePageEntry] {
      let values = [
        ("title", hasTitle ? nil : title.inOneLine), ("author", author?.inOneLine),
        ("language", language?.inOneLine),
      ]
      return values.compactMap { key, value in value.map { TitlePageEntry(key: key, values: [$0]) }
      }
    }
  }
}

/// The target of a link, or of an entry in the table of contents.
struct EPUBLink: Hashable {
  /// The path of the page in the archive.
  var path: String
  /// The `id` of an element on the page; nil for the beginning of the page.
  var fragment: String?

  init(path: String, fragment: String?) { (self.path, self.fragment) = (path, fragment) }

  /// Resolves a reference in a file of the book; nil if the reference points outside the book.
  init?(_ reference: String, from file: String) {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let (path, fragment) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    if path.isEmpty {
      self.path = file
    } else {
      guard !path.prefix(while: { $0 != "/" }).contains(":"),
        let resolved = ArchiveName.resolve(path.withoutEscapes, from: file)
      else { return nil }
      self.path = resolved
    }
    self.fragment = fragment.isEmpty ? nil : fragment.withoutEscapes
  }
}

extension MarkedText {
  /// Returns the text of a note without the number or symbol at its beginning.
  func withoutLabel(_ label: String) -> MarkedText {
    let signs: (Character) -> Bool = { " .:)]\u{A0}\t".contains($0) }
    var rest = text[...]
    let opened = rest.drop { "[(".contains($0) }
    if !label.isEmpty, opened.hasPrefix(label) {
      let after = opened.dropFirst(label.count)
      if after.first.map(signs) ?? true { rest = after }
    }
    rest = rest.drop(while: signs)
    let count = text.utf8.count - rest.utf8.count
    guard count > 0, !rest.isEmpty else { return self }
    let spans = inlines.compactMap { span -> InlineSpan? in
      let own = max(0, span.range.lowerBound - count)..<max(0, span.range.upperBound - count)
      return own.isEmpty && !span.range.isEmpty ? nil : InlineSpan(span.kind, own)
    }
    return MarkedText(String(rest), inlines: spans)
  }
}

extension EPUBLink {
  /// Returns the kind of span for a link; nil for a link without a target.
  /// The kinds have the same meaning as in Markdown.
  static func kind(of own: XMLTag, from path: String, _ pages: Set<String>) -> InlineSpan.Kind? {
    guard let href = own["href"], !href.isEmpty else { return nil }
    if let target = Self(href, from: path), pages.contains(target.path) {
      return .contentsLink
    }
    return .link(target: href)
  }
}
