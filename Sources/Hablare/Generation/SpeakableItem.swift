import Basics
public import FoundationEssentials

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
