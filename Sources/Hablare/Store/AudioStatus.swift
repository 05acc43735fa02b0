/// Which items of a group have audio in a store, and which still need it.
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
  /// What a store has for an item.
  public enum State: Sendable, Equatable {
    /// A record with the item's audio.
    case ready(TypedDataStorage)
    /// Only a record of another element that says the same: the item gets a record of its own, for
    /// which no engine is asked.
    case shareable(TypedDataStorage)
    /// No audio: an engine must be asked.
    case missing
    /// Nothing to say: the item needs no audio.
    case silent
  }

  /// An item with what the store has for it.
  public struct Entry: Sendable {
    /// The item.
    public let item: any SpeakableItem
    /// What the store has for it.
    public let state: State

    /// The record with the item's own audio; nil if it has none.
    public var record: TypedDataStorage? {
      if case .ready(let record) = state { record } else { nil }
    }

    /// Whether `generateGroup` would give the item a record.
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

  /// The number of items for which an engine must be asked, at most: of several that say the same in
  /// one voice, it is asked for one.
  public var missingCount: Int { entries.count { $0.state == .missing } }

  /// The number of items that have nothing to say.
  public var silentCount: Int { entries.count { $0.state == .silent } }

  /// Whether no item needs audio any more.
  public var isComplete: Bool { neededCount == 0 }

  /// The items that still need audio, in their order.
  public var neededItems: [any SpeakableItem] { entries.filter(\.isNeeded).map(\.item) }
}

extension GenerationStore {
  /// Which items of a group have audio, and which still need it.
  ///
  /// No audio is read, so a damaged file counts as audio until it is read or generated again.
  nonisolated(nonsending) public func audioStatus(
    of group: any SpeakableGroup
  ) async throws -> AudioStatus {
    try await audioStatus(of: group.getGroupedElements())
  }

  /// Which items have audio, and which still need it.
  ///
  /// No audio is read, so a damaged file counts as audio until it is read or generated again.
  public func audioStatus(of items: [any SpeakableItem]) throws -> AudioStatus {
    AudioStatus(entries: try items.map { AudioStatus.Entry(item: $0, state: try state(of: $0)) })
  }

  private func state(of item: any SpeakableItem) throws(StoreError) -> AudioStatus.State {
    guard item.hasWords else { return .silent }
    guard let record = try candidates(for: item).first(where: \.hasAudio) else { return .missing }
    return record.serves(item) ? .ready(record) : .shareable(record)
  }
}

extension TypedDataStorage {
  /// Whether the record is the item's own: of its element, or of any where the item has none.
  func serves(_ item: any SpeakableItem) -> Bool {
    item.owningElement == nil || item.owningElement == owningElement
  }

  /// Whether there is audio of the right length, without reading it.
  fileprivate var hasAudio: Bool {
    switch audio {
    case .none: false
    case .held: true
    case .stored(let reference, let archive): archive.has(reference)
    }
  }

  /// A record of the same audio for another element; nothing was charged for it.
  func copy(for element: String) -> TypedDataStorage {
    TypedDataStorage(
      providerId: providerId, requestorID: requestorID, mimeType: mimeType,
      audioFormat: audioFormat, prompt: prompt, characterCount: 0,
      durationSeconds: durationSeconds, sampleRate: sampleRate, channels: channels,
      voiceID: voiceID, voiceName: voiceName, languageCode: languageCode,
      voiceOptions: voiceOptions, metadata: metadata, owningElement: element)
  }
}
