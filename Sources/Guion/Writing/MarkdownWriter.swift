import Basics

/// Writes a document as Markdown, so that reading it back returns the same elements, marks and spans.
struct MarkdownWriter {
  private(set) var output = WrittenText()
  private let elements: [GuionElement]
  private var lists = MarkdownLists()
  /// For each element, whether an open list item continues after it.
  private let continues: [Bool]
  /// The header of the table that contains the previous element; nil if that element is not a row.
  private var headers: [TableCell]?
  private var footnote: Int?
  /// The number of quotations around the last block.
  private var quotes = 0
  private var written: Set<Int> = []

  /// Writes a document.
  /// `settings` is the `guion2audio` block of the document.
  init(titlePage: [TitlePageEntry], elements: [GuionElement], settings: JSONNode? = nil) {
    self.elements = elements
    continues = Self.continuations(in: elements)
    writeFrontMatter(titlePage, settings)
    for index in elements.indices { write(elements[index], at: index) }
    writeMissingFootnotes()
  }

  /// Returns for each element whether a list item continues after it.
  /// A further paragraph of a numbered item has no number, so the elements between the number and this
  /// paragraph are in the item.
  private static func continuations(in elements: [GuionElement]) -> [Bool] {
    var found = Array(repeating: false, count: elements.count)
    var continues = false
    for index in elements.indices.reversed() {
      found[index] = continues
      if case .list(let ordered, let number, _, _)? = elements[index].mark {
        continues = ordered && number == nil
      } else if elements[index].elementType.isSectionHeading, elements[index].isTopLevel {
        continues = false
      }
    }
    return found
  }

  // MARK: Front matter

  private mutating func writeFrontMatter(_ entries: [TitlePageEntry], _ settings: JSONNode?) {
    guard !entries.isEmpty || settings != nil else { return }
    output.append("---\n")
    for entry in entries {
      let values = entry.values.map(Self.quoted)
      output.append(Self.quoted(entry.key) + ":")
      switch values.count {
      case 0: output.append("\n")
      case 1: output.append(" \(values[0])\n")
      default: output.append("\n" + values.map { "  - \($0)\n" }.joined())
      }
    }
    if let settings {
      var json = JSONWriter()
      json.node(settings)
      output.append("\(FrontMatter.settingsKey): \(String(decoding: json.take(), as: UTF8.self))\n")
    }
    output.append("---\n")
  }

  /// Returns a text in YAML's double quotes.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: Elements

  private mutating func write(_ element: GuionElement, at index: Int) {
    if case .row(let cells)? = element.mark { return writeRow(element, cells, at: index) }
    headers = nil
    if case .footnote(let number)? = element.mark { return writeFootnote(element, number) }
    // The HTML block above already contains the summary, so the summary is not written again.
    if element.mark == .summary, isInHTML(index) {
      output.beginWithLast()
      return
    }
    let prefix = prefix(of: element, at: index)
    block(lines(of: element), prefix, quotes: element.quoteDepth)
  }

  private func isInHTML(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, elements[before].mark == .summary { before -= 1 }
    return before >= 0 && elements[before].elementType == .comment
      && elements[before].elementText.lowercased().contains("<summary")
  }

  private mutating func prefix(of element: GuionElement, at index: Int) -> MarkdownPrefix {
    if case .list(let ordered, let number, let depth, let task)? = element.mark {
      return lists.item(
        ordered: ordered, number: number, depth: depth, task: task, quotes: element.quoteDepth)
    }
    return lists.block(quotes: element.quoteDepth, staysInItem: continues[index])
  }

  private func lines(of element: GuionElement) -> [String] {
    if case .code(let language)? = element.mark { return code(element.elementText, language) }
    switch element.elementType {
    case .pageBreak: return ["***"]
    case .comment: return element.elementText.writtenLines.map(String.init)
    case .sectionHeading(let level): return heading(element, level)
    default:
      let words = MarkdownWords.text(element.elementText, element.inlines)
      if element.mark == .summary { return ["<details><summary>\(words)</summary></details>"] }
      return words.writtenLines.map(String.init)
    }
  }

  private func heading(_ element: GuionElement, _ level: Int) -> [String] {
    if element.elementText.contains("\n"), level < 3 {
      let words = MarkdownWords.text(element.elementText, element.inlines)
      return words.writtenLines.map(String.init) + [level == 1 ? "===" : "---"]
    }
    let words = MarkdownWords.text(element.elementText, element.inlines, in: .heading)
    return [String(repeating: "#", count: min(6, level)) + " " + words]
  }

  /// Returns code between fences that are longer than any fence in the code.
  private func code(_ text: String, _ language: String?) -> [String] {
    let sign: Unicode.Scalar = language?.contains("`") == true ? "~" : "`"
    let count = max(3, MarkdownWords.longestRun(sign, in: text.utf8) + 1)
    let fence = String(repeating: Character(sign), count: count)
    return [fence + (language ?? "")] + text.writtenLines.map(String.init) + [fence]
  }

  // MARK: Tables

  /// Writes a row.
  /// Consecutive rows with the same header are one table.
  private mutating func writeRow(_ element: GuionElement, _ cells: [TableCell], at index: Int) {
    let own = cells.map { TableCell(header: $0.header, headerInlines: $0.headerInlines, text: "") }
    var prefix = lists.block(quotes: element.quoteDepth, staysInItem: continues[index])
    let row = Self.row(cells.map { ($0.text, $0.inlines) })
    if headers != own || index == 0 || elements[index - 1].quoteDepth != element.quoteDepth {
      endBlock(quotes: element.quoteDepth)
      output.append(prefix.line(Self.row(cells.map { ($0.header, $0.headerInlines) })))
      output.append(prefix.line("|" + String(repeating: " --- |", count: cells.count)))
      headers = own
    }
    output.begin()
    output.append(prefix.line(row))
  }

  private static func row(_ cells: [(String, [InlineSpan])]) -> String {
    "|" + cells.map { " \(MarkdownWords.text($0.0, $0.1, in: .cell)) |" }.joined()
  }

  // MARK: Footnotes

  private mutating func writeFootnote(_ element: GuionElement, _ number: Int) {
    let isFirst = footnote != number
    footnote = number
    written.insert(number)
    let isCode =
      element.inlines.isEmpty
      && element.elementText.writtenLines.contains {
        $0.isEmpty || $0.first == " " || $0.first == "\t"
      }
    var lines = lines(of: element)
    if isCode { lines = code(element.elementText, nil) }
    let quotes = String(repeating: "> ", count: element.quoteDepth)
    var prefix = MarkdownPrefix(first: isFirst ? "[^\(number)]: " : "    ", rest: "    ")
    prefix.first += quotes
    prefix.rest += quotes
    block(lines, prefix, quotes: 0)
  }

  /// Writes each footnote that has no elements, with the text from its first reference.
  private mutating func writeMissingFootnotes() {
    for element in elements {
      var spans = element.inlines
      if case .row(let cells)? = element.mark {
        spans = cells.flatMap { $0.headerInlines + $0.inlines }
      }
      for span in spans {
        guard case .footnote(let number, let text) = span.kind, written.insert(number).inserted
        else { continue }
        let words = MarkdownWords.text(text.text, text.inlines).writtenLines.map(String.init)
        output.append("\n[^\(number)]: " + words.joined(separator: "\n\n    ") + "\n")
      }
    }
  }

  // MARK: Lines

  /// Ends the previous block.
  /// A quotation around both blocks continues.
  private mutating func endBlock(quotes depth: Int) {
    if !output.isEmpty {
      output.append(String(repeating: ">", count: min(quotes, depth)) + "\n")
    }
    quotes = depth
  }

  private mutating func block(_ lines: [String], _ prefix: MarkdownPrefix, quotes: Int) {
    var prefix = prefix
    endBlock(quotes: quotes)
    output.begin()
    for line in lines { output.append(prefix.line(line)) }
  }
}
