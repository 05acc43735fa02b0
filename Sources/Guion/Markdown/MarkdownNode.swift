import CCmarkGFM
import Glibc

/// A node of a tree, looked at and not owned; it must not outlive the tree.
struct MarkdownNode {
  let pointer: OpaquePointer
  let kind: MarkdownNodeKind

  init?(_ pointer: OpaquePointer?) {
    guard let pointer else { return nil }
    self.pointer = pointer
    kind = MarkdownLibrary.kinds[Self.index(of: cmark_node_get_type(pointer))]
  }

  /// How many numbers of kinds there can be: 63 blocks and 63 inline kinds.
  static let kindCount = 128

  static func index(of type: cmark_node_type) -> Int {
    let isInline = type.rawValue & numericCast(CMARK_NODE_TYPE_MASK) == 0xC000
    return Int(type.rawValue & 0x3F) | (isInline ? 0x40 : 0)
  }

  /// Whether a block holds no other blocks that elements are made of.
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

  /// The text of a node that has any, without its NUL; it lives as long as the node.
  var literal: Bytes {
    guard let text = cmark_node_get_literal(pointer) else { return Bytes(start: nil, count: 0) }
    return Bytes(cString: text)
  }

  var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }

  /// Whether a list has numbers, and its first.
  var isOrdered: Bool { cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
  var firstNumber: Int { Int(cmark_node_get_list_start(pointer)) }

  /// Whether an item of a list is a task.
  var isTask: Bool {
    MarkdownLibrary.shared.taskItem != nil
      && cmark_node_get_syntax_extension(pointer) == MarkdownLibrary.shared.taskItem
  }

  /// What stands behind the fence of a block of code.
  var info: Bytes {
    cmark_node_get_fence_info(pointer).map { Bytes(cString: $0) } ?? Bytes(start: nil, count: 0)
  }

  /// Whether a block of code stands between fences.
  var isFenced: Bool { fence != nil }

  /// The fence that a block of code stands between, if any.
  var fence: [UInt8]? {
    var (length, offset, character) = (Int32(0), Int32(0), CChar(0))
    guard cmark_node_get_fenced(pointer, &length, &offset, &character) != 0 else { return nil }
    return Array(repeating: UInt8(bitPattern: character), count: Int(length))
  }

  /// Where a link leads.
  var url: Bytes {
    cmark_node_get_url(pointer).map { Bytes(cString: $0) } ?? Bytes(start: nil, count: 0)
  }

  var isLink: Bool { cmark_node_get_type(pointer) == CMARK_NODE_LINK }

  /// As cmark counts; `SourcePlaces` mends what it counts wrongly.
  var startLine: Int { Int(cmark_node_get_start_line(pointer)) }
  var startColumn: Int { Int(cmark_node_get_start_column(pointer)) }
  var endLine: Int { Int(cmark_node_get_end_line(pointer)) }
}

// MARK: - Walks

extension MarkdownNode {
  /// Visits a node and all within, in the order of the text; `enter` tells whether to go on inside,
  /// and `leave` comes behind what is inside.
  ///
  /// Without recursion, whatever is nested how deep.
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

  /// How many blocks that hold words there are in a block.
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
  /// The bytes of C's text, without its NUL.
  fileprivate init(cString: UnsafePointer<CChar>) {
    let count = strlen(cString)
    let start = UnsafeRawPointer(cString).assumingMemoryBound(to: UInt8.self)
    self.init(start: start, count: count)
  }
}

/// What a node of cmark's tree is, as far as the words of a document depend on it.
enum MarkdownNodeKind: UInt8 {
  case quote, list, item, footnoteDefinition
  case paragraph, heading, code, html, rule
  case table, tableRow, tableCell
  case text, softBreak, lineBreak, codeSpan, inlineHTML, image, link, strikethrough,
    emphasis, strong, footnoteReference
  /// Whatever is only a vessel of other nodes, such as the document.
  case other
}
