public import FoundationEssentials

// All of these run where their caller runs, because a collection need not be Sendable.

extension Collection where Element: SpeakableItem {
  /// Speaks the items one after the other, and gives the sound of each at its place.
  ///
  /// An item without a letter or digit is not spoken and has empty data at its place, so that
  /// sounds and items stay in step. Throws the first failure, with what was spoken before it lost,
  /// and `CancellationError` between two items when the task is cancelled.
  nonisolated(nonsending) public func speakAll() async throws -> [Data] {
    try await Hablare.speakAll(lazy.map { $0 })
  }

  /// The providers' guesses of how long the items will be together, in seconds; without pauses.
  nonisolated(nonsending) public func estimateTotalDuration() async -> TimeInterval {
    await Hablare.estimateTotalDuration(lazy.map { $0 })
  }
}

extension Collection where Element == any SpeakableItem {
  /// Speaks the items one after the other, and gives the sound of each at its place.
  ///
  /// An item without a letter or digit is not spoken and has empty data at its place, so that
  /// sounds and items stay in step. Throws the first failure, with what was spoken before it lost,
  /// and `CancellationError` between two items when the task is cancelled.
  nonisolated(nonsending) public func speakAll() async throws -> [Data] {
    try await Hablare.speakAll(self)
  }

  /// The providers' guesses of how long the items will be together, in seconds; without pauses.
  nonisolated(nonsending) public func estimateTotalDuration() async -> TimeInterval {
    await Hablare.estimateTotalDuration(self)
  }
}

nonisolated(nonsending) private func speakAll(
  _ items: some Sequence<any SpeakableItem>
) async throws -> [Data] {
  var sounds: [Data] = []
  for item in items {
    try Task.checkCancellation()
    sounds.append(item.hasWords ? try await item.speak() : Data())
  }
  return sounds
}

nonisolated(nonsending) private func estimateTotalDuration(
  _ items: some Sequence<any SpeakableItem>
) async -> TimeInterval {
  var total: TimeInterval = 0
  for item in items { total += await item.estimateDuration() }
  return total
}
