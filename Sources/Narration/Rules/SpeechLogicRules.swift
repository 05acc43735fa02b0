public import Guion

/// How the elements of a script are read aloud.
public protocol SpeechLogicRules: Sendable {
  /// The rule set's version; part of every fingerprint, so that a later set renders again honestly.
  static var version: String { get }

  /// A scene heading: starts a new scene, and is read.
  func processSceneHeading(_ element: GuionElement, context: inout SceneContext) -> [NarrationStep]

  /// The speech that starts at `startIndex`: its steps, and how many elements it took.
  func processDialogueBlock(
    startIndex: Int, elements: ArraySlice<GuionElement>, context: inout SceneContext
  ) -> (steps: [NarrationStep], consumed: Int)

  /// Any other element.
  func processSingleElement(_ element: GuionElement, context: inout SceneContext) -> [NarrationStep]
}
