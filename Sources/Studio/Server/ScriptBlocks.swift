import Audiobook
import Guion
import Narration

/// The script for the page: a block for each element, with the lines that speak the element.
struct ScriptBlocks {
  /// The formatting of a part of a text.
  /// In JSON this is an array: the kind, the start, the end, and for a link the address. Start and end count UTF-16
  /// code units. The end is not part of the range.
  struct Look: Encodable {
    var kind: String
    var range: Range<Int>
    var address: String?

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(kind)
      try list.encode(range.lowerBound)
      try list.encode(range.upperBound)
      if let address { try list.encode(address) }
    }
  }

  /// A cell of a table.
  struct Cell: Encodable {
    var text: String
    var looks: [Look]?
  }

  /// A paragraph, a heading, a cue or another part of the script.
  /// Keys without a value are left out.
  struct Block: Encodable {
    var kind: String
    var text: String
    var looks: [Look]?
    /// The index of the document that contains the block.
    var document: Int
    /// The line number in the document, from 1; 0 for text that is not in the script.
    var line: Int
    /// The numbers of the spoken lines of the block.
    var lines: [Int]?
    var number: String?
    var level: Int?
    var depth: Int?
    var ordered: Bool?
    var item: Int?
    var center: Bool?
    var quote: Bool?
    var dual: Bool?
    var cells: [Cell]?
  }

  private(set) var blocks: [Block] = []
  /// The index of the first block of each spoken line, by the line's number.
  private(set) var blockOfLine: [Int]
  /// The index of the block for each element of the script, or nil if the page does not show the element.
  private(set) var blockOfElement: [Int?]
  private let texts: PageTexts
  private let isScreenplay: Bool

  init(_ view: StudioView) {
    let elements = view.book.elements
    let format = view.book.plan.chapters.lazy.compactMap(\.source?.format).first ?? .fountain
    (texts, isScreenplay) = (PageTexts(format: format), format.isScreenplay)
    blockOfElement = Array(repeating: nil, count: elements.count)
    blockOfLine = Array(repeating: Self.unknown, count: view.lines.count)
    // A line that is not in the script gets a block before the next element that is spoken.
    var linesOfElement: [Int: [Int]] = [:]
    var unwritten: [Int: [Int]] = [:]
    var waiting: [Int] = []
    for (index, line) in view.lines.enumerated() {
      guard !line.elements.isEmpty else {
        waiting.append(index)
        continue
      }
      for element in line.elements { linesOfElement[element, default: []].append(index) }
      // What the program says first, such as the title, stands above the whole script.
      unwritten[unwritten.isEmpty ? 0 : line.elements.lowerBound, default: []] += waiting
      waiting = []
    }
    for (index, element) in elements.enumerated() {
      for line in unwritten[index] ?? [] { add(line, of: view) }
      add(element, index, linesOfElement[index])
    }
    for line in waiting { add(line, of: view) }
    // If the elements of a line are not shown, the line belongs to the first block.
    for line in blockOfLine.indices where blockOfLine[line] == Self.unknown {
      blockOfLine[line] = 0
    }
  }

  private static let unknown = -1

  /// Adds a block for a line that is not in the script, such as the credits.
  private mutating func add(_ line: Int, of view: StudioView) {
    let spoken = view.lines[line].spoken
    blockOfLine[line] = blocks.count
    blocks.append(
      Block(
        kind: "credits", text: spoken.shownText, document: Int(spoken.source), line: 0,
        lines: [line]))
  }

  private mutating func add(_ element: GuionElement, _ index: Int, _ lines: [Int]?) {
    guard var block = block(of: element) else { return }
    block.lines = lines
    // A line belongs to the block of its first element that is shown.
    for line in lines ?? [] where blockOfLine[line] == Self.unknown {
      blockOfLine[line] = blocks.count
    }
    blockOfElement[index] = blocks.count
    blocks.append(block)
  }

  private func block(of element: GuionElement) -> Block? {
    let text = texts.text(of: element)
    var block = Block(
      kind: kind(of: element), text: text.text, looks: Self.looks(of: text),
      document: element.sourceRange.map { Int($0.source) } ?? 0,
      line: element.sourceRange?.start.line ?? 0)
    switch element.elementType {
    case .boneyard: return nil
    case .sceneHeading: block.number = element.sceneNumber
    case .sectionHeading(let level): block.level = level
    case .character where element.isDualDialogue: block.dual = true
    default: break
    }
    switch element.mark {
    case .list(let isOrdered, let number, let depth, _):
      (block.depth, block.ordered, block.item) = (max(1, depth), isOrdered, number)
    case .row(let cells):
      block.cells = cells.map { cell in
        let text = texts.text(cell.text, cell.inlines, of: element)
        return Cell(text: text.text, looks: Self.looks(of: text))
      }
    default: break
    }
    if element.isCentered { block.center = true }
    if element.quoteDepth > 0 { block.quote = true }
    return block
  }

  private func kind(of element: GuionElement) -> String {
    switch element.elementType {
    case .comment: return "note"
    case .action: break
    default: return element.elementType.sectionOrIdentifier
    }
    switch element.mark {
    case .list: return "item"
    case .code: return "code"
    case .row: return "table-row"
    case .footnote: return "footnote"
    case .quote, .summary, nil: return "action"
    }
  }

  private static func looks(of text: PageText) -> [Look]? {
    let places = UTF16Places(of: text.text)
    let looks = text.formatting.compactMap { look -> Look? in
      let range = places[look.range.lowerBound]..<places[look.range.upperBound]
      return switch look.kind {
      case .emphasis: Look(kind: "emphasis", range: range)
      case .strong: Look(kind: "strong", range: range)
      case .underline: Look(kind: "underline", range: range)
      case .strikethrough: Look(kind: "strike", range: range)
      case .code: Look(kind: "code", range: range)
      case .link(let address): Look(kind: "link", range: range, address: address)
      case .footnote: Look(kind: "footnote", range: range)
      case .image, .voice: nil
      }
    }
    return looks.isEmpty ? nil : looks
  }

  /// Converts positions in Unicode scalars to positions in UTF-16 code units.
  private struct UTF16Places {
    private var places = [0]

    init(of text: String) {
      for scalar in text.unicodeScalars {
        places.append(places[places.count - 1] + UTF16.width(scalar))
      }
    }

    subscript(scalar: Int) -> Int { places[min(scalar, places.count - 1)] }
  }
}

extension ElementType {
  fileprivate var sectionOrIdentifier: String {
    isSectionHeading ? "section-heading" : identifier
  }
}
