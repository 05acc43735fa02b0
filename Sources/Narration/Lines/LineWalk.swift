import Basics
import Guion

/// The walk over a document that makes its lines, so that a long one can be stopped between two
/// elements.
struct LineWalk {
  /// Elements that are read as one, and the lines that they make.
  struct Unit {
    /// At least one element, of those that are read.
    var elements: Range<Int>
    var lines: [SpeakableLine]
    /// What the lines say, in the same order.
    var items: [SpokenItem]
    /// How many of the items, the last ones, belong to the end of the chapter.
    var closingCount: Int
  }

  private let source: LineSource
  private var chapters: ArraySlice<DocumentOutline.Part>
  private var reading: ChapterWalk?
  private var scenes: ArraySlice<DocumentOutline.Part>
  private var lineCount = 0
  /// How many lines each element has made so far.
  private var linesOfElement: [Int: Int] = [:]

  init(_ source: LineSource) {
    self.source = source
    chapters = source.chapters[...]
    scenes = source.scenes[...]
  }

  /// How many elements are read.
  var elementCount: Int { source.elements.count }

  /// The next elements with their lines; nil behind the last.
  mutating func next() -> Unit? {
    while true {
      if var current = reading {
        guard let unit = current.next() else {
          reading = nil
          continue
        }
        // What is left to say at the end belongs to the last elements.
        let rest = current.isAtEnd ? current.finish() : []
        reading = current
        return made(of: unit.elements, unit.utterances, closing: rest)
      }
      guard let chapter = chapters.popFirst() else { return nil }
      if let opening = open(chapter) { return opening }
    }
  }

  /// Starts a chapter, which opens with its heading.
  private mutating func open(_ chapter: DocumentOutline.Part) -> Unit? {
    let titles = chapter.heading.map { [source.elements[$0]] } ?? []
    var opened = ChapterWalk(
      source.elements[chapter.elements], behind: titles, rules: source.rules)
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

  /// The element that an item comes from: the first of its kind on its line, or the first of all.
  private func element(of item: SpokenItem, in elements: Range<Int>) -> Int {
    if let index = SpokenOrigin.index(of: item, in: source.elements[elements]) { return index }
    // A footnote at the end of its chapter has the place of its mark.
    let before = source.elements[..<elements.lowerBound]
    return before.lastIndex { $0.line == Int(item.line) } ?? elements.lowerBound
  }

  private var sceneID: String? {
    scenes.first?.heading.flatMap { source.elements[$0].sceneId }
  }

  /// The cue that what is said at an index stands under, as the script has it.
  private func cue(of index: Int, in elements: Range<Int>) -> String? {
    let cue = source.elements[elements.lowerBound...index].last { $0.elementType == .character }
    return cue.map { cue in
      ([cue.elementText, cue.extension].compactMap(\.self)).joined(separator: " ")
    }
  }

  /// Whether an item names the speaker; other announcements are of a document's layout.
  private func names(_ item: SpokenItem, in elements: Range<Int>) -> Bool {
    item.kind == .announcement && item.placement != .closing
      && source.elements[elements.lowerBound].elementType == .character
  }
}
