import CCmarkGFM
import Glibc

/// A borrowed node of a tree, which must not outlive the tree.
struct MarkdownNode {
  let pointer: OpaquePointer
  let kind: MarkdownNodeKind

  init?(_ pointer: OpaquePointer?) {
    guard let pointer else { return nil }
    self.pointer = pointer
    kind = MarkdownLibrary.kinds[Self.index(of: cmark_node_get_type(pointer))]
  }

  /// The maximum number of kinds: 64 kinds of blocks and 64 kinds of inline nodes.
  static let kindCount = 128

  static func index(of type: cmark_node_type) -> Int {
    let isInline = type.rawValue & numericCast(CMARK_NODE_TYPE_MASK) == 0xC000
    return Int(type.rawValue & 0x3F) | (isInline ? 0x40 : 0)
  }

  /// Whether a block contains no other blocks that become elements.
  var isLeaf: Bool {
    switch kind {
    case .paragraph, .heading, .code, .html, .rule, .tableRow: true
    default: false
    }
  }

  var first: Self? { Self(cmark_node_first_child(pointer)) }
  var next: Self? { Self(cmark_node_next(pointer)) }
  var previous: Self? { Self(cmark_node_previous(pointer)) }
  var parent: Self? { Self(cmark_node_parent(pointer)) }

  /// The text of a node, without its NUL; empty if the node has no text.
  /// Valid as long as the node.
  var literal: Bytes {
    guard let text = cmark_node_get_literal(pointer) else { return Bytes(start: nil, count: 0) }
    return Bytes(cString: text)
  }

  var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }

  var isOrdered: Bool { cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
  var firstNumber: Int { Int(cmark_node_get_list_start(pointer)) }

  /// The number of nodes directly inside a node.
  var childCount: Int {
    var (count, node) = (0, first)
    while let child = node { (count, node) = (count + 1, child.next) }
    return count
  }

  /// Whether an item of a list is a task.
  var isTask: Bool {
    MarkdownLibrary.shared.taskItem != nil
      && cmark_node_get_syntax_extension(pointer) == MarkdownLibrary.shared.taskItem
  }

  /// The info string after the fence of a code block.
  var info: Bytes {
    cmark_node_get_fence_info(pointer).map { Bytes(cString: $0) } ?? Bytes(start: nil, count: 0)
  }

  /// Whether a code block is between fences.
  var isFenced: Bool { fence != nil }

  /// The fence around a code block, if any.
  var fence: [UInt8]? {
    var (length, offset, character) = (Int32(0), Int32(0), CChar(0))
    guard cmark_node_get_fenced(pointer, &length, &offset, &character) != 0 else { return nil }
    return Array(repeating: UInt8(bitPattern: character), count: Int(length))
  }

  /// The target of a link or an image.
  var url: Bytes {
    cmark_node_get_url(pointer).map { Bytes(cString: $0) } ?? Bytes(start: nil, count: 0)
  }

  var isLink: Bool { cmark_node_get_type(pointer) == CMARK_NODE_LINK }

  /// The number of the first line, according to cmark.
  /// `MarkdownPlaces` corrects wrong line numbers.
  var startLine: Int { Int(cmark_node_get_start_line(pointer)) }
  var startColumn: Int { Int(cmark_node_get_start_column(pointer)) }
  var endLine: Int { Int(cmark_node_get_end_line(pointer)) }
}

// MARK: - Walks

extension MarkdownNode {
  /// Visits a node and all nodes inside it, in the order of the text.
  /// `enter` returns whether to visit the children; `leave` is called after the children. Not recursive,
  /// because nesting can be of any depth.
  func visit(_ enter: (Self) -> Bool, leave: (Self) -> Void = { _ in }) {
    var node = self
    while true {
      if enter(node), let child = node.first {
        node = child
        continue
      }
      leave(node)
      while node.pointer != pointer, node.next == nil {
        guard let parent = node.parent else { return }
        node = parent
        leave(node)
      }
      guard node.pointer != pointer, let next = node.next else { return }
      node = next
    }
  }

  /// The number of leaf blocks in a block.
  var leafCount: Int {
    var count = 0
    visit { node in
      count += node.isLeaf || node.first == nil ? 1 : 0
      return !node.isLeaf
    }
    return count
  }
}

extension Bytes {
  /// Creates a view of a C string, without its NUL.
  fileprivate init(cString: UnsafePointer<CChar>) {
    let count = strlen(cString)
    let start = UnsafeRawPointer(cString).assumingMemoryBound(to: UInt8.self)
    self.init(start: start, count: count)
  }
}

/// The kinds of nodes in cmark's tree that matter for the text of a document.
enum MarkdownNodeKind: UInt8 {
  case quote, list, item, footnoteDefinition
  case paragraph, heading, code, html, rule
  case table, tableRow, tableCell
  case text, softBreak, lineBreak, codeSpan, inlineHTML, image, link, strikethrough,
    emphasis, strong, footnoteReference
  /// A node that only contains other nodes, such as the document.
  case other
}

extension MarkdownNode {
  /// Whether the number of this ordered list is text: a day or a year at the start of a paragraph.
  /// Such a list has one item, and does not go on from `lastNumber`. Only blocks above the list count, because a long
  /// document is read in parts.
  func isNumberedText(after lastNumber: Int) -> Bool {
    let number = firstNumber
    if number < 32, hasDates { return true }
    guard number > 1, number != lastNumber + 1, parent?.kind != .item, let item = first,
      item.first?.kind == .paragraph
    else { return false }
    return item.next == nil || number > 999
  }

  /// Whether the number of this ordered list is a German ordinal number: "14. Mai 1948", and "- 19. Jahrhundert".
  var isGermanOrdinal: Bool {
    guard let item = first, let text = item.first?.first, text.kind == .text else { return false }
    if parent?.kind == .item, previous == nil, item.next == nil { return true }
    guard (1...31).contains(firstNumber) else { return false }
    let name = text.literal.prefix { $0 >= 0x80 || ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    return Self.germanMonths.contains(String(decoding: name, as: UTF8.self))
  }

  /// Whether this block is one paragraph on one line.
  var isOneLine: Bool {
    guard let block = first, block.kind == .paragraph, block.next == nil else { return false }
    return block.startLine == block.endLine
  }

  /// Whether each item of a list begins with a German month and more words: `8. Mai 1945 war …`.
  private var hasDates: Bool {
    var next = first
    while let item = next {
      guard let words = item.first?.first, words.kind == .text else { return false }
      let text = words.literal
      let month = text.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ":") }
      guard 3...9 ~= month.count, month.count < text.count,
        Self.months.contains(text.string(month.startIndex..<month.endIndex))
      else { return false }
      next = item.next
    }
    return first != nil
  }

  private static let months: Set<String> = [
    "Januar", "Jänner", "Februar", "Feber", "März", "April", "Mai", "Juni", "Juli", "August",
    "September", "Oktober", "November", "Dezember",
  ]

  private static let germanMonths = months.union([
    "Jan", "Feb", "Mär", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Okt", "Nov", "Dez",
  ])
}

extension MarkdownNode {
  /// Whether a row below the header of a table has words.
  var hasRowWithWords: Bool {
    var row = next
    while let cells = row {
      var cell = cells.first
      while let own = cell {
        if own.first != nil { return true }
        cell = own.next
      }
      row = cells.next
    }
    return false
  }
}
