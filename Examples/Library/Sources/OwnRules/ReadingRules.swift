import Guion
import Hablare
import Narration

/// An app's own rules: the speaker's name is read before every speech, and headings are read slowly.
struct ReadingRules: SpeechLogicRules {
  // This version is stored with each line that the rules create (`SpeakableLine.ruleVersion`).
  static let version = "reading 1"

  // The settings and the language for footnotes, quotations, lists, tables and code.
  let layoutSettings: LayoutSettings
  let narrator: VoiceURI
  /// The voices of speakers, by the names on the cues.
  let voices: [String: VoiceURI]

  func processSceneHeading(
    _ element: GuionElement, context: inout SceneContext
  ) -> [NarrationStep] {
    context = SceneContext(sceneID: element.elementText)
    return item(at: element, [span(element.elementText, at: element, rate: 0.9)])
  }

  /// Reads a cue and its speech; `consumed` is the number of elements that were read.
  func processDialogueBlock(
    startIndex: Int, elements: ArraySlice<GuionElement>, context: inout SceneContext
  ) -> (steps: [NarrationStep], consumed: Int) {
    let cue = elements[startIndex]
    let block = elements[(startIndex + 1)...].prefix {
      [.dialogue, .parenthetical, .lyrics].contains($0.elementType)
    }
    let words = block.filter { $0.elementType != .parenthetical }
    guard let first = words.first else { return ([], block.count + 1) }
    let name = item(.announcement, at: cue, [span(cue.elementText, at: cue)])
    let said = words.map { span($0.elementText, at: $0, by: voices[cue.elementText]) }
    return (name + item(at: first, said), block.count + 1)
  }

  func processSingleElement(
    _ element: GuionElement, context: inout SceneContext
  ) -> [NarrationStep] {
    guard element.isSpeakable else { return [] }
    // The type of a section heading contains a level: `.sectionHeading(level: 1)`.
    let rate = if case .sectionHeading = element.elementType { 0.9 } else { 1.0 }
    return item(at: element, [span(element.elementText, at: element, rate: rate)])
  }

  /// Returns a span: text that one voice speaks in one request.
  private func span(
    _ text: String, at element: GuionElement, by voice: VoiceURI? = nil, rate: Double = 1
  ) -> SpokenSpan {
    let performance = Performance(
      voice: voice ?? narrator, languageCode: layoutSettings.language,
      options: VoiceOptions(rate: rate), gain: 0, effect: nil)
    return SpokenSpan(text: text, performance: performance, line: line(of: element))
  }

  /// Returns one item.
  ///
  /// A build finds the element of an item by the kind and the line: an announcement belongs to the cue on
  /// its line.
  private func item(
    _ kind: SpokenItem.Kind? = nil, at element: GuionElement, _ spans: [SpokenSpan]
  ) -> [NarrationStep] {
    let kind = kind ?? .element(element.elementType)
    return [.item(SpokenItem(kind: kind, role: nil, line: line(of: element), spans: spans))]
  }

  private func line(of element: GuionElement) -> Int { element.sourceRange?.start.line ?? 0 }
}
