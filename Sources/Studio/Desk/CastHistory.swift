/// The changes that the studio has made to the cast file, to the file of answers and settings of lines, and to scripts.
/// They can be undone and redone.
/// If another program changes the file, the history is cleared, because an undo would also undo the other program's
/// change.
struct CastHistory: Sendable {
  /// A change.
  struct Step: Sendable {
    /// The name of the change, such as "voice of BETTY".
    var title: String
    /// The page that made the change, or nil if the page has no name.
    var page: String?
    /// The contents before the change, or nil if there was no file.
    var before: [UInt8]?
    /// The contents after the change, or nil if there is no file.
    var after: [UInt8]?
    /// The file that was changed; nil for the cast file.
    var path: String?
  }

  /// The maximum number of changes.
  /// Users do not remember more.
  private static let most = 200
  /// The maximum size of all contents in bytes.
  /// The last change is kept even if it is larger.
  private static let mostBytes = 32 << 20

  private var done: [Step] = []
  private var undone: [Step] = []

  /// The last change, or nil if there is none.
  var undo: Step? { done.last }
  /// The last undone change, or nil if there is none.
  var redo: Step? { undone.last }

  /// Adds a change.
  mutating func add(_ step: Step) {
    var step = step
    // The last change's new contents are this change's old contents. Both share one copy in memory.
    if let last = done.last, last.path == step.path, last.after == step.before {
      step.before = last.after
    }
    done.append(step)
    undone = []
    var bytes = done.reduce(done[0].before?.count ?? 0) { $0 + ($1.after?.count ?? 0) }
    while done.count > Self.most || bytes > Self.mostBytes && done.count > 1 {
      bytes -= done.removeFirst().before?.count ?? 0
    }
  }

  /// Records that the last change was undone.
  mutating func stepBack() { if let step = done.popLast() { undone.append(step) } }

  /// Records that the last undone change was redone.
  mutating func stepForward() { if let step = undone.popLast() { done.append(step) } }

  /// Removes all changes.
  mutating func clear() { (done, undone) = ([], []) }
}
