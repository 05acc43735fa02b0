import Basics
public import FoundationEssentials
public import Observation

/// A text with the voice that speaks it.
///
/// An item can have no words: its text then has no letter and no digit, and may be empty. Functions
/// that speak or estimate several items skip such an item.
public protocol SpeakableItem: Sendable {
  /// The provider that speaks the text.
  var voiceProvider: any VoiceProvider { get }
  /// The id that the provider uses for the voice.
  var voiceId: String { get }
  /// The words to speak.
  var textToSpeak: String { get }
  /// The language of the words; by default the system's.
  var languageCode: String { get }
  /// The manner of speaking; by default the voice's normal manner.
  var voiceOptions: VoiceOptions { get }
  /// The request to the provider; by default the words in the voice and the manner of the item.
  ///
  /// An item whose provider gets something else than its words, such as phonemes, returns this here.
  var engineRequest: VoiceEngineRequest { get }
  /// The id of the document element that the item belongs to; nil if it belongs to no element.
  ///
  /// The records that a `GenerationService` stores for the item belong to this element.
  /// `GenerationStore` finds records by their element, and removes the records when it removes the
  /// element.
  var owningElement: String? { get }
}

extension SpeakableItem {
  /// The system's language.
  public var languageCode: String { LanguageCodeResolver.systemLanguageCode }

  /// The voice's normal manner.
  public var voiceOptions: VoiceOptions { VoiceOptions() }

  /// The words in the voice and the manner of the item.
  public var engineRequest: VoiceEngineRequest {
    VoiceEngineRequest(
      text: textToSpeak, voiceId: voiceId, languageCode: languageCode, options: voiceOptions)
  }

  /// Nil by default.
  public var owningElement: String? { nil }

  /// Whether the text has a letter or a digit and can therefore be heard.
  package var hasWords: Bool { textToSpeak.unicodeScalars.contains(where: \.isLetterOrNumber) }

  /// Speaks the item and returns the audio, in the provider's `mimeType`.
  ///
  /// Throws any error of the provider, such as `VoiceProviderError.invalidRequest` for blank text.
  public func speak() async throws -> Data {
    let item = await asSpoken
    return try await item.voiceProvider.generateAudio(
      text: item.textToSpeak, voiceId: item.voiceId, languageCode: item.languageCode,
      options: item.voiceOptions)
  }

  /// Returns the provider's estimate of the item's length in seconds; 0 if the item has no words.
  ///
  /// The provider estimates from the voice and the text, and ignores the item's options.
  public func estimateDuration() async -> TimeInterval {
    guard hasWords else { return 0 }
    return await voiceProvider.estimateDuration(text: textToSpeak, voiceId: voiceId)
  }

  /// Returns whether the provider has the item's voice.
  public func isVoiceAvailable() async -> Bool {
    await voiceProvider.isVoiceAvailable(voiceId: voiceId)
  }
}

/// An item whose voice the provider must be asked for.
/// A scene's items are created without waiting, but a provider knows the whispering form of a voice
/// only after it has listed its voices.
package protocol UndecidedItem: SpeakableItem {
  associatedtype Decided: SpeakableItem
  func decided() async -> Decided
}

extension SpeakableItem {
  package var asSpoken: any SpeakableItem {
    get async { await (self as? any UndecidedItem)?.decided() ?? self }
  }
}

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

/// Texts that belong together, in order: a scene, a list, an article.
///
/// A group need not be Sendable. It is often a view of a model that belongs to one actor, and only
/// the group's items leave this actor.
public protocol SpeakableGroup {
  /// The name shown to people.
  var groupName: String { get }
  /// More about the group, such as the numbers of its items by kind; nil if there is no more to
  /// show.
  var groupDescription: String? { get }
  /// Returns the items in order.
  ///
  /// A group that contains other groups can return the items of these groups.
  func getGroupedElements() -> [any SpeakableItem]
}

extension SpeakableGroup {
  /// Nil by default.
  public var groupDescription: String? { nil }

  /// The number of items, including items without words; calls `getGroupedElements()`.
  public var itemCount: Int { getGroupedElements().count }

  /// Speaks the items in sequence and returns the audio of each, like `speakAll()` of a collection.
  nonisolated(nonsending) public func speakAll() async throws -> [Data] {
    try await getGroupedElements().speakAll()
  }
}

/// A text with the voice that speaks it, for apps that do not define an item type.
///
/// ```swift
/// let greeting = SpeakableText("Good evening.", voiceProvider: provider, voiceId: "en-gb")
/// let sound = try await greeting.speak()
/// ```
public struct SpeakableText: SpeakableItem {
  /// The provider that speaks the text.
  public var voiceProvider: any VoiceProvider
  /// The id that the provider uses for the voice.
  public var voiceId: String
  /// The words to speak.
  public var textToSpeak: String
  /// The BCP 47 tag of the text's language.
  public var languageCode: String
  /// The manner of speaking.
  public var voiceOptions: VoiceOptions
  /// The id of the element that the text belongs to; nil if it belongs to no element.
  public var owningElement: String?

  /// Creates an item from a text.
  ///
  /// The default language is the system's.
  public init(
    _ textToSpeak: String, voiceProvider: any VoiceProvider, voiceId: String,
    languageCode: String? = nil, voiceOptions: VoiceOptions = VoiceOptions(),
    owningElement: String? = nil
  ) {
    self.voiceProvider = voiceProvider
    self.voiceId = voiceId
    self.textToSpeak = textToSpeak
    self.languageCode = LanguageCodeResolver.resolve(languageCode)
    self.voiceOptions = voiceOptions
    self.owningElement = owningElement
  }
}

/// Items to be generated in order, with the progress that a view can show.
///
/// A `GenerationService` generates the items. An item is finished when its audio exists, and committed
/// when its audio is stored. If the generation continues after failures, a failed item counts as
/// finished and committed too. The finished items are always the first items of the list, without a
/// gap, and so are the committed items.
@MainActor @Observable public final class SpeakableItemList {
  /// The name shown to people.
  nonisolated public let name: String
  /// The items, in order.
  nonisolated public let items: [any SpeakableItem]
  /// The number of committed items, which is also the index of the first uncommitted item.
  public private(set) var currentIndex = 0
  /// The number of finished items, including the committed ones.
  public private(set) var finishedCount = 0
  /// The current status, in a few words.
  public private(set) var statusMessage = "Waiting"
  /// Whether the items are being generated.
  public private(set) var isProcessing = false
  /// Whether every item is committed.
  public private(set) var isComplete = false
  /// Whether the generation was cancelled; committed items are kept.
  public private(set) var isCancelled = false
  /// Whether the generation ended because of `error`; committed items are kept.
  public private(set) var hasFailed = false
  /// Why the generation failed; nil if `hasFailed` is false.
  public private(set) var error: (any Error)?

  /// Stops the running generation.
  @ObservationIgnored private var stop: (@Sendable () -> Void)?
  /// Whether cancelling was requested but the generation has not ended yet.
  @ObservationIgnored private var isCancelling = false
  /// Whether the list was cancelled before its generation began.
  @ObservationIgnored private var isCancelledInAdvance = false

  /// Creates a list of items that are not generated yet.
  public init(name: String, items: [any SpeakableItem]) {
    self.name = name
    self.items = items
  }

  /// Creates a list of the items of a group.
  public convenience init(_ group: any SpeakableGroup) {
    self.init(name: group.groupName, items: group.getGroupedElements())
  }

  /// The number of items.
  public var totalCount: Int { items.count }

  /// The fraction of finished items, from 0 to 1; 1 for an empty list that is complete.
  public var progress: Double {
    items.isEmpty ? (isComplete ? 1 : 0) : Double(finishedCount) / Double(items.count)
  }

  /// Cancels the generation.
  ///
  /// No further item is started, and committed items are kept.
  ///
  /// The flags change when the generation has ended. If no generation has begun yet, `isCancelled`
  /// becomes true at once, and the list's next generation ends as soon as it begins. After a
  /// generation has ended, this does nothing.
  public func cancel() {
    if let stop {
      isCancelling = true
      statusMessage = "Cancelling"
      return stop()
    }
    guard !isProcessing, !isComplete, !hasFailed, !isCancelled else { return }
    isCancelledInAdvance = true
    isCancelled = true
    statusMessage = "Cancelled"
  }
}

// Functions for the generation service.
extension SpeakableItemList {
  /// How a generation ends.
  package enum Outcome {
    /// Every item is committed.
    case success
    case cancelled
    /// The generation cannot continue.
    case failed(any Error)
  }

  /// Begins a generation.
  /// The list calls `stop` to cancel the generation, possibly more than once, and possibly before
  /// this function returns.
  /// Returns false, and changes nothing, if another generation of the list is running.
  package func begin(stop: @escaping @Sendable () -> Void) -> Bool {
    guard !isProcessing else { return false }
    (currentIndex, finishedCount) = (0, 0)
    (isProcessing, isComplete, isCancelled, hasFailed) = (true, false, false, false)
    (error, isCancelling) = (nil, false)
    self.stop = stop
    updateStatus()
    if isCancelledInAdvance {
      isCancelledInAdvance = false
      cancel()
    }
    return true
  }

  /// Sets the number of finished items; ignores a number that is not larger than before.
  package func finished(upTo count: Int) {
    guard isProcessing, count > finishedCount else { return }
    finishedCount = min(count, items.count)
    updateStatus()
  }

  /// Sets the number of committed items; ignores a number that is not larger than before.
  package func committed(upTo count: Int) {
    guard isProcessing, count > currentIndex else { return }
    currentIndex = min(count, items.count)
    finished(upTo: count)
  }

  /// Ends the generation; does nothing if no generation is running.
  package func finish(_ outcome: Outcome) {
    guard isProcessing else { return }
    isProcessing = false
    stop = nil
    let count = "\(currentIndex) of \(items.count)"
    switch outcome {
    case .success:
      (currentIndex, finishedCount) = (items.count, items.count)
      isComplete = true
      statusMessage = "Completed \(items.count) of \(items.count)"
    case .cancelled:
      isCancelled = true
      statusMessage = "Cancelled after \(count)"
    case .failed(let reason):
      hasFailed = true
      error = reason
      statusMessage = "Failed after \(count): \(reason)"
    }
  }

  private func updateStatus() {
    guard finishedCount < items.count, !isCancelling else { return }
    statusMessage = "Generating \(finishedCount + 1) of \(items.count)"
  }
}

/// The effect of a failed item on its list.
public enum GenerationErrorRule: Sendable, Equatable {
  /// No further item is started. The items before the failed item are stored.
  case stop
  /// The other items are generated. At the end, one error reports all failures.
  case `continue`
}

/// The failures in a list that was generated with `.continue`.
public struct GenerationListError: LocalizedError, CustomStringConvertible {
  /// The failures in the order of the list, each with its item's index, counted from 0.
  public var failures: [(index: Int, error: any Error)]

  package init(failures: [(index: Int, error: any Error)]) { self.failures = failures }

  /// The number of failures, and the reasons for the first few.
  public var description: String {
    let shown = failures.prefix(5).map { "item \($0.index + 1): \($0.error)" }
    let rest = failures.count - shown.count
    return "\(failures.count) item\(failures.count == 1 ? "" : "s") failed: "
      + shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  /// The message for people.
  public var errorDescription: String? { description }

  /// What to do about the failures.
  public var recoverySuggestion: String? {
    "Generate the list again: only the failed items are generated."
  }
}
