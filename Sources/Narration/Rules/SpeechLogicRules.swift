public import Guion

/// How the elements of a script are read aloud.
///
/// Rules say what becomes of a scene heading, of a speech and of any other element. All else has a default:
/// the layout of documents (lists, quotations, tables, code, footnotes), titles, credits and simultaneous
/// speeches are then read as `RuleSet.current` reads them, in the words and the voice of these rules.
public protocol SpeechLogicRules: Sendable {
  /// The rule set's version; part of every fingerprint, so that a later set renders again honestly.
  static var version: String { get }

  /// A scene heading: starts a new scene, and is read.
  func processSceneHeading(_ element: GuionElement, context: inout SceneContext) -> [NarrationStep]

  /// The speech that starts at `startIndex`: its steps, and how many elements it took.
  ///
  /// The text of its lines has words in place of code, images and the like.
  func processDialogueBlock(
    startIndex: Int, elements: ArraySlice<GuionElement>, context: inout SceneContext
  ) -> (steps: [NarrationStep], consumed: Int)

  /// Any other element; in place of code, images and the like its text has the words for them.
  func processSingleElement(_ element: GuionElement, context: inout SceneContext) -> [NarrationStep]

  // MARK: Layout

  /// How layout is read aloud; `LayoutSettings.standard` by default.
  var layoutSettings: LayoutSettings { get }

  /// Words that the narrator reads at an element, as one item: those of a list item, a row, a footnote, or
  /// the lines of a block of code.
  ///
  /// By default the rules read an action with these words by `processSingleElement`, which must then not
  /// call this function.
  func narrate(
    _ lines: [String], at element: GuionElement, placement: SpokenItem.Placement
  ) -> [NarrationStep]

  /// Words that stand in no document, such as "End quote", at the element that they come before.
  ///
  /// By default they are narrated, as an announcement.
  func announce(
    _ words: String, at element: GuionElement, placement: SpokenItem.Placement
  ) -> [NarrationStep]

  /// An element that is no scene heading and starts no speech, and how many elements were taken: an
  /// announced table is one item for all of its rows.
  func processDocumentElement(
    _ index: Int, of elements: ArraySlice<GuionElement>, layout: inout LayoutContext,
    context: inout SceneContext
  ) -> (steps: [NarrationStep], consumed: Int)

  /// What is left to say when a chapter is over: the end of a quotation, and the footnotes.
  func finishLayout(_ layout: inout LayoutContext, after element: GuionElement?) -> [NarrationStep]

  // MARK: Titles

  /// A heading as the title with which a chapter opens; by default any other element.
  func processTitle(_ heading: GuionElement) -> [NarrationStep]

  /// The opening credits; by default "Title. Written by Author."
  func processCredits(title: String?, credit: String?, authors: [String]) -> [NarrationStep]

  /// The words that a chapter with this heading is listed under; by default those of the heading.
  func title(of heading: GuionElement) -> String

  /// A role's name as it says it; by default the name, and "Narrator" for an empty one.
  func introduction(of role: String) -> String
}

extension SpeechLogicRules {
  /// `LayoutSettings.standard`.
  public var layoutSettings: LayoutSettings { .standard }

  /// Reads an action with these words; the lines become one item.
  public func narrate(
    _ lines: [String], at element: GuionElement, placement: SpokenItem.Placement
  ) -> [NarrationStep] {
    let read = lines.map { line in
      var context = SceneContext()
      let action = GuionElement(
        elementType: .action, elementText: line, sourceRange: element.sourceRange)
      return processSingleElement(action, context: &context)
    }
    guard read.contains(where: \.areHeard) else { return [.pause(pauses.emptyLine)] }
    let steps = read.count == 1 ? read[0] : joined(read.joined().compactMap(\.item))
    return steps.changed { $0.placement = placement }
  }

  /// One item of several, with the pause between speeches of one speaker between them.
  private func joined(_ items: [SpokenItem]) -> [NarrationStep] {
    guard var whole = items.first else { return [] }
    for item in items.dropFirst() {
      var spans = item.spans
      if !spans.isEmpty { spans[0].pauseBefore = max(spans[0].pauseBefore, pauses.sameSpeaker) }
      whole.spans += spans
    }
    return [.item(whole)]
  }

  /// Narrates the words, as an announcement.
  public func announce(
    _ words: String, at element: GuionElement, placement: SpokenItem.Placement
  ) -> [NarrationStep] {
    narrate([words], at: element, placement: placement).changed { $0.kind = .announcement }
  }

  /// Reads the heading as any other element.
  public func processTitle(_ heading: GuionElement) -> [NarrationStep] {
    var context = SceneContext()
    return processSingleElement(worded(heading), context: &context)
  }

  /// Narrates the title and the authors.
  public func processCredits(
    title: String?, credit: String?, authors: [String]
  ) -> [NarrationStep] {
    let text = layoutSettings.words.credits(title: title, credit: credit, authors: authors)
    let nowhere = GuionElement(elementType: .action, elementText: "")
    return text.map { text in
      narrate([text], at: nowhere, placement: .paragraph).changed { $0.kind = .credits }
    } ?? []
  }

  /// The heading's words, without footnotes.
  public func title(of heading: GuionElement) -> String {
    layoutSettings.titleInlines.text(of: heading)
  }

  /// The name itself; the language's word for a narrator if it is empty.
  public func introduction(of role: String) -> String {
    role.isEmpty ? layoutSettings.words.narrator : role
  }
}

extension [NarrationStep] {
  /// The steps with their items changed.
  fileprivate func changed(_ change: (inout SpokenItem) -> Void) -> [NarrationStep] {
    map { step in
      guard case .item(var item) = step else { return step }
      change(&item)
      return .item(item)
    }
  }
}
