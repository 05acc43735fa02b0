/// The changes of a cast file that the studio has made, to be undone and done again.
///
/// They belong to one state of the file: a change from elsewhere ends them, because undoing would take it back too.
struct CastHistory: Sendable {
  /// A change.
  struct Step: Sendable {
    /// What was done, in words such as "voice of BETTY".
    var title: String
    /// The page that has made the change; nil if it has no name.
    var page: String?
    /// The contents before it; nil if there was no file.
    var before: [UInt8]?
    /// The contents behind it.
    var after: [UInt8]?
  }

  /// More than a person remembers.
  private static let most = 200
  /// The most bytes of contents, but the last change is always kept.
  private static let mostBytes = 32 << 20

  private var done: [Step] = []
  private var undone: [Step] = []

  /// The last change; nil if there is none.
  var undo: Step? { done.last }
  /// The last change that was undone; nil if there is none.
  var redo: Step? { undone.last }

  /// Notes a change.
  mutating func add(_ step: Step) {
    var step = step
    // Read again, but the same bytes: one copy serves both.
    if let last = done.last, last.after == step.before { step.before = last.after }
    done.append(step)
    undone = []
    var bytes = done.reduce(done[0].before?.count ?? 0) { $0 + ($1.after?.count ?? 0) }
    while done.count > Self.most || bytes > Self.mostBytes && done.count > 1 {
      bytes -= done.removeFirst().before?.count ?? 0
    }
  }

  /// Notes that the last change was undone.
  mutating func stepBack() { if let step = done.popLast() { undone.append(step) } }

  /// Notes that the last change that was undone was done again.
  mutating func stepForward() { if let step = undone.popLast() { done.append(step) } }

  /// Forgets everything.
  mutating func clear() { (done, undone) = ([], []) }
}
