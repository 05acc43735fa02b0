/// The containers around a block, outermost first: quotations, lists with their items, a footnote.
struct MarkdownContainers {
  private enum Container {
    case quote
    case list(next: Int?)
    case item(number: Int?, isOrdered: Bool, task: Bool?, isNew: Bool)
    case footnote(number: Int)
    /// A list or an item that is no list, because its number is text.
    case text
  }

  private var stack: [Container] = []
  private var lists = 0
  private var footnotes = 0
  /// The number of open quotations.
  private(set) var quoteDepth = 0

  mutating func enterQuote() {
    stack.append(.quote)
    quoteDepth += 1
  }

  /// Enters a list; `first` is the first number of an ordered list and nil for a bullet list.
  mutating func enterList(first: Int?) {
    stack.append(.list(next: first))
    lists += 1
  }

  /// Enters a list whose numbers are text.
  mutating func enterText() { stack.append(.text) }

  /// Whether the innermost container is an item whose number is text.
  var isAtText: Bool { if case .text? = stack.last { true } else { false } }

  /// Enters the next item of the innermost list; `task` says whether a task is done and is nil if the
  /// item is not a task.
  mutating func enterItem(task: Bool?) {
    if isAtText { return stack.append(.text) }
    guard case .list(let next)? = stack.last else { return }
    stack[stack.count - 1] = .list(next: next.map { $0 + 1 })
    stack.append(.item(number: next, isOrdered: next != nil, task: task, isNew: true))
  }

  /// Enters the next footnote, counted from 1.
  mutating func enterFootnote() {
    footnotes += 1
    stack.append(.footnote(number: footnotes))
  }

  /// Whether the next paragraph is the first of an item that is not known to be a task.
  var isAtItem: Bool {
    if case .item(_, _, task: nil, isNew: true)? = stack.last { true } else { false }
  }

  /// Turns the innermost item into a task.
  mutating func makeTask(isDone: Bool) {
    guard case .item(let number, let isOrdered, _, let isNew)? = stack.last else { return }
    stack[stack.count - 1] = .item(
      number: number, isOrdered: isOrdered, task: isDone, isNew: isNew)
  }

  /// Leaves the innermost container.
  mutating func leave() {
    switch stack.popLast() {
    case .quote: quoteDepth -= 1
    case .list: lists -= 1
    default: break
    }
  }

  /// The number of the current footnote; nil outside footnotes.
  var footnote: Int? {
    // A definition is a top-level block, so it is always the outermost container.
    if case .footnote(let number)? = stack.first { number } else { nil }
  }

  /// Returns the mark of the next paragraph or heading; nil if the paragraph or heading needs no mark.
  /// Only the first paragraph or heading of an item has the item's number and task state.
  mutating func takeMark(isHeading: Bool) -> Mark? {
    if let footnote { return .footnote(number: footnote) }
    switch stack.last(where: { if case .text = $0 { false } else { true } }) {
    case .quote: return isHeading ? nil : .quote
    case .item(let number, let isOrdered, let task, _):
      stack[stack.count - 1] = .item(
        number: nil, isOrdered: isOrdered, task: nil, isNew: false)
      return .list(ordered: isOrdered, number: number, depth: lists, task: task)
    default: return nil
    }
  }
}

/// The box of a task at the start of an item: `[ ]`, `[x]`, and the boxes of other looks in Obsidian, such as `[p]`.
struct TaskBox {
  /// Nil for a box that is a mark of its item, not of what is to do.
  let isDone: Bool?
  /// The letter in a box of another look.
  let sign: String

  init?(_ text: [UInt8], _ edition: ReadingEdition) {
    guard text.count > 4, text[0] == UInt8(ascii: "["), text[2...].starts(with: "] ".utf8) else {
      return nil
    }
    switch text[1] {
    case 0x20: (isDone, sign) = (false, "")
    case UInt8(ascii: "x"), UInt8(ascii: "X"): (isDone, sign) = (true, "")
    case let byte where edition == .second && Self.looks.utf8.contains(byte):
      (isDone, sign) = (nil, String(decoding: [byte], as: UTF8.self))
    default: return nil
    }
  }

  /// The signs in boxes that themes and plugins show as pictures.
  private static let looks = "!?<>-/*\"'~+iIpcnlSfkuw"
}
