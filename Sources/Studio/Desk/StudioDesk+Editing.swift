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
      return try await put(step.before, over: step.after, step, old) { $0.stepBack() }
    }
  }

  /// Redoes the last undone change.
  func redo(digest: String) async throws -> CastEffect {
    try await inTurn { [self] in
      let old = try await current(digest)
      guard let step = await history.redo else {
        throw StudioError.impossible("There is nothing to redo.")
      }
      return try await put(step.after, over: step.before, step, old) { $0.stepForward() }
    }
  }

  /// Replaces the contents `old` of the file of a change by `new`.
  private func put(
    _ new: [UInt8]?, over old: [UInt8]?, _ step: CastHistory.Step, _ cast: CastFile,
    noting: @Sendable (inout CastHistory) -> Void
  ) async throws -> CastEffect {
    guard let path = step.path else { return try await keep(new, in: cast, noting: noting) }
    let file = try CastFile(reading: path)
    guard file.bytes == old else {
      // Earlier changes of the file cannot be undone either, so none of them may block the others.
      forgetHistory()
      throw StudioError.impossible(
        "\(FilePath(path).last.text) was changed by another program, so earlier changes cannot be undone or redone."
      )
    }
    return path == voicesPath
      ? try await keepVoices(new, in: file, noting: noting)
      : try await keepScript(new, in: file, noting: noting)
  }
}
