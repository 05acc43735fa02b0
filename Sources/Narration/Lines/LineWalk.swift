import Basics
import Guion

/// Creates the lines of a document unit by unit.
///
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
  ///
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
  ///
  /// The element is searched on the item's line: first in the unit (`SpokenOrigin`), then in the elements before the
  /// unit. If no element is on this line, the result is the first element of the unit.
  private func element(of item: SpokenItem, in elements: Range<Int>) -> Int {
    if let index = SpokenOrigin.index(of: item, in: source.elements[elements]) { return index }
    // A footnote at the end of a chapter has the line number of its mark.
    let before = source.elements[..<elements.lowerBound]
    return before.lastIndex { $0.line == Int(item.line) } ?? elements.lowerBound
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
  ///
  /// Other announcements describe the layout of the document.
  private func names(_ item: SpokenItem, in elements: Range<Int>) -> Bool {
    item.kind == .announcement && item.placement != .closing
      && source.elements[elements.lowerBound].elementType == .character
  }
}
