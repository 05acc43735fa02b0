public import Guion

/// The rules for reading the elements of a script aloud.
///
/// Rules decide how a scene heading, a speech and any other element are read. Everything else has a default
/// implementation: the layout of documents (lists, quotations, tables, code, footnotes), titles, credits and
/// simultaneous speeches. The default implementations follow `RuleSet.current`, with the words and the voice of these
/// rules.
public protocol SpeechLogicRules: Sendable {
  /// The version of the rules. It is stored with each line as `SpeakableLine.ruleVersion`.
  static var version: String { get }

  /// Reads a scene heading and starts a new scene.
  func processSceneHeading(_ element: GuionElement, context: inout SceneContext) -> [NarrationStep]

  /// Reads the speech that starts at `startIndex`. Returns its steps and the number of elements that were read.
  ///
  /// In the dialogue and lyrics, spoken words have already replaced code, images and similar spans.
  func processDialogueBlock(
    startIndex: Int, elements: ArraySlice<GuionElement>, context: inout SceneContext
  ) -> (steps: [NarrationStep], consumed: Int)

  /// Reads any other element. In its text, spoken words have already replaced code, images and similar spans.
  func processSingleElement(_ element: GuionElement, context: inout SceneContext) -> [NarrationStep]

  // MARK: Layout

  /// The settings for reading layout; `LayoutSettings.standard` by default.
  var layoutSettings: LayoutSettings { get }

  /// Reads lines with the narrator's voice as one item: a list item, a row, a footnote, or the lines of a block of
  /// code.
  ///
  /// The item has the position of `element`. By default, `processSingleElement` reads each line as an action. A type
  /// that uses the default must not call this function in `processSingleElement`.
  func narrate(
    _ lines: [String], at element: GuionElement, placement: SpokenItem.Placement
  ) -> [NarrationStep]

  /// Reads words that are not in the document, such as "End quote".
  ///
  /// The item has the position of `element`. By default, the words are narrated as an announcement.
  func announce(
    _ words: String, at element: GuionElement, placement: SpokenItem.Placement
  ) -> [NarrationStep]

  /// Reads an element that is not a scene heading and does not start a speech. Returns its steps and the number of
  /// elements that were read.
  ///
  /// For example, an announced table is one item for all its rows.
  func processDocumentElement(
    _ index: Int, of elements: ArraySlice<GuionElement>, layout: inout LayoutContext,
    context: inout SceneContext
  ) -> (steps: [NarrationStep], consumed: Int)

  /// Reads the end of a chapter: the end of a quotation, and the footnotes.
  func finishLayout(_ layout: inout LayoutContext, after element: GuionElement?) -> [NarrationStep]

  // MARK: Titles

  /// Reads a heading as the title that opens a chapter. By default, the heading is read like any other element.
  func processTitle(_ heading: GuionElement) -> [NarrationStep]

  /// Reads the opening credits; by default "Title. Written by Author."
  func processCredits(title: String?, credit: String?, authors: [String]) -> [NarrationStep]

  /// Returns the title under which a chapter with this heading is listed; by default the text of the heading.
  func title(of heading: GuionElement) -> String

  /// Returns the words with which a role introduces itself; by default its name, or the language's word for a narrator
  /// if the name is empty.
  func introduction(of role: String) -> String
}

extension SpeechLogicRules {
  /// The default settings: `LayoutSettings.standard`.
  public var layoutSettings: LayoutSettings { .standard }

  /// Reads each line as an action, and joins the results into one item.
  public func narrate(
    _ lines: [String], at element: GuionElement, placement: SpokenItem.Placement
  ) -> [NarrationStep] {
    let read = lines.map { line in
      var context = SceneContext()
      let action = GuionElement(
        elementType: .action, elementText: line, sourceRange: element.sourceRange)
      return processSingleElement(action, context: &context)
    }
    guard read.contains(where: \.hasItems) else { return [.pause(pauses.emptyLine)] }
    let steps = read.count == 1 ? read[0] : joined(read.joined().compactMap(\.item))
    return steps.changed { $0.placement = placement }
  }

  /// Joins several items into one item.
  /// The pause between two items is the pause between speeches of the same speaker.
  private func joined(_ items: [SpokenItem]) -> [NarrationStep] {
    guard var whole = items.first else { return [] }
    for item in items.dropFirst() {
      var spans = item.spans
      if !spans.isEmpty { spans[0].pauseBefore = max(spans[0].pauseBefore, pauses.sameSpeaker) }
      whole.spans += spans
    }
    return [.item(whole)]
  }

  /// Narrates the words as an announcement.
  public func announce(
    _ words: String, at element: GuionElement, placement: SpokenItem.Placement
  ) -> [NarrationStep] {
    narrate([words], at: element, placement: placement).changed { $0.kind = .announcement }
  }

  /// Reads the heading like any other element.
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

  /// Returns the text of the heading, without footnotes.
  public func title(of heading: GuionElement) -> String {
    layoutSettings.titleInlines.text(of: heading)
  }

  /// Returns the name, or the language's word for a narrator if the name is empty.
  public func introduction(of role: String) -> String {
    role.isEmpty ? layoutSettings.words.narrator : role
  }
}

extension [NarrationStep] {
  fileprivate func changed(_ change: (inout SpokenItem) -> Void) -> [NarrationStep] {
    map { step in
      guard case .item(var item) = step else { return step }
      change(&item)
      return .item(item)
    }
  }
}

// The text of elements. This code is the same for all rules.
extension SpeechLogicRules {
  /// Reads text with the narrator's voice, at the position of an element.
  func narrated(
    _ element: GuionElement, _ text: String, placement: SpokenItem.Placement = .paragraph
  ) -> [NarrationStep] {
    narrate([text], at: element, placement: placement)
  }

  /// Returns an element with spoken words in place of code, formulas, images, struck-through text and footnote marks.
  func worded(_ element: GuionElement) -> GuionElement {
    guard !element.inlines.isEmpty else { return element }
    var worded = element
    worded.elementText = inlines.text(of: element)
    worded.inlines = []
    return worded.withIdentity(of: element)
  }

  /// Returns the elements, with spoken words in place of code and images in the dialogue and lyrics.
  func wordedSpeeches(_ elements: ArraySlice<GuionElement>) -> ArraySlice<GuionElement> {
    var worded = elements
    for index in elements.indices where !elements[index].inlines.isEmpty {
      switch elements[index].elementType {
      case .dialogue, .lyrics: worded[index] = self.worded(elements[index])
      default: break
      }
    }
    return worded
  }

  /// Returns the text of an element with its lines joined by spaces.
  /// In a screenplay, lines that the author centred or indented become sentences.
  package func joinedLines(of element: GuionElement) -> String {
    let text =
      element.quoteDepth > 0 ? alert(inlines.text(of: element)) : inlines.text(of: element)
    guard text.contains("\n") else { return text }
    let isNew = layoutSettings.rules >= .v1_2
    let isScreenplay = layoutSettings.format.isScreenplay
    let typed = text.split(separator: "\n")
    let lines = isNew ? WrappedLines.mended(typed, isDocument: !isScreenplay) : typed
    let heard = isNew ? WrappedLines.heard(lines) : lines
    guard isScreenplay else { return heard.joined(separator: " ") }
    let isSetOut = element.isCentered || lines.contains { $0.first == " " || $0.first == "\t" }
    guard isSetOut, element.elementType == .action else { return heard.joined(separator: " ") }
    return lines.indices.map { index in
      let trimmed = lines[index].drop { $0 == " " }
      if isNew, !element.isCentered, WrappedLines.continues(index, in: lines) {
        return String(trimmed)
      }
      let ends = trimmed.unicodeScalars.last.map { $0.isSentenceEnd || !$0.isLetterOrDigit } ?? true
      return ends ? String(trimmed) : trimmed + "."
    }.joined(separator: " ")
  }

  /// Returns the text with the kind of a GitHub alert in place of its mark: "Note." for "[!NOTE]".
  func alert(_ text: String) -> String {
    guard text.hasPrefix("[!"), let end = text.firstIndex(of: "]") else { return text }
    let kind = text[..<end].dropFirst(2)
    let rest = text[end...].dropFirst()
    guard !kind.isEmpty, kind.allSatisfy(\.isLetter), rest.isEmpty || rest.first == "\n" else {
      return text
    }
    return kind.lowercased().capitalizedFirst + "." + rest
  }
}

/// A rule set as a type, so that rules of two versions have different types.
public protocol RuleEdition: Sendable {
  /// The rule set.
  static var ruleSet: RuleSet { get }
}

/// Rule set 1.0.
public enum RuleEdition1_0: RuleEdition {
  /// `1.0`.
  public static let ruleSet = RuleSet.v1_0
}

/// Rule set 1.1.
public enum RuleEdition1_1: RuleEdition {
  /// `1.1`.
  public static let ruleSet = RuleSet.v1_1
}

/// Rule set 1.2.
public enum RuleEdition1_2: RuleEdition {
  /// `1.2`.
  public static let ruleSet = RuleSet.v1_2
}

/// Rule set 1.0: what is read, with which voice and which delivery.
public typealias SpeechLogicRulesV1_0 = ScriptRules<RuleEdition1_0>

/// Rule set 1.1: what is read, with which voice and which delivery.
public typealias SpeechLogicRulesV1_1 = ScriptRules<RuleEdition1_1>

/// Rule set 1.2: what is read, with which voice and which delivery.
public typealias SpeechLogicRulesV1_2 = ScriptRules<RuleEdition1_2>

/// The rules of an edition, which can also return the text of a single element.
protocol EditionRules: SpeechLogicRules {
  /// Returns the text of an element, regardless of the settings that leave elements out.
  func words(of element: GuionElement) -> String
}

extension ScriptRules: EditionRules {}

extension RuleSet {
  /// Returns the rules of this version for a script with its casting.
  /// `rate` is a factor for the tempo of every voice.
  func rules(
    casting: Casting, cast: Cast, rate: Double = 1, format: DocumentFormat = .fountain
  ) -> any EditionRules {
    switch self {
    case .v1_0: SpeechLogicRulesV1_0(casting: casting, cast: cast, rate: rate, format: format)
    case .v1_1: SpeechLogicRulesV1_1(casting: casting, cast: cast, rate: rate, format: format)
    case .v1_2: SpeechLogicRulesV1_2(casting: casting, cast: cast, rate: rate, format: format)
    }
  }
}
