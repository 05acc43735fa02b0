public import Hablare

/// The items of a group, and the audio that a store has for each of them.
///
/// ```swift
/// let status = try await store.audioStatus(of: chapter)
/// print("\(status.readyCount) ready, \(status.neededCount) to generate")
/// if !status.isComplete {
///   _ = try await service.generateGroup(chapter, to: store)  // only what is needed
/// }
/// _ = try await service.generateGroup(chapter, to: store, regenerate: true)  // everything again
/// ```
public struct AudioStatus: Sendable {
  /// The audio that the store has for an item.
  public enum State: Sendable, Equatable {
    /// The store has a record with the item's audio.
    case ready(TypedDataStorage)
    /// The store has the item's speech only in a record of another element.
    ///
    /// `generateGroup` copies this record for the item, without calling an engine.
    case shareable(TypedDataStorage)
    /// The store has no audio for the item, so an engine must be called.
    case missing
    /// The item has no words and needs no audio.
    case silent
  }

  /// An item, and the audio that the store has for it.
  public struct Entry: Sendable {
    /// The item.
    public let item: any SpeakableItem
    /// The audio that the store has for the item.
    public let state: State

    /// The record with the item's own audio; nil if the item has no audio of its own.
    public var record: TypedDataStorage? {
      if case .ready(let record) = state { record } else { nil }
    }

    /// Whether `generateGroup` would create a record for the item.
    public var isNeeded: Bool {
      switch state {
      case .shareable, .missing: true
      case .ready, .silent: false
      }
    }
  }

  /// The items in their order.
  public let entries: [Entry]

  /// The number of items that have audio.
  public var readyCount: Int { entries.count { $0.record != nil } }

  /// The number of items that still need audio.
  public var neededCount: Int { entries.count(where: \.isNeeded) }

  /// The number of items for which an engine must be called.
  ///
  /// Items with the same text and voice share one call, so the number of calls may be smaller.
  public var missingCount: Int { entries.count { $0.state == .missing } }

  /// The number of items without words.
  public var silentCount: Int { entries.count { $0.state == .silent } }

  /// Whether all items have the audio they need.
  public var isComplete: Bool { neededCount == 0 }

  /// The items that still need audio, in their order.
  public var neededItems: [any SpeakableItem] { entries.filter(\.isNeeded).map(\.item) }
}

extension GenerationStore {
  /// Returns which items of a group have audio, and which items still need audio.
  ///
  /// The audio is not read. Therefore an item is reported as ready even if its audio is damaged but
  /// has the right length.
  nonisolated(nonsending) public func audioStatus(
    of group: any SpeakableGroup
  ) async throws -> AudioStatus {
    try await audioStatus(of: group.getGroupedElements())
  }

  /// Returns which items have audio, and which items still need audio.
  ///
  /// The audio is not read. Therefore an item is reported as ready even if its audio is damaged but
  /// has the right length.
  public func audioStatus(of items: [any SpeakableItem]) async throws -> AudioStatus {
    var entries: [AudioStatus.Entry] = []
    for item in items {
      entries.append(.init(item: item, state: try state(of: await item.asSpoken)))
    }
    return AudioStatus(entries: entries)
  }

  private func state(of item: any SpeakableItem) throws(StoreError) -> AudioStatus.State {
    guard item.hasWords else { return .silent }
    guard let record = try candidates(for: item).first(where: \.hasAudio) else { return .missing }
    return record.serves(item) ? .ready(record) : .shareable(record)
  }
}

extension TypedDataStorage {
  /// Returns whether the record belongs to the item's element, in this document if it is known.
  /// Returns true for an item without an element.
  func serves(_ item: any SpeakableItem, in document: String? = nil) -> Bool {
    guard let element = item.owningElement else { return true }
    return element == owningElement
      && (document == nil || owningDocument == nil || document == owningDocument)
  }

  /// Whether audio of the right length exists; checked without reading the audio.
  fileprivate var hasAudio: Bool {
    switch audio {
    case .none: false
    case .held: true
    case .stored(let reference, let archive): archive.has(reference)
    }
  }

  /// Returns a record with the same details for another element, with no charged characters and no
  /// audio.
  func copy(for element: String) -> TypedDataStorage {
    TypedDataStorage(
      providerId: providerId, requestorID: requestorID, mimeType: mimeType,
      audioFormat: audioFormat, prompt: prompt, characterCount: 0,
      durationSeconds: durationSeconds, sampleRate: sampleRate, channels: channels,
      voiceID: voiceID, voiceName: voiceName, languageCode: languageCode,
      voiceOptions: voiceOptions, metadata: metadata, owningElement: element)
  }
}
