/// What a block stands in, outermost first: quotations, lists with their items, a footnote.
struct MarkdownContainers {
  private enum Container {
    case quote
    case list(next: Int?)
    case item(number: Int?, isOrdered: Bool, task: Bool?, isNew: Bool)
    case footnote(number: Int)
  }

  private var stack: [Container] = []
  private var lists = 0
  private var footnotes = 0
  /// How many quotations are open.
  private(set) var quoteDepth = 0

  mutating func enterQuote() {
    stack.append(.quote)
    quoteDepth += 1
  }

  /// A list, with its first number where it has numbers.
  mutating func enterList(first: Int?) {
    stack.append(.list(next: first))
    lists += 1
  }

  /// The next item of the innermost list; `task` tells whether a task is done.
  mutating func enterItem(task: Bool?) {
    guard case .list(let next)? = stack.last else { return }
    stack[stack.count - 1] = .list(next: next.map { $0 + 1 })
    stack.append(.item(number: next, isOrdered: next != nil, task: task, isNew: true))
  }

  /// The next footnote, from 1.
  mutating func enterFootnote() {
    footnotes += 1
    stack.append(.footnote(number: footnotes))
  }

  /// Whether the next paragraph is the first of an item that is no task so far.
  var isAtItem: Bool {
    if case .item(_, _, task: nil, isNew: true)? = stack.last { true } else { false }
  }

  /// Makes the innermost item a task.
  mutating func makeTask(isDone: Bool) {
    guard case .item(let number, let isOrdered, _, let isNew)? = stack.last else { return }
    stack[stack.count - 1] = .item(
      number: number, isOrdered: isOrdered, task: isDone, isNew: isNew)
  }

  /// Leaves the innermost.
  mutating func leave() {
    switch stack.popLast() {
    case .quote: quoteDepth -= 1
    case .list: lists -= 1
    default: break
    }
  }

  /// The number of the footnote that is being read; nil outside of footnotes.
  var footnote: Int? {
    // A definition is a block of the document itself, so it is the outermost.
    if case .footnote(let number)? = stack.first { number } else { nil }
  }

  /// What the layout says of a paragraph or a heading that stands here.
  ///
  /// The first one of an item has the item's number and box.
  mutating func takeMark(isHeading: Bool) -> Mark? {
    if let footnote { return .footnote(number: footnote) }
    switch stack.last {
    case .quote: return isHeading ? nil : .quote
    case .item(let number, let isOrdered, let task, _):
      stack[stack.count - 1] = .item(
        number: nil, isOrdered: isOrdered, task: nil, isNew: false)
      return .list(ordered: isOrdered, number: number, depth: lists, task: task)
    default: return nil
    }
  }
}
