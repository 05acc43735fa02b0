import Guion
import Hablare
import Narration

/// An app's own rules.
///
/// One voice shouts every element, without announcements. A hook is called before each element is read.
struct HookedRules: SpeechLogicRules {
  static let version = "hooked 1"
  var hook: @Sendable (GuionElement) -> Void = { _ in }

  private func said(_ element: GuionElement) -> [NarrationStep] {
    hook(element)
    guard element.isSpeakable else { return [] }
    let performance = Performance(
      voice: .tone("bass"), languageCode: "en", options: VoiceOptions(), gain: 0, effect: nil)
    let line = element.sourceRange?.start.line ?? 0
    let span = SpokenSpan(text: element.elementText.uppercased() + "!", performance: performance)
    return [
      .item(SpokenItem(kind: .element(element.elementType), role: nil, line: line, spans: [span]))
    ]
  }

  func processSceneHeading(
    _ element: GuionElement, context: inout SceneContext
  ) -> [NarrationStep] { said(element) }

  /// Consumes no elements, so the caller continues with the next element.
  func processDialogueBlock(
    startIndex: Int, elements: ArraySlice<GuionElement>, context: inout SceneContext
  ) -> (steps: [NarrationStep], consumed: Int) { (said(elements[startIndex]), 0) }

  func processSingleElement(
    _ element: GuionElement, context: inout SceneContext
  ) -> [NarrationStep] { said(element) }
}
