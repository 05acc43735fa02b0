import Basics

/// What stands before the lines of a block: the signs of quotations and of lists.
struct MarkdownPrefix {
  var first: String
  var rest: String

  /// A line, with what belongs before it.
  mutating func line(_ words: String) -> String {
    defer { first = rest }
    let whole = first + words
    // Blanks at the end of a line that is empty otherwise say nothing.
    return (words.isEmpty ? String(whole.reversed().drop { $0 == " " }.reversed()) : whole) + "\n"
  }
}

/// The lists that are open while a document is written.
struct MarkdownLists {
  private struct Item {
    var isOrdered: Bool
    /// The number that the list's next item has.
    var next: Int
    /// How many signs the words of the item stand behind.
    var indent: Int
    /// Of two signs that a list may have, the one that this list has.
    var isOther: Bool
  }

  private var items: [Item] = []
  /// How many quotations the lists stand in.
  private var quotes = 0
  /// The kind and sign of the list that ended last at each depth.
  private var last: [Int: Item] = [:]

  /// What stands before an item, or before a further paragraph of one, which has no number.
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
    // Lists that have no words of their own down to this one.
    while items.count < depth - 1 {
      _ = open(false, nil, isOther: other(false), items.last?.indent ?? 0, "", &signs)
    }
    return open(ordered, number, isOther: other(ordered), items.last?.indent ?? 0, box, &signs)
  }

  /// What stands before a block that is no item; in the open item if that goes on below.
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

  /// Begins an item behind the signs of lists that begin with it.
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

  /// Whether a new list has the other sign, because one of its kind stands right before it.
  private func other(_ ordered: Bool) -> Bool {
    guard let before = last[items.count + 1], before.isOrdered == ordered else { return false }
    return !before.isOther
  }

  private mutating func close(quotes depth: Int) {
    (items, last, quotes) = ([], [:], depth)
  }

  private static func quotation(_ depth: Int) -> String { String(repeating: "> ", count: depth) }
}
