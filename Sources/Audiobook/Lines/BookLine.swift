import Guion
public import Narration

/// A line of a planned book: an item, and where it is said.
public struct BookLine: Sendable {
  /// The number of its chapter, from 1.
  public var chapter: Int
  /// The place of its passage in the chapter's table read.
  public var passage: Int
  /// The place of its item in the passage: several are said at once.
  public var item: Int
  /// The elements of the script that it is said for, by their places in `PlannedBook.elements`; empty for what
  /// nobody wrote.
  public var elements: Range<Int>
  /// What is said.
  public var spoken: SpokenItem
  /// Milliseconds of silence before it.
  public var pauseBefore: Int

  /// Whether another line is said at the same time.
  public func isSimultaneous(with other: BookLine) -> Bool {
    chapter == other.chapter && passage == other.passage && item != other.item
  }

  /// Who says it; empty for the narrator.
  public var role: String { spoken.role?.name ?? "" }
}

extension PlannedBook {
  /// The lines, in the order in which they are said; of a book that keeps its elements (`Book.keepsElements`).
  public var lines: [BookLine] {
    let headings = headings
    return plan.chapters.flatMap { chapter in
      chapter.read.passages.enumerated().flatMap { place, passage in
        passage.items.enumerated().map { index, item in
          BookLine(
            chapter: chapter.index, passage: place, item: index,
            elements: chapter.elements(of: item).map { speech(of: item, in: $0) } ?? headings[Heading(item)].map { $0..<$0 + 1 }
              ?? 0..<0,
            spoken: item, pauseBefore: passage.pauseBefore)
        }
      }
    }
  }

  /// The cue and the speech of an item among elements that are read as one: simultaneous speeches are.
  private func speech(of item: SpokenItem, in range: Range<Int>) -> Range<Int> {
    guard range.upperBound <= elements.count else { return range }
    let cues = range.filter { elements[$0].elementType == .character }
    guard cues.count > 1 else { return range }
    let next = cues.firstIndex { (elements[$0].sourceRange?.start.line ?? 0) > Int(item.line) }
    let place = max(0, (next ?? cues.count) - 1)
    return cues[place]..<(place + 1 < cues.count ? cues[place + 1] : range.upperBound)
  }

  /// For each pronunciation of the cast, the places of the lines that it applies to.
  public func uses(ofPronunciationsIn lines: [BookLine]) -> [[Int]] {
    var uses = [[Int]](repeating: [], count: cast.pronunciations.count)
    guard !uses.isEmpty else { return uses }
    var search = PronunciationUse(cast.pronunciations)
    for (place, line) in lines.enumerated() {
      guard let performance = line.spoken.spans.first?.performance else { continue }
      let abilities =
        line.spoken.role?.abilities ?? directory.abilities(of: performance.voice)
      let numbers = search.numbers(
        in: line.spoken.shownText, speaker: line.role, languageCode: performance.languageCode,
        notation: PhonemeNotation(abilities))
      for number in numbers { uses[number].append(place) }
    }
    return uses
  }

  /// The places of the headings of sections: titles of chapters are said for them.
  private var headings: [Heading: Int] {
    let own = elements.indices.filter { elements[$0].elementType.isSectionHeading }
    return Dictionary(own.map { (Heading(elements[$0]), $0) }) { first, _ in first }
  }
}

/// What a heading is known by.
private struct Heading: Hashable {
  var kind: SpokenItem.Kind
  var place: ScriptPlace

  init(_ item: SpokenItem) { (kind, place) = (item.kind, item.place) }

  init(_ element: GuionElement) {
    kind = .element(element.elementType)
    place = ScriptPlace(
      source: element.sourceRange?.source ?? 0, line: element.sourceRange?.start.line ?? 0)
  }
}

extension ChapterPlan {
  /// The elements of the script that an item is said for; nil if it knows none.
  fileprivate func elements(of item: SpokenItem) -> Range<Int>? {
    guard let elements = source?.elements, !item.elements.isEmpty else { return nil }
    let first = elements.startIndex + item.elements.lowerBound
    return first..<first + item.elements.count
  }
}

/// What makes a line the same line in two plans of one script.
public struct LineIdentity: Hashable, Sendable {
  private let kind: SpokenItem.Kind
  private let place: ScriptPlace
  private let role: String
  /// The number of lines before it that have all this too.
  private let ordinal: Int

  /// The identities of lines, in their order.
  public static func identities(of lines: [BookLine]) -> [LineIdentity] {
    var counts: [LineIdentity: Int] = [:]
    return lines.map { line in
      let first = LineIdentity(
        kind: line.spoken.kind, place: line.spoken.place, role: line.role, ordinal: 0)
      let count = counts[first, default: 0]
      counts[first] = count + 1
      return LineIdentity(
        kind: first.kind, place: first.place, role: first.role, ordinal: count)
    }
  }
}

extension [BookLine] {
  /// The places of the lines that sound otherwise than in a former plan, or stand behind another pause.
  public func changes(since former: [BookLine]) -> [Int] {
    let known = Dictionary(zip(LineIdentity.identities(of: former), former)) { first, _ in first }
    return zip(indices, LineIdentity.identities(of: self)).filter { index, identity in
      guard let old = known[identity] else { return true }
      return old.spoken.spans != self[index].spoken.spans
        || old.pauseBefore != self[index].pauseBefore
    }.map(\.0)
  }
}
