import Basics

/// Reads a Word document or an OpenDocument text into elements (Documentation/formats.md, "Word and OpenDocument").
struct OfficeParser {
  /// `.officeScript` for a script; otherwise the format of the document.
  private(set) var format: DocumentFormat
  private(set) var titlePage: [TitlePageEntry] = []
  private(set) var elements: [GuionElement] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The words that are in no element.
  private(set) var skipped = SkippedWords()

  /// Throws an error if the document cannot be read.
  init(_ bytes: [UInt8], format: DocumentFormat, edition: ReadingEdition) throws(Diagnostic) {
    self.format = format
    let properties = OfficeProperties()
    let (text, language): (OfficeText, String?)
    if ContentKind(bytes) == .zip, BinaryFile.isWord(bytes) || format == .docx {
      (text, language) = try WordPackage(bytes).text(properties, isForced: format == .officeScript)
    } else {
      (text, language) = try OpenDocumentPackage(bytes).text(
        properties, isForced: format == .officeScript)
    }
    titlePage = text.page.titlePage
    try take(text, edition)
    addTitlePage(properties, language: language)
  }

  private mutating func take(_ text: OfficeText, _ edition: ReadingEdition) throws(Diagnostic) {
    let page = text.page
    let document = try XHTMLDocument(page.whole, edition: edition)
    elements = document.elements.map { element in
      var element = element
      element.sourceRange = element.sourceRange.map { range in
        let line = page.paragraph(ofLine: range.start.line)
        let place = SourcePosition(line: line, column: 1)
        return SourceRange(start: place, end: place)
      }
      return element
    }
    skipped = page.skipped
    skipped.add(document.skipped)
    if page.isFlat {
      let script = OfficeScript(elements, page, edition)
      (format, elements) = (.officeScript, script.elements)
      titlePage += script.titlePage
      skipped.add(script.skipped)
    }
    diagnostics = Self.warnings(text.changes, skipped)
  }

  private static func warnings(_ changes: OfficeChanges, _ skipped: SkippedWords) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let warn = { (code: String, message: String) in
      Diagnostic(code: code, severity: .warning, message: message)
    }
    let count = changes.insertions + changes.deletions
    if count > 0 {
      found.append(
        warn(
          "tracked-changes",
          "this document has \(Quantity.count(count, "tracked change")): insertions are read, and "
            + "deletions are not; accept or refuse the changes"
        ))
    }
    if let hidden = hiddenText(skipped) { found.append(hidden) }
    if changes.embedded > 0 {
      found.append(
        warn(
          "unread-text",
          "this document embeds \(Quantity.count(changes.embedded, "other document")), and the "
            + "text there is not read; copy it into this document"
        ))
    }
    return found
  }

  /// Returns the warning for words that a document hides; nil if it hides none.
  static func hiddenText(_ skipped: SkippedWords) -> Diagnostic? {
    guard let words = skipped.counts.first(where: { $0.rule == .hidden })?.words else { return nil }
    return Diagnostic(
      code: "hidden-text", severity: .warning,
      message:
        "\(Quantity.count(words, "word")) of this document \(words == 1 ? "is" : "are") hidden and "
        + "not read")
  }

  /// Adds what the properties of the document say, where the text has no title page of its own.
  private mutating func addTitlePage(_ properties: OfficeProperties, language: String?) {
    for (key, value) in properties.entries where titlePage.values(for: key).isEmpty {
      titlePage.append(TitlePageEntry(key: key, values: [value]))
    }
    if titlePage.values(for: "language").isEmpty, let language {
      titlePage.append(TitlePageEntry(key: "language", values: [language]))
    }
  }

  /// The files of a Word document.
  struct WordPackage {
    private let files: EPUBFiles

    init(_ bytes: [UInt8]) throws(Diagnostic) { files = try EPUBFiles(bytes) }

    /// Reads the text with its notes, and returns it with the language of the document.
    func text(
      _ properties: OfficeProperties, isForced: Bool
    ) throws(Diagnostic) -> (OfficeText, language: String?) {
      let package = try links(of: "")
      let main = package.targets["officeDocument"] ?? "word/document.xml"
      guard files.has(main) else { throw .noOfficeText(.docx) }
      if let path = package.targets["core-properties"] { try read(path, into: properties) }
      let links = try links(of: main)
      let styles = WordStyles()
      let numbering = WordNumbering()
      try read(links.targets["styles"], into: styles)
      try read(links.targets["numbering"], into: numbering)
      styles.finish()
      var parts = WordParts(
        styles: styles.styles, standard: styles.standard, language: styles.language,
        numbering: numbering, links: links.links)
      parts.isScript = isForced
      var reader = WordReader(parts)
      try files.read(main, into: reader)
      guard reader.isText else { throw .noOfficeText(.docx) }
      let language = reader.text.mainLanguage
      let isOther = language.map(PassageTag.primary) != parts.language.map(PassageTag.primary)
      let isScript = OfficeScript.isScript(reader.text.page)
      if reader.hasOpenField || isOther || isScript && !isForced {
        parts.ignoresFields = reader.hasOpenField
        parts.isScript = isScript || isForced
        parts.language = language
        parts.numbering = WordNumbering()
        try read(links.targets["numbering"], into: parts.numbering)
        reader = WordReader(parts)
        try files.read(main, into: reader)
      }
      reader.finish()
      var text = reader.text
      for kind in ["footnotes", "endnotes"] {
        guard let path = links.targets[kind], files.has(path) else { continue }
        parts.links = try self.links(of: path).links
        let notes = WordReader(parts)
        try files.read(path, into: notes)
        notes.finish()
        text.take(notes.text)
      }
      text.addNotes()
      for (path, rule) in links.unread where files.has(path) {
        let words = WordWords(rule)
        try files.read(path, into: words)
        text.page.add(skipped: words.skipped)
      }
      return (text, language)
    }

    private func read(_ path: String?, into receiver: some XMLReceiver) throws(Diagnostic) {
      if let path, files.has(path) { try files.read(path, into: receiver) }
    }

    /// Returns the relationships of a part; those of the package for an empty path.
    private func links(of part: String) throws(Diagnostic) -> WordLinks {
      let links = WordLinks(part)
      var names = part.split(separator: "/", omittingEmptySubsequences: false)
      let name = names.popLast() ?? ""
      try read((names + ["_rels", "\(name).rels"]).joined(separator: "/"), into: links)
      return links
    }
  }

  /// The relationships of a part of a Word document.
  final class WordLinks: XMLReceiver {
    /// The paths of the parts that this part refers to, by the last words of their types.
    private(set) var targets: [String: String] = [:]
    /// The targets of links, by their ids.
    private(set) var links: [String: String] = [:]
    /// The parts whose words are not read, with the rule.
    private(set) var unread: [(path: String, rule: SkippedWords.Rule)] = []
    private let part: String

    init(_ part: String) { self.part = part }

    var isDone: Bool { false }

    func start(_ tag: XMLTag) {
      guard tag.name == "Relationship", let target = tag["Target"],
        let type = tag["Type"]?.split(separator: "/").last.map(String.init)
      else { return }
      if tag["TargetMode"] == "External" {
        if let id = tag["Id"] { links[id] = target }
      } else {
        let isWhole = target.hasPrefix("/")
        let path = ArchiveName.resolve(
          isWhole ? String(target.dropFirst()) : target, from: isWhole ? "" : part)
        guard let path else { return }
        if targets[type] == nil { targets[type] = path }
        if type == "comments" { unread.append((path, .privateComment)) }
        if type == "header" || type == "footer" { unread.append((path, .pageFurniture)) }
      }
    }

    func end(at offset: Int) {}
    func text(_ text: Bytes) {}
  }

  /// Counts the words of a part that is not read.
  private final class WordWords: XMLReceiver {
    private(set) var skipped = SkippedWords()
    private let rule: SkippedWords.Rule
    private var names: [String] = []

    init(_ rule: SkippedWords.Rule) { self.rule = rule }

    var isDone: Bool { false }

    func start(_ tag: XMLTag) { names.append(tag.name) }
    func end(at offset: Int) { if names.popLast() == "p" { skipped.endWord() } }
    func text(_ text: Bytes) { if names.last == "t" { skipped.add(text, rule) } }
  }

  /// The files of an OpenDocument text: an archive, or one XML file.
  struct OpenDocumentPackage {
    private enum Content {
      case archive(EPUBFiles)
      case file([UInt8])
    }

    private let content: Content

    init(_ bytes: [UInt8]) throws(Diagnostic) {
      guard ContentKind(bytes) == .zip else {
        content = .file(bytes)
        return
      }
      let files = try EPUBFiles(bytes)
      content = .archive(files)
      let manifest = OpenDocumentManifest()
      if files.has("META-INF/manifest.xml") {
        try files.read("META-INF/manifest.xml", into: manifest)
      }
      if manifest.isDone {
        throw Diagnostic(
          code: "protected-book", severity: .error,
          message: "a password locks this document; save it without a password")
      }
      if !files.has("content.xml") { throw .noOfficeText(.odt) }
    }

    /// Reads the text with its notes, and returns it with the language of the document.
    func text(
      _ properties: OfficeProperties, isForced: Bool
    ) throws(Diagnostic) -> (OfficeText, language: String?) {
      let styles = OpenDocumentStyles()
      try read("meta.xml", into: properties)
      if case .archive = content { try read("styles.xml", into: styles) }
      styles.hasText = true
      try read("content.xml", into: styles)
      styles.finish()
      var reader = OpenDocumentReader(styles, language: styles.language, isScript: isForced)
      try read("content.xml", into: reader)
      guard reader.isText else { throw .noOfficeText(.odt) }
      let language = reader.text.mainLanguage
      let isScript = OfficeScript.isScript(reader.text.page) && !isForced
      if isScript || language.map(PassageTag.primary) != styles.language.map(PassageTag.primary) {
        reader = OpenDocumentReader(styles, language: language, isScript: isScript || isForced)
        try read("content.xml", into: reader)
      }
      var text = reader.text
      text.finish()
      text.addNotes()
      return (text, language)
    }

    private func read(_ path: String, into receiver: some XMLReceiver) throws(Diagnostic) {
      switch content {
      case .archive(let files): if files.has(path) { try files.read(path, into: receiver) }
      case .file(let bytes): try EPUBFiles.read(bytes, into: receiver)
      }
    }
  }

  /// The properties of a document: Dublin Core in `core.xml` or `meta.xml`.
  final class OfficeProperties: XMLReceiver {
    private var names: [String] = []
    private var values: [String: String] = [:]
    /// Whether the properties have ended.
    private(set) var isDone = false

    func start(_ tag: XMLTag) { names.append(tag.name) }

    func end(at offset: Int) {
      if let name = names.popLast(), ["coreProperties", "meta"].contains(name) { isDone = true }
    }

    func text(_ text: Bytes) {
      guard names.count >= 2, ["coreProperties", "meta"].contains(names[names.count - 2]) else {
        return
      }
      values[names[names.count - 1], default: ""] += text.string(0..<text.count)
    }

    /// The entries of the title page, without what programs write on their own.
    var entries: [(key: String, value: String)] {
      var entries: [(key: String, value: String)] = []
      if let title = values["title"]?.inOneLine, !Self.isFileName(title) {
        entries.append(("title", title))
      }
      let author = (values["initial-creator"] ?? values["creator"])?.inOneLine
      if let author, !Self.programs.contains(author.lowercased()) {
        entries.append(("author", author))
      }
      if let language = values["language"]?.inOneLine { entries.append(("language", language)) }
      return entries
    }

    private static func isFileName(_ title: String) -> Bool {
      let small = title.lowercased()
      let isNumbered = ["document", "dokument", "documento", "untitled", "unbenannt"].contains {
        small.hasPrefix($0) && small.dropFirst($0.count).allSatisfy { $0.isNumber || $0 == " " }
      }
      return isNumbered || small.hasPrefix("microsoft word - ")
        || DocumentFormat(path: title) != nil || small.hasSuffix(".doc")
    }

    private static let programs: Set<String> = [
      "python-docx", "microsoft office user", "windows user", "unknown", "un-named", "apache poi",
      "docx4j", "user", "admin", "administrator",
    ]
  }

  /// Whether a manifest says that files are encrypted.
  private final class OpenDocumentManifest: XMLReceiver {
    private(set) var isDone = false

    func start(_ tag: XMLTag) { if tag.name == "encryption-data" { isDone = true } }
    func end(at offset: Int) {}
    func text(_ text: Bytes) {}
  }
}

extension Diagnostic {
  static func noOfficeText(_ format: DocumentFormat) -> Self {
    .wrongFormat(
      "an archive without a text", as: format,
      advice: "open it in the program that wrote it, and save it again")
  }
}
