import Basics
public import Guion
import Hablare
public import Narration

/// Creates the spoken lines of a document, in order.
///
/// The result depends only on the document and the settings. The lines have the same text in the same order as in a
/// build by chapters. The credits are missing, because no element contains them.
///
/// Lines have no voices yet. A build can announce a speaker because another speaker has the same voice. Such
/// announcements are missing from the lines.
public struct ScreenplayToSpeechProcessor: Sendable {
  private let cast: Cast?
  private let language: String?
  private let rules: (any SpeechLogicRules)?

  /// Creates a processor with the rule set and the settings of a cast.
  ///
  /// The names, aliases, pronunciations and speech settings of the cast apply, but not its voices.
  ///
  /// If `cast` is nil, the `guion2audio` block of each document's front matter is used. `language` is a BCP 47 tag. If
  /// `language` is nil, the cast's language is used. If the cast has no language, the front matter's language is used.
  /// The default is `en-US`.
  public init(cast: Cast? = nil, language: String? = nil) {
    self.cast = cast
    self.language = language
    rules = nil
  }

  /// Creates a processor with other rules.
  ///
  /// If `rules` is nil, the rule set and the settings come from the cast in each document's front matter. The default
  /// rule set is `RuleSet.current`.
  public init(rules: (any SpeechLogicRules)?) {
    cast = nil
    language = nil
    self.rules = rules
  }

  /// Returns all lines of a document.
  public func lines(of document: GuionDocumentModel) -> [SpeakableLine] {
    var reading = reading(document)
    var lines: [SpeakableLine] = []
    while let unit = reading.next() { lines += unit.lines }
    return lines
  }

  /// Returns the lines of some scenes.
  ///
  /// The lines are the same as in the result for the whole document.
  ///
  /// Scene 1 begins with the first scene heading. Scene 0 contains the elements before the first scene heading. Scene
  /// numbers that the document does not have are ignored.
  public func lines(of document: GuionDocumentModel, scenes: ClosedRange<Int>) -> [SpeakableLine] {
    let source = source(document)
    let parts = source.scenes.indices.clamped(to: Range(scenes)).map { source.scenes[$0].elements }
    guard let first = parts.first, let last = parts.last else { return [] }
    let wanted = first.lowerBound..<last.upperBound
    var reading = LineWalk(source)
    var lines: [SpeakableLine] = []
    // The elements before the scenes must be read too, because the numbers and the ids of lines are counted within the
    // whole document.
    while let unit = reading.next(), unit.elements.lowerBound < wanted.upperBound {
      if wanted.contains(unit.elements.lowerBound) { lines += unit.lines }
    }
    return lines
  }

  /// Returns the lines of one scene.
  ///
  /// Scene 0 contains the elements before the first scene heading.
  public func lines(of document: GuionDocumentModel, scene: Int) -> [SpeakableLine] {
    lines(of: document, scenes: scene...scene)
  }

  /// Returns the lines of the scene whose heading has this `sceneId`; empty if no heading has this id.
  public func lines(of document: GuionDocumentModel, sceneID: String) -> [SpeakableLine] {
    let source = source(document)
    let number = source.scenes.firstIndex { part in
      part.heading.map { source.elements[$0].sceneId == sceneID } ?? false
    }
    return number.map { lines(of: document, scene: $0) } ?? []
  }

  func reading(_ document: GuionDocumentModel) -> LineWalk { LineWalk(source(document)) }

  private func source(_ document: GuionDocumentModel) -> LineSource {
    let readable = ReadableDocument(document, cast: cast, language: language)
    return LineSource(readable, rules: rules ?? readable.uncastRules)
  }
}

/// A document prepared for creating its lines.
/// It contains the elements that are read, the rules that read them, and the model of each element.
/// A labelled paragraph of prose is read as cue and dialogue, so there can be more elements than models.
struct LineSource: Sendable {
  let document: GuionDocumentModel
  let rules: any SpeechLogicRules
  /// The elements in the form in which they are read.
  let elements: [GuionElement]
  /// The chapters.
  /// A document without chapters is a single chapter without a heading.
  let chapters: [DocumentOutline.Part]
  /// The scenes.
  /// The first scene contains the elements before the first heading.
  let scenes: [DocumentOutline.Part]
  private let models: [GuionElementModel]
  /// The index of each element's model; nil if there are as many elements as models.
  private let modelIndexes: [Int]?

  /// Prepares a document for reading by rules.
  init(_ readable: ReadableDocument, rules: any SpeechLogicRules) {
    document = readable.model
    elements = readable.elements
    self.rules = rules
    let outline = DocumentOutline(elements, format: document.format)
    let whole = DocumentOutline.Part(elements: elements.indices, heading: nil)
    chapters = outline.chapters(of: elements) ?? [whole]
    scenes = outline.scenes(of: elements)
    models = document.elements
    modelIndexes = elements.count == models.count ? nil : Self.modelIndexes(of: elements)
  }

  func model(of index: Int) -> GuionElementModel { models[modelIndexes?[index] ?? index] }

  /// Returns the index of each element's model.
  /// Elements that come from the same element of the document are adjacent.
  private static func modelIndexes(of elements: [GuionElement]) -> [Int] {
    var index = -1
    var last: String?
    return elements.map { element in
      if element.originID == nil || element.originID != last { index += 1 }
      last = element.originID
      return index
    }
  }
}

/// Creates the lines of a document unit by unit.
/// Work on a long document can stop between two units.
struct LineWalk {
  /// Elements that are read together, and their lines.
  struct Unit {
    /// The elements; at least one.
    var elements: Range<Int>
    var lines: [SpeakableLine]
    /// The items of the lines, in the same order.
    var items: [SpokenItem]
    /// The number of items at the end of `items` that belong to the end of the chapter, such as footnotes.
    var closingCount: Int
  }

  private let source: LineSource
  private var chapters: ArraySlice<DocumentOutline.Part>
  private var reading: ChapterWalk?
  private var scenes: ArraySlice<DocumentOutline.Part>
  private var lineCount = 0
  /// The number of lines of each element so far.
  private var linesOfElement: [Int: Int] = [:]

  init(_ source: LineSource) {
    self.source = source
    chapters = source.chapters[...]
    scenes = source.scenes[...]
  }

  /// The number of elements to read.
  var elementCount: Int { source.elements.count }

  /// Returns the next elements with their lines, or nil after the last element.
  mutating func next() -> Unit? {
    while true {
      if var current = reading {
        guard let unit = current.next() else {
          reading = nil
          continue
        }
        // Items at the end of the chapter, such as footnotes, belong to the last unit.
        let rest = current.isAtEnd ? current.finish() : []
        reading = current
        return made(of: unit.elements, unit.utterances, closing: rest)
      }
      guard let chapter = chapters.popFirst() else { return nil }
      if let opening = open(chapter) { return opening }
    }
  }

  /// Starts a chapter.
  /// Returns the heading with its lines, or nil if the chapter has no heading.
  private mutating func open(_ chapter: DocumentOutline.Part) -> Unit? {
    let titles = chapter.heading.map { [source.elements[$0]] } ?? []
    var opened = ChapterWalk(
      source.elements[chapter.elements], after: titles, rules: source.rules)
    defer { reading = opened }
    guard let heading = chapter.heading else { return nil }
    let said = source.rules.processTitle(source.elements[heading])
    let rest = opened.isAtEnd ? opened.finish() : []
    return made(of: heading..<heading + 1, said.map { .step($0) }, closing: rest)
  }

  private mutating func made(
    of elements: Range<Int>, _ utterances: [ChapterWalk.Utterance],
    closing: [ChapterWalk.Utterance]
  ) -> Unit {
    while scenes.count > 1, elements.lowerBound >= scenes[scenes.startIndex + 1].elements.lowerBound
    {
      scenes.removeFirst()
    }
    let last = closing.flatMap(\.items)
    let items = utterances.flatMap(\.items) + last
    return Unit(
      elements: elements, lines: items.map { line(of: $0, in: elements) }, items: items,
      closingCount: last.count)
  }

  private mutating func line(of item: SpokenItem, in elements: Range<Int>) -> SpeakableLine {
    let index = element(of: item, in: elements)
    let model = source.model(of: index)
    let number = linesOfElement[model.orderIndex, default: 0]
    linesOfElement[model.orderIndex] = number + 1
    defer { lineCount += 1 }
    return SpeakableLine(
      id: SHA256.hash("line\n\(source.document.id)\n\(model.id)\n\(number)").hex,
      orderIndex: lineCount, screenplayID: source.document.id, sourceElementID: model.id,
      sourceElementType: model.elementType, sceneID: sceneID, speakableText: item.text,
      characterName: item.role?.name,
      rawCharacterName: item.role == nil ? nil : cue(of: index, in: elements),
      ruleVersion: type(of: source.rules).version,
      includesCharacterAnnouncement: names(item, in: elements),
      toneHint: item.role == nil ? .narrative : .character)
  }

  /// Returns the index of the element that an item comes from.
  /// The element is searched on the item's line: first in the unit (`SpokenOrigin`), then in the elements before the
  /// unit. If no element is on this line, the result is the first element of the unit.
  private func element(of item: SpokenItem, in elements: Range<Int>) -> Int {
    if let index = SpokenOrigin.index(of: item, in: source.elements[elements]) { return index }
    // A footnote at the end of a chapter has the line number of its mark.
    let before = source.elements[..<elements.lowerBound]
    return before.lastIndex { $0.sourceRange?.start.line ?? 0 == Int(item.line) }
      ?? elements.lowerBound
  }

  private var sceneID: String? {
    scenes.first?.heading.flatMap { source.elements[$0].sceneId }
  }

  /// Returns the cue of the element at an index, as written in the script.
  private func cue(of index: Int, in elements: Range<Int>) -> String? {
    let cue = source.elements[elements.lowerBound...index].last { $0.elementType == .character }
    return cue.map { cue in
      ([cue.elementText, cue.extension].compactMap(\.self)).joined(separator: " ")
    }
  }

  /// Whether an item announces a speaker.
  /// Other announcements describe the layout of the document.
  private func names(_ item: SpokenItem, in elements: Range<Int>) -> Bool {
    item.kind == .announcement && item.placement != .closing
      && source.elements[elements.lowerBound].elementType == .character
  }
}
