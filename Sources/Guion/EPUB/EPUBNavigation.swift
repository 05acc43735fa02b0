import Basics

/// The table of contents of a book: EPUB 3's `nav`, or EPUB 2's NCX.
final class EPUBNavigation: XMLReceiver {
  /// A title in the table of contents.
  struct Entry: Equatable {
    var title: String
    /// The nesting depth of the entry, from 1.
    var depth: Int
    var target: EPUBLink
  }

  private(set) var entries: [Entry] = []
  /// Titles without a target.
  /// They get the target of the next entry.
  private var groups: [(title: String, depth: Int)] = []
  private let path: String
  /// The names of the open elements, in lowercase.
  private var names: [String] = []
  /// The number of open elements in the table of contents, including the table itself; 0 outside.
  private var inside = 0
  private var depth = 0
  private var isDoneWithTable = false
  private var words: [UInt8]?
  private var label = ""
  private var href: String?
  /// The value of `inside` for the element that contains the title's text.
  private var wordsDepth = 0

  init(_ path: String) { self.path = path }

  var isDone: Bool { isDoneWithTable }

  func start(_ tag: XMLTag) {
    let name = tag.name.lowercased()
    names.append(name)
    if inside > 0 {
      inside += 1
      enter(name, tag)
    } else if name == "navmap" || name == "nav" && Self.isContents(tag) {
      inside = 1
    }
  }

  /// Whether a `nav` is the table of contents.
  /// A `nav` without a type is accepted. Landmarks and page lists are not.
  private static func isContents(_ tag: XMLTag) -> Bool {
    let type = tag["epub", "type"] ?? tag["role"]
    return type.map { $0.split(separator: " ").contains { $0 == "toc" || $0 == "doc-toc" } } ?? true
  }

  private func enter(_ name: String, _ tag: XMLTag) {
    switch name {
    case "navpoint":
      depth += 1
      label = ""
    case "ol", "ul": depth += 1
    case "text":
      (words, wordsDepth) = ([], inside)
    case "a":
      href = tag["href"]
      (words, wordsDepth) = ([], inside)
    case "span" where words == nil:
      href = nil
      (words, wordsDepth) = ([], inside)
    case "content":
      if let source = tag["src"] { add(label, source) }
    case "img": words?.append(contentsOf: (tag["alt"] ?? "").utf8)
    default: break
    }
  }

  private func add(_ title: String, _ reference: String) {
    guard let title = title.inOneLine else { return }
    guard let target = EPUBLink(reference, from: path), target.path != path else {
      return addGroup(title)
    }
    for group in groups where group.depth <= depth {
      entries.append(Entry(title: group.title, depth: group.depth, target: target))
    }
    groups = []
    entries.append(Entry(title: title, depth: max(1, depth), target: target))
  }

  private func addGroup(_ title: String) { groups.append((title, max(1, depth))) }

  func text(_ text: Bytes) { words?.append(contentsOf: text) }

  func end(at offset: Int) {
    guard let name = names.popLast(), inside > 0 else { return }
    if words != nil, inside == wordsDepth, let bytes = words {
      let title = String(decoding: bytes, as: UTF8.self)
      words = nil
      if name == "text" { label = title }
      if name == "a", let reference = href { add(title, reference) }
      if name == "span", let title = title.inOneLine { addGroup(title) }
    }
    switch name {
    case "navpoint", "ol", "ul": depth = max(0, depth - 1)
    default: break
    }
    inside -= 1
    if inside == 0 { isDoneWithTable = true }
  }
}

/// The lines of a table of contents that a book prints on one of its pages.
extension [GuionElement] {
  /// The elements without lists of links to pages of the book, and without the titles of these lists.
  /// `title` is the name of the contents in the package.
  func withoutContents(title: String?) -> [GuionElement] {
    var rest: [GuionElement] = []
    for (index, element) in enumerated() {
      if element.isContentsLine { continue }
      let next = self[(index + 1)...].first { !$0.elementText.isEmpty }
      let isTitle =
        element.isContentsTitle(title) || element.isLabel && next?.isContentsLine == true
      if !isTitle { rest.append(element) }
    }
    return rest.withoutBareHeadings
  }

  /// The elements without headings that have no text below them; empty if there is no text.
  var withoutBareHeadings: [GuionElement] {
    guard contains(where: { $0.isSpeakable && !$0.elementType.isSectionHeading }) else { return [] }
    return self
  }
}

extension GuionElement {
  /// Whether all words are links to pages of the book. Digits and Roman numerals, such as those of pages,
  /// may stand beside them.
  var isContentsLine: Bool {
    var spans = inlines
    if case .row(let cells)? = mark {
      // A row's text joins its cells by a comma and a blank.
      var start = 0
      spans = []
      for cell in cells where !cell.text.isEmpty {
        spans += cell.inlines.map {
          InlineSpan($0.kind, $0.range.lowerBound + start..<$0.range.upperBound + start)
        }
        start += cell.text.utf8.count + 2
      }
    }
    let links = spans.filter { $0.kind == .contentsLink && !$0.range.isEmpty }.map(\.range)
    guard !links.isEmpty else { return false }
    var (offset, rest) = (0, "")
    for scalar in elementText.unicodeScalars {
      let isLinked = links.contains { $0.contains(offset) }
      rest.unicodeScalars.append(isLinked ? " " : scalar)
      offset += UTF8.width(scalar)
    }
    return rest.titleWords.allSatisfy { word in
      word.allSatisfy { $0.isNumber || "ivxlcdm".contains($0) }
    }
  }

  /// Whether this is the title of a table of contents.
  fileprivate func isContentsTitle(_ title: String?) -> Bool {
    let words = elementText.titleWords
    guard !words.isEmpty else { return false }
    return words == title?.titleWords || ContentsTitles.contains(elementText)
  }

  /// Whether this is a few words without an end of a sentence, like a title.
  fileprivate var isLabel: Bool {
    let count = elementText.titleWords.count
    guard count > 0, count <= 6, let last = elementText.last else { return false }
    return !".!?…".contains(last)
  }
}
