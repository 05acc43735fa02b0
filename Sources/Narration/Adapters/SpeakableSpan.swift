public import Hablare

/// A span of a table read, with the provider of its voice: one request to an engine.
public struct SpeakableSpan: SpeakableItem {
  /// The span.
  public let span: SpokenSpan
  /// The provider of the voice.
  public let voiceProvider: any VoiceProvider
  /// The id of the element that contains the text of the span (`GuionElement.elementID`).
  ///
  /// Nil for credits, and for elements without an id.
  public let owningElement: String?
  /// The position in the script of the item that contains the span.
  package var position = ScriptPosition(line: 0)
  /// The name of the speaker; empty for the narrator.
  package var role = ""
  /// The pauses inside the text.
  package var pauses = ClipPauses()
  /// The texts of the spans before and after this span; nil at the ends.
  fileprivate var previousText: String?
  fileprivate var nextText: String?

  /// The id of the voice at its provider.
  public var voiceId: String { span.performance.voice.voiceId }
  /// The words, without phonemes.
  public var textToSpeak: String { span.hasPhonemes ? span.captionText : span.text }
  /// The language of the text.
  public var languageCode: String { span.performance.languageCode }
  /// The rate, pitch and other settings of the voice.
  public var voiceOptions: VoiceOptions { span.performance.options }

  /// The request of a build: the text with its phonemes, and the texts around it if the provider uses
  /// them.
  public var engineRequest: VoiceEngineRequest {
    var request = span.request
    if voiceProvider.abilities(model: request.options.model).usesContext {
      (request.previousText, request.nextText) = (previousText, nextText)
    }
    return request
  }

  /// Creates an item.
  /// If the provider is unknown, speaking the item throws an error.
  package init(_ span: SpokenSpan, directory: VoiceDirectory, owningElement: String?) {
    self.span = span
    self.owningElement = owningElement
    let id = span.performance.voice.providerId
    voiceProvider = directory.provider(id) ?? UnknownVoiceProvider(providerId: id)
  }
}

extension TableRead {
  /// Returns the spans in the order in which they are rendered, with their providers.
  ///
  /// `owners` returns the element of a span of an item; by default, the spans have no elements.
  package func speakables(
    _ directory: VoiceDirectory,
    owner: (_ passage: Int, _ item: Int, _ span: Int) -> String? = { _, _, _ in nil }
  ) -> [SpeakableSpan] {
    var spans: [SpeakableSpan] = []
    for (number, passage) in passages.enumerated() {
      for place in passage.spanOrder {
        let item = passage.items[place.item]
        var span = SpeakableSpan(
          item.spans[place.span], directory: directory,
          owningElement: owner(number, place.item, place.span))
        (span.position, span.pauses) = (item.position, pausesInside)
        span.role = item.role?.name ?? ""
        spans.append(span)
      }
    }
    for index in spans.indices.dropFirst() {
      spans[index].previousText = spans[index - 1].span.text
      spans[index - 1].nextText = spans[index].span.text
    }
    return spans
  }
}

extension Passage {
  /// The spans in the order in which they are rendered.
  /// Simultaneous speeches are interleaved, so that long speeches need little memory.
  package var spanOrder: [(item: Int, span: Int)] {
    let longest = items.map(\.spans.count).max() ?? 0
    return (0..<longest).flatMap { span in
      items.indices.filter { items[$0].spans.count > span }.map { (item: $0, span: span) }
    }
  }
}
