package import Guion

/// Reads the elements of a chapter one after the other.
package struct ChapterWalk {
  /// A spoken item, a pause, or simultaneous speeches.
  package enum Utterance {
    case step(NarrationStep)
    /// Simultaneous speeches.
    case together([SpokenItem])

    /// The spoken items; empty for a pause.
    package var items: [SpokenItem] {
      switch self {
      case .step(let step): [step.item].compactMap(\.self)
      case .together(let items): items
      }
    }

    /// Whether the utterance is more than a pause.
    var isSpoken: Bool {
      switch self {
      case .step(let step): step.item != nil
      case .together(let items): !items.isEmpty
      }
    }
  }

  /// Elements that are read together, such as a speech, and their utterances.
  package struct Unit {
    /// The elements; at least one.
    package var elements: Range<Int>
    package var utterances: [Utterance]
  }

  private let rules: any SpeechLogicRules
  private let elements: ArraySlice<GuionElement>
  /// The elements, with spoken words in place of code and images in dialogue and lyrics.
  private let speechElements: ArraySlice<GuionElement>
  private let omitted: Int?
  private var context = SceneContext()
  private var layout = LayoutContext()
  private var index: Int

  /// Starts at the first element.
  /// `titles` are headings that are spoken before the chapter. `omitted` is the index of an element that is already
  /// spoken.
  package init(
    _ chapter: ArraySlice<GuionElement>, after titles: [GuionElement] = [],
    omitting omitted: Int? = nil, rules: any SpeechLogicRules
  ) {
    self.rules = rules
    self.omitted = omitted
    elements = rules.keepingFirstNoteMarks(chapter)
    speechElements = rules.wordedSpeeches(elements)
    index = elements.startIndex
    for heading in titles { rules.collectNotes(of: heading, into: &layout) }
  }

  /// Whether all elements have been read.
  package var isAtEnd: Bool { index >= elements.endIndex }

  /// Returns the next elements that belong together, or nil after the last element.
  package mutating func next() -> Unit? {
    guard !isAtEnd else { return nil }
    let start = index
    let utterances = read(elements[index])
    return Unit(elements: start..<index, utterances: utterances)
  }

  /// Returns the utterances after the last element, such as the end of a quotation and the footnotes.
  package mutating func finish() -> [Utterance] {
    rules.finishLayout(&layout, after: elements.last).map { .step($0) }
  }

  private mutating func read(_ element: GuionElement) -> [Utterance] {
    switch element.elementType {
    case .character:
      let start = index
      let left = rules.leaveQuotes(before: element, &layout)
      let speeches = speeches()
      for spoken in elements[start..<index] {
        rules.collectNotes(of: spoken, into: &layout)
      }
      return left.map { .step($0) } + speeches
    case .sceneHeading:
      index += 1
      return rules.processSceneHeading(element, context: &context).map { .step($0) }
    default:
      return single(element).map { .step($0) }
    }
  }

  private mutating func single(_ element: GuionElement) -> [NarrationStep] {
    if index == omitted {
      index += 1
      rules.collectNotes(of: element, into: &layout)
      return rules.notesOfTitle(element)
    }
    let (steps, consumed) = rules.processDocumentElement(
      index, of: elements, layout: &layout, context: &context)
    advance(from: index, by: consumed)
    return steps
  }

  /// Reads a speech and the speeches that are simultaneous with it.
  private mutating func speeches() -> [Utterance] {
    var lanes = [lane(at: index)]
    while rules.settings.dualDialogue == .together, let next = dualCue() {
      lanes.append(lane(at: next))
    }
    guard lanes.count > 1, lanes.allSatisfy({ $0.speech != nil }) else {
      return lanes.flatMap(\.all).map { .step($0) }
    }
    return lanes.flatMap(\.before).map { .step($0) } + [.together(lanes.compactMap(\.speech))]
  }

  private mutating func lane(at start: Int) -> Lane {
    let (steps, consumed) = rules.processDialogueBlock(
      startIndex: start, elements: speechElements, context: &context)
    advance(from: start, by: consumed)
    return Lane(steps, readsBusiness: rules.settings.readsBusiness, pauses: rules.pauses)
  }

  /// Advances by at least one element.
  /// This prevents an endless loop if rules consume no elements.
  private mutating func advance(from start: Int, by consumed: Int) {
    index = min(start + max(consumed, 1), elements.endIndex)
  }

  /// Returns the index of the next cue if its speech is simultaneous with the speech before it.
  /// Notes and boneyards between the two speeches are ignored.
  private func dualCue() -> Int? {
    var index = index
    while index < elements.endIndex {
      let element = elements[index]
      switch element.elementType {
      case .comment, .boneyard: index += 1
      case .character: return element.isDualDialogue ? index : nil
      default: return nil
      }
    }
    return nil
  }

  /// A speech that may be simultaneous with others: its announcement and directions, and the single item that can be
  /// mixed.
  private struct Lane {
    var all: [NarrationStep]
    var before: [NarrationStep] = []
    /// The speech.
    /// Nil if the speech is not a single item, because only single items can be simultaneous.
    var speech: SpokenItem?

    init(_ steps: [NarrationStep], readsBusiness: Bool, pauses: Pauses) {
      func isBefore(_ item: SpokenItem) -> Bool {
        item.kind == .announcement || readsBusiness && item.kind == .element(.parenthetical)
      }
      all = steps
      before = steps.filter { $0.item.map(isBefore) ?? false }
      let items = steps.compactMap(\.item).filter { !isBefore($0) }
      guard var whole = items.first, items.count == 1 || readsBusiness,
        items.allSatisfy({ $0.role == whole.role })
      else { return }
      // The directions between the parts are read before the speech.
      for item in items.dropFirst() {
        whole.spans += item.spans
        let first = whole.spans.count - item.spans.count
        whole.spans[first].pauseBefore = max(item.spans[0].pauseBefore, pauses.sameSpeaker)
        (whole.pauseAfter, whole.isBrokenOff) = (item.pauseAfter, item.isBrokenOff)
      }
      speech = whole
    }
  }
}

/// Finds the source element of spoken text, among elements that were read together.
/// Items and spans have a line number. Elements created by code have no line number. For these, the first element of
/// the right kind is used.
package enum SpokenOrigin {
  /// Returns the index of the element that an item begins with; nil if no element is on the item's line.
  /// This is the first element of the item's kind on the line. If no element on the line has this kind, it is the first
  /// element on the line.
  package static func index(of item: SpokenItem, in elements: ArraySlice<GuionElement>) -> Int? {
    let onLine = elements.indices.filter { elements[$0].line == Int(item.line) }
    let ofKind = onLine.first { index in
      let type = elements[index].elementType
      return item.kind == (type == .character ? .announcement : .element(type))
    }
    // A speech with spoken and sung lines is dialogue, but can begin with lyrics. A note can be on the same line.
    let said = item.kind == .element(.dialogue) ? onLine.first { elements[$0].isSaid } : nil
    return ofKind ?? said ?? onLine.first
  }

  /// Returns the index of the element that contains the text of a span.
  /// A speech can have several dialogue elements, each with its own spans.
  package static func index(
    of span: SpokenSpan, of item: SpokenItem, in elements: ArraySlice<GuionElement>
  ) -> Int? {
    guard span.line > 0, span.line != item.line else { return index(of: item, in: elements) }
    let own = elements.indices.first { index in
      elements[index].line == Int(span.line) && elements[index].isSaid
    }
    return own ?? index(of: item, in: elements)
  }
}

extension SpokenItem {
  /// Returns the indices of the elements that contain the text of the item, in order and without duplicates.
  /// `unit` contains the elements that were read together with the item.
  package func origins(in unit: ArraySlice<GuionElement>) -> [Int] {
    var seen: Set<Int> = []
    return spans.compactMap { SpokenOrigin.index(of: $0, of: self, in: unit) ?? unit.indices.first }
      .filter { seen.insert($0).inserted }
  }
}

extension GuionElement {
  /// Whether the element is part of the text of a speech.
  fileprivate var isSaid: Bool { elementType == .dialogue || elementType == .lyrics }
}
