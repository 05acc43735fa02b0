import Basics

/// The text before the lines of a block: markers of quotations and lists, and indentation.
struct MarkdownPrefix {
  var first: String
  var rest: String

  mutating func line(_ words: String) -> String {
    defer { first = rest }
    let whole = first + words
    // Trailing blanks on an otherwise empty line have no meaning, so they are removed.
    return (words.isEmpty ? String(whole.reversed().drop { $0 == " " }.reversed()) : whole) + "\n"
  }
}

/// The open lists while a document is written.
struct MarkdownLists {
  private struct Item {
    var isOrdered: Bool
    /// The number of the list's next item.
    var next: Int
    /// The number of characters before the item's text.
    var indent: Int
    /// Whether this list uses the second of the two possible markers.
    var isOther: Bool
  }

  private var items: [Item] = []
  /// The number of quotations around the lists.
  private var quotes = 0
  /// The most recently ended list at each depth.
  private var last: [Int: Item] = [:]

  /// Returns the prefix of an item, or of a further paragraph of a numbered item.
  /// For a further paragraph, `number` is nil.
  mutating func item(
    ordered: Bool, number: Int?, depth: Int, task: Bool?, quotes depthOfQuotes: Int
  )
    -> MarkdownPrefix
  {
    if items.isEmpty { quotes = depthOfQuotes }
    if ordered, number == nil, items.count >= depth, depth > 0, items[depth - 1].isOrdered {
      items.removeLast(items.count - depth)
      return inner(quotes: depthOfQuotes)
    }
    if quotes != depthOfQuotes { close(quotes: depthOfQuotes) }
    while items.count > max(depth, 1) { end() }
    let box = task.map { $0 ? "[x] " : "[ ] " } ?? ""
    var signs = ""
    if items.count == depth, let list = items.last {
      if list.isOrdered == ordered, !ordered || list.next == number {
        items.removeLast()
        let indent = items.last?.indent ?? 0
        return open(list.isOrdered, number, isOther: list.isOther, indent, box, &signs)
      }
      end()
    }
    // Opens outer lists that contain only the inner list.
    while items.count < depth - 1 {
      _ = open(false, nil, isOther: other(false), items.last?.indent ?? 0, "", &signs)
    }
    return open(ordered, number, isOther: other(ordered), items.last?.indent ?? 0, box, &signs)
  }

  /// Returns the prefix of a block that is not an item.
  /// If the open item continues after the block, the block is inside the item.
  mutating func block(quotes depth: Int, staysInItem: Bool) -> MarkdownPrefix {
    if staysInItem, !items.isEmpty, depth >= quotes { return inner(quotes: depth) }
    items = []
    last = [:]
    quotes = depth
    let signs = Self.quotation(depth)
    return MarkdownPrefix(first: signs, rest: signs)
  }

  private func inner(quotes depth: Int) -> MarkdownPrefix {
    let margin = Self.quotation(quotes) + String(repeating: " ", count: items.last?.indent ?? 0)
    let signs = margin + Self.quotation(max(0, depth - quotes))
    return MarkdownPrefix(first: signs, rest: signs)
  }

  /// Begins an item, after the markers of outer lists that begin on the same line.
  private mutating func open(
    _ ordered: Bool, _ number: Int?, isOther: Bool, _ indent: Int, _ box: String,
    _ signs: inout String
  ) -> MarkdownPrefix {
    let sign = ordered ? "\(number ?? 1)" + (isOther ? ")" : ".") : (isOther ? "*" : "-")
    let item = Item(
      isOrdered: ordered, next: (number ?? 1) + 1, indent: indent + sign.utf8.count + 1,
      isOther: isOther)
    let margin = Self.quotation(quotes)
    let first = signs.isEmpty ? String(repeating: " ", count: indent) : signs
    items.append(item)
    last[items.count] = nil
    signs = first + sign + " "
    return MarkdownPrefix(
      first: margin + signs + box, rest: margin + String(repeating: " ", count: item.indent))
  }

  /// Ends the innermost list.
  private mutating func end() {
    guard let item = items.popLast() else { return }
    last[items.count + 1] = item
  }

  /// Whether a new list uses the second marker.
  /// Two lists of the same kind in a row need different markers.
  private func other(_ ordered: Bool) -> Bool {
    guard let before = last[items.count + 1], before.isOrdered == ordered else { return false }
    return !before.isOther
  }

  private mutating func close(quotes depth: Int) {
    (items, last, quotes) = ([], [:], depth)
  }

  private static func quotation(_ depth: Int) -> String { String(repeating: "> ", count: depth) }
}
