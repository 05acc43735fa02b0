import Hablare
import Narration

/// A span, with its position in the script and the texts around it.
struct PlacedSpan: Sendable {
  var span: SpokenSpan
  var position: ScriptPosition
  /// The name of the speaker; empty for the narrator.
  var role: String
  /// The pauses inside the text.
  var pauses = ClipPauses()
  /// The text of the chapter's previous span; nil for the first span.
  var previousText: String?
  /// The text of the chapter's next span; nil for the last span.
  var nextText: String?

  /// Returns the request to a provider, with the surrounding texts if the provider uses them.
  /// The request does not ask for word times. `SpeechSource` asks for word times later if the build needs them.
  func request(to provider: any VoiceProvider) -> VoiceEngineRequest {
    var request = span.request
    if provider.abilities(model: request.options.model).usesContext {
      (request.previousText, request.nextText) = (previousText, nextText)
    }
    return request
  }
}

extension TableRead {
  /// The spans in rendering order.
  var placedSpans: [PlacedSpan] {
    var spans = passages.flatMap { passage in
      passage.spanOrder.map { place in
        let item = passage.items[place.item]
        return PlacedSpan(
          span: item.spans[place.span], position: item.position, role: item.role?.name ?? "",
          pauses: pausesInside)
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
  /// The spans in rendering order.
  /// Simultaneous speeches are interleaved, so that long speeches need little memory.
  var spanOrder: [(item: Int, span: Int)] {
    let longest = items.map(\.spans.count).max() ?? 0
    return (0..<longest).flatMap { span in
      items.indices.filter { items[$0].spans.count > span }.map { (item: $0, span: span) }
    }
  }
}
