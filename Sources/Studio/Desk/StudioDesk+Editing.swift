import Audiobook
import Basics
import Narration

/// The changes of the cast that pages request.
extension StudioDesk {
  /// Returns the effect of cast edits without saving them.
  func effect(of edits: [CastEdit]) async throws -> CastEffect {
    guard let view else { throw StudioError.stale }
    let other = try await trial(of: edits)
    var effect = await CastEffect(from: view, to: other, speech)
    effect.applies = other.uses(of: edits)
    return effect.inLines(of: view, from: other)
  }

  /// Changes the cast file and plans the book with it.
  /// `digest` is the digest of the version of the file that the page knows. Throws `StudioError.conflict` if the file
  /// has another digest now. `page` is the name of the page that makes the change. Edits that do not change the file
  /// are not added to the history.
  func edit(
    _ edits: [CastEdit], digest: String, title: String, page: String? = nil
  ) async throws -> CastEffect {
    try await inTurn { [self] in
      let old = try await current(digest)
      let new = try await apply(edits, to: old)
      if new == old.bytes { return CastEffect() }
      return try await keep(new, in: old) {
        $0.add(.init(title: title, page: page, before: old.bytes, after: new))
      }
    }
  }

  /// Undoes the last change.
  func undo(digest: String) async throws -> CastEffect {
    try await inTurn { [self] in
      let old = try await current(digest)
      guard let step = await history.undo else {
        throw StudioError.impossible("There is nothing to undo.")
      }
      return try await keep(step.before, in: old) { $0.stepBack() }
    }
  }

  /// Redoes the last undone change.
  func redo(digest: String) async throws -> CastEffect {
    try await inTurn { [self] in
      let old = try await current(digest)
      guard let step = await history.redo else {
        throw StudioError.impossible("There is nothing to redo.")
      }
      return try await keep(step.after, in: old) { $0.stepForward() }
    }
  }
}
