import Hablare
import Narration

/// A span where it stands in its chapter.
struct PlacedSpan: Sendable {
  var span: SpokenSpan
  var place: ScriptPlace
  /// Who speaks it; empty for the narrator.
  var role: String
  /// What is said before it in the chapter; nil for the first.
  var previousText: String?
  /// What is said after it; nil for the last.
  var nextText: String?

  /// What a provider is asked for: with the texts around it where they count.
  ///
  /// The wish for the places of words is not part of it: the same kept clip answers with and without.
  func request(to provider: any VoiceProvider) -> VoiceEngineRequest {
    var request = span.request
    if provider.abilities(model: request.options.model).usesContext {
      (request.previousText, request.nextText) = (previousText, nextText)
    }
    return request
  }
}

extension TableRead {
  /// The spans in the order in which they are needed.
  var placedSpans: [PlacedSpan] {
    var spans = passages.flatMap { passage in
      passage.spanOrder.map { place in
        let item = passage.items[place.item]
        return PlacedSpan(
          span: item.spans[place.span], place: item.place, role: item.role?.name ?? "")
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
  /// The spans in the order in which they are needed: those of simultaneous speeches in turn, so that
  /// long speeches side by side need no more memory than one.
  var spanOrder: [(item: Int, span: Int)] {
    let longest = items.map(\.spans.count).max() ?? 0
    return (0..<longest).flatMap { span in
      items.indices.filter { items[$0].spans.count > span }.map { (item: $0, span: span) }
    }
  }
}
