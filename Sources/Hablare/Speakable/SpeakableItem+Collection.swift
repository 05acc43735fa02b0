public import FoundationEssentials

// These functions run on the actor of their caller, because a collection need not be Sendable.

extension Collection where Element: SpeakableItem {
  /// Speaks the items in sequence and returns the audio of each, in the same order.
  ///
  /// An item without a letter or digit is not spoken. Its audio is empty data, so that every item
  /// has audio at the same index. If an item fails, its error is thrown and the audio of earlier
  /// items is lost. If the task is cancelled, `CancellationError` is thrown before the next item.
  nonisolated(nonsending) public func speakAll() async throws -> [Data] {
    try await Hablare.speakAll(lazy.map { $0 })
  }

  /// Returns the providers' estimate of the total length in seconds, without pauses.
  nonisolated(nonsending) public func estimateTotalDuration() async -> TimeInterval {
    await Hablare.estimateTotalDuration(lazy.map { $0 })
  }
}

extension Collection where Element == any SpeakableItem {
  /// Speaks the items in sequence and returns the audio of each, in the same order.
  ///
  /// An item without a letter or digit is not spoken. Its audio is empty data, so that every item
  /// has audio at the same index. If an item fails, its error is thrown and the audio of earlier
  /// items is lost. If the task is cancelled, `CancellationError` is thrown before the next item.
  nonisolated(nonsending) public func speakAll() async throws -> [Data] {
    try await Hablare.speakAll(self)
  }

  /// Returns the providers' estimate of the total length in seconds, without pauses.
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
