import Guion

/// The walk over the elements of a chapter: what each of them is read as, one after the other.
struct ChapterWalk {
  /// Something that is said or kept silent.
  enum Utterance {
    case step(NarrationStep)
    /// Speeches that sound at once.
    case together([SpokenItem])

    /// What is said; empty for a silence.
    var items: [SpokenItem] {
      switch self {
      case .step(let step): [step.item].compactMap(\.self)
      case .together(let items): items
      }
    }

    /// Whether it is more than a silence.
    var isSpoken: Bool {
      switch self {
      case .step(let step): step.item != nil
      case .together(let items): !items.isEmpty
      }
    }
  }

  /// Elements that are read as one, such as a speech, and what they are read as.
  struct Unit {
    /// At least one element.
    var elements: Range<Int>
    var utterances: [Utterance]
  }

  private let rules: any SpeechLogicRules
  private let elements: ArraySlice<GuionElement>
  /// The elements as speeches say them.
  private let speechElements: ArraySlice<GuionElement>
  private let omitted: Int?
  private var context = SceneContext()
  private var layout = LayoutContext()
  private var index: Int

  /// Starts at the first element; `titles` are the headings that are said before it, and `omitted` is
  /// the index of an element that has been said already.
  init(
    _ chapter: ArraySlice<GuionElement>, behind titles: [GuionElement] = [],
    without omitted: Int? = nil, rules: any SpeechLogicRules
  ) {
    self.rules = rules
    self.omitted = omitted
    elements = rules.withNotesOnce(chapter)
    speechElements = rules.wordedSpeeches(elements)
    index = elements.startIndex
    for heading in titles { rules.collectNotes(of: heading, into: &layout) }
  }

  /// Whether every element has been read.
  var isAtEnd: Bool { index >= elements.endIndex }

  /// The next elements that belong together; nil behind the last.
  mutating func next() -> Unit? {
    guard !isAtEnd else { return nil }
    let start = index
    let utterances = read(elements[index])
    return Unit(elements: start..<index, utterances: utterances)
  }

  /// What is left to say behind the last element: the end of a quotation, and the footnotes.
  mutating func finish() -> [Utterance] {
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

  /// A speech, and with it the speeches that are simultaneous with it.
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
    return Lane(steps)
  }

  /// Rules that take nothing would be asked for ever.
  private mutating func advance(from start: Int, by consumed: Int) {
    index = min(start + max(consumed, 1), elements.endIndex)
  }

  /// The index of a cue here that is simultaneous with the speech before it, past comments.
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

  /// One of several simultaneous speeches: its announcement, and the one item that can be mixed.
  private struct Lane {
    var all: [NarrationStep]
    var before: [NarrationStep] = []
    /// Nil where the speech is more than one item and cannot sound beside another.
    var speech: SpokenItem?

    init(_ steps: [NarrationStep]) {
      all = steps
      before = steps.filter { $0.item?.kind == .announcement }
      let items = steps.compactMap(\.item).filter { $0.kind != .announcement }
      speech = items.count == 1 ? items[0] : nil
    }
  }
}
