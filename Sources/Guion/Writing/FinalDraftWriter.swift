import Basics

/// Writes a script as a Final Draft document, so that reading it back returns the same elements.
struct FinalDraftWriter {
  private(set) var output = WrittenText()
  private let isMarked: Bool
  private var isOpen = false
  private var startsPage = false
  /// The index of the first element after the current simultaneous speeches; nil outside them.
  private var dualEnd: Int?

  /// Writes a script.
  /// `isMarked` says whether the text of the elements contains Fountain's marks.
  init(titlePage: [TitlePageEntry], elements: [GuionElement], isMarked: Bool) {
    self.isMarked = isMarked
    output.append(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="no"?>
      <FinalDraft DocumentType="Script" Template="No" Version="1">
      <Content>

      """)
    for index in elements.indices {
      if index == dualEnd { endDual() }
      if dualEnd == nil, let end = Self.endOfDual(from: index, in: elements) { beginDual(to: end) }
      write(elements[index])
    }
    if startsPage {
      movePageBreak()
      open("Action")
    }
    close()
    if dualEnd != nil { endDual() }
    output.append("</Content>\n")
    writeTitlePage(titlePage)
    output.append("</FinalDraft>\n")
  }

  private mutating func write(_ element: GuionElement) {
    let words = words(of: element)
    switch element.elementType {
    case .sceneHeading:
      paragraph(
        "Scene Heading", words, more: element.sceneNumber.map { " Number=\"\($0.inXML)\"" } ?? "")
    case .action, .sound:
      paragraph("Action", words, more: element.isCentered ? " Alignment=\"Center\"" : "")
    case .character:
      var cue = words
      if let suffix = element.extension { cue.append((" " + plain(suffix)).utf8) }
      paragraph("Character", cue)
    case .parenthetical:
      var whole = StyledWords()
      whole.append("(".utf8)
      whole.append(words)
      whole.append(")".utf8)
      paragraph("Parenthetical", whole)
    case .dialogue: writeDialogue(words)
    case .lyrics: paragraph("Lyrics", words)
    case .transition: paragraph("Transition", words)
    case .sectionHeading(let level): paragraph("Outline \(level)", words)
    case .synopsis: paragraph("Outline Body", words)
    case .comment, .boneyard: writeNote(words)
    case .pageBreak:
      if startsPage {
        movePageBreak()
        open("Action")
      }
      close()
      output.begin()
      startsPage = true
    }
  }

  /// Returns the text as it is shown.
  /// Notes and boneyards are shown as typed.
  private func words(of element: GuionElement) -> StyledWords {
    var text = MarkedText(element.elementText, inlines: element.inlines)
    if isMarked, element.elementType != .comment, element.elementType != .boneyard {
      text = FountainEmphasis.shown(text.text, text.inlines)
    }
    var words = StyledWords()
    words.append(text.text.utf8)
    for span in text.inlines { words.mark(span.range, as: span.kind) }
    return words
  }

  private func plain(_ text: String) -> String {
    isMarked ? FountainEmphasis.plainText(text) : text
  }

  /// Writes a paragraph for each line.
  /// If a line is empty, the lines stay in one paragraph, because an empty line between paragraphs
  /// would be lost.
  private mutating func writeDialogue(_ words: StyledWords) {
    let lines = words.lines
    guard lines.count > 1, lines.allSatisfy({ !$0.isEmpty }) else {
      return paragraph("Dialogue", words)
    }
    beginParagraph()
    for line in lines {
      // The last paragraph stays open for notes.
      open("Dialogue")
      write(runs: line)
    }
  }

  /// Writes a note into the paragraph before it.
  private mutating func writeNote(_ words: StyledWords) {
    if startsPage || !isOpen {
      close()
      movePageBreak()
      open("Action")
    }
    output.begin()
    output.append("<ScriptNote>")
    for line in words.lines {
      output.append("<Paragraph>")
      write(runs: line)
      output.append("</Paragraph>")
    }
    output.append("</ScriptNote>")
  }

  // MARK: Paragraphs

  private mutating func paragraph(_ type: String, _ words: StyledWords, more: String = "") {
    beginParagraph()
    open(type, more: more)
    write(runs: words)
  }

  private mutating func beginParagraph() {
    close()
    movePageBreak()
    output.begin()
  }

  /// Moves a page break to the line of the paragraph that has its attribute.
  private mutating func movePageBreak() { if startsPage { output.moveLastStart() } }

  private mutating func open(_ type: String, more: String = "") {
    close()
    output.append(
      "<Paragraph Type=\"\(type)\"\(more)\(startsPage ? " StartsNewPage=\"Yes\"" : "")>")
    (isOpen, startsPage) = (true, false)
  }

  private mutating func close() {
    if isOpen { output.append("</Paragraph>\n") }
    isOpen = false
  }

  private mutating func write(runs words: StyledWords) {
    for run in words.runs {
      let names = Self.styles.filter { run.kinds.contains($0.0) }.map(\.1)
      let style = names.isEmpty ? "" : " Style=\"\(names.joined(separator: "+"))\""
      // A line break counts only at the start of a run.
      var rest = run.text[...]
      repeat {
        let line = rest.prefix { $0 == "\n" } + rest.drop { $0 == "\n" }.prefix { $0 != "\n" }
        output.append("<Text\(style)>\(String(line).inXML)</Text>")
        rest = rest.dropFirst(line.count)
      } while !rest.isEmpty
    }
  }

  private static let styles: [(InlineSpan.Kind, String)] = [
    (.strong, "Bold"), (.emphasis, "Italic"), (.underline, "Underline"),
    (.strikethrough, "Strikeout"),
  ]

  // MARK: Simultaneous speeches

  private mutating func beginDual(to end: Int) {
    close()
    output.append("<Paragraph Type=\"General\"><DualDialogue>\n")
    dualEnd = end
  }

  private mutating func endDual() {
    close()
    output.append("</DualDialogue></Paragraph>\n")
    dualEnd = nil
  }

  /// Returns the index of the first element after simultaneous speeches that begin at `index`.
  /// nil if no simultaneous speeches begin there.
  private static func endOfDual(from index: Int, in elements: [GuionElement]) -> Int? {
    guard elements[index].elementType == .character else { return nil }
    var (end, isDual) = (index + 1, false)
    while end < elements.count {
      switch elements[end].elementType {
      case .dialogue, .parenthetical, .lyrics, .comment, .boneyard, .pageBreak: break
      case .character where elements[end].isDualDialogue: isDual = true
      default: return isDual ? end : nil
      }
      end += 1
    }
    return isDual ? end : nil
  }

  // MARK: The title page

  /// Writes the title page.
  /// Final Draft stores no keys, so `FinalDraftTitlePage` recognizes each line by its order and
  /// alignment.
  private mutating func writeTitlePage(_ entries: [TitlePageEntry]) {
    guard !entries.isEmpty else { return }
    output.append("<TitlePage><Content>\n")
    let groups: [(keys: [String], isCentred: Bool)] = [
      (["title"], true), (["credit", "author", "authors"], true), (["source"], true),
      (["notes"], true),
      (["copyright"], false), (["draft date", "date"], false),
      (["contact", "contact info"], false),
    ]
    for group in groups {
      let lines = group.keys.flatMap { key in
        entries.filter { $0.key.lowercased() == key }.flatMap(\.values)
      }
      guard !lines.isEmpty else { continue }
      for line in lines.map(plain) + [""] {
        let alignment = group.isCentred ? " Alignment=\"Center\"" : ""
        output.append("<Paragraph\(alignment)><Text>\(line.inXML)</Text></Paragraph>\n")
      }
    }
    output.append("</Content></TitlePage>\n")
  }
}

extension StyledWords {
  /// The text in runs of the same style.
  fileprivate var runs: [(text: String, kinds: [InlineSpan.Kind])] {
    let edges = Set(
      spans.flatMap { [$0.range.lowerBound, $0.range.upperBound] } + [0, bytes.count])
    let places = edges.sorted()
    var (open, next) = ([InlineSpan](), 0)
    return zip(places, places.dropFirst()).map { start, end in
      open.removeAll { $0.range.upperBound <= start }
      while next < spans.count, spans[next].range.lowerBound <= start {
        open.append(spans[next])
        next += 1
      }
      return (String(decoding: bytes[start..<end], as: UTF8.self), open.map(\.kind))
    }
  }
}
