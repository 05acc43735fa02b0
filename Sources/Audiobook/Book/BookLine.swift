import Guion
package import Narration

/// A line of a planned book: a spoken item and its position in the book.
package struct BookLine: Sendable {
  /// The number of the line's chapter, from 1.
  package var chapter: Int
  /// The index of the line's passage in the chapter's table read.
  package var passage: Int
  /// The index of the line's item in the passage.
  /// The items of a passage are spoken at the same time.
  package var item: Int
  /// The elements of the script that the line comes from, as indices in `PlannedBook.elements`.
  /// The range is empty for text that is not in the script.
  package var elements: Range<Int>
  package var spoken: SpokenItem
  /// The silence before the line's passage, in milliseconds.
  package var pauseBefore: Int

  /// Returns whether another line is spoken at the same time.
  package func isSimultaneous(with other: BookLine) -> Bool {
    chapter == other.chapter && passage == other.passage && item != other.item
  }

  /// The name of the speaker; empty for the narrator.
  package var role: String { spoken.role?.name ?? "" }
}

extension PlannedBook {
  /// The lines in spoken order.
  /// Set `Book.keepsElements` before you plan the book.
  package var lines: [BookLine] {
    let headings = headings
    return plan.chapters.flatMap { chapter in
      chapter.read.passages.enumerated().flatMap { place, passage in
        passage.items.enumerated().map { index, item in
          BookLine(
            chapter: chapter.index, passage: place, item: index,
            elements: chapter.elements(of: item).map { speech(of: item, in: $0) } ?? headings[
              Heading(item)
            ].map { $0..<$0 + 1 }
              ?? 0..<0,
            spoken: item, pauseBefore: passage.pauseBefore)
        }
      }
    }
  }

  /// Returns the elements of one speech: its cue and its text.
  /// The elements of simultaneous speeches form one range. If `range` contains several cues, the result is only the
  /// part with the speech of the item.
  private func speech(of item: SpokenItem, in range: Range<Int>) -> Range<Int> {
    guard range.upperBound <= elements.count else { return range }
    let cues = range.filter { elements[$0].elementType == .character }
    guard cues.count > 1 else { return range }
    let next = cues.firstIndex { (elements[$0].sourceRange?.start.line ?? 0) > Int(item.line) }
    let place = max(0, (next ?? cues.count) - 1)
    return cues[place]..<(place + 1 < cues.count ? cues[place + 1] : range.upperBound)
  }

  /// Returns, for each pronunciation of the cast, the indices of the lines that it applies to.
  package func uses(ofPronunciationsIn lines: [BookLine]) -> [[Int]] {
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

  /// The indices of the section headings.
  /// Chapter titles come from these elements.
  private var headings: [Heading: Int] {
    let own = elements.indices.filter { elements[$0].elementType.isSectionHeading }
    return Dictionary(own.map { (Heading(elements[$0]), $0) }) { first, _ in first }
  }
}

/// A key that identifies a heading: its kind and its position.
private struct Heading: Hashable {
  var kind: SpokenItem.Kind
  var position: ScriptPosition

  init(_ item: SpokenItem) { (kind, position) = (item.kind, item.position) }

  init(_ element: GuionElement) {
    kind = .element(element.elementType)
    position = ScriptPosition(
      source: element.sourceRange?.source ?? 0, line: element.sourceRange?.start.line ?? 0)
  }
}

extension ChapterPlan {
  /// Returns the elements of the script that an item comes from; nil if the item is not in the script.
  fileprivate func elements(of item: SpokenItem) -> Range<Int>? {
    guard let elements = source?.elements, !item.elements.isEmpty else { return nil }
    let first = elements.startIndex + item.elements.lowerBound
    return first..<first + item.elements.count
  }
}

/// A key that identifies a line in two plans of the same script.
package struct LineIdentity: Hashable, Sendable {
  private let kind: SpokenItem.Kind
  private let position: ScriptPosition
  private let role: String
  /// The number of earlier lines that have this kind, position and role.
  private let ordinal: Int

  /// Returns the identities of lines, in order.
  package static func identities(of lines: [BookLine]) -> [LineIdentity] {
    var counts: [LineIdentity: Int] = [:]
    return lines.map { line in
      let first = LineIdentity(
        kind: line.spoken.kind, position: line.spoken.position, role: line.role, ordinal: 0)
      let count = counts[first, default: 0]
      counts[first] = count + 1
      return LineIdentity(
        kind: first.kind, position: first.position, role: first.role, ordinal: count)
    }
  }
}

extension [BookLine] {
  /// Returns the indices of the lines that are new or changed since a former plan.
  /// A line has changed if its speech or the pause before its passage has changed, but not if it has only moved.
  package func changes(since former: [BookLine]) -> [Int] {
    var known = Dictionary(zip(LineIdentity.identities(of: former), former)) { first, _ in first }
    let others = zip(indices, LineIdentity.identities(of: self)).filter { index, identity in
      guard let old = known[identity], old.sounds(like: self[index]) else { return true }
      known[identity] = nil
      return false
    }.map(\.0)
    var moved = Dictionary(grouping: known.values) { $0.spoken.shownText }
    return others.filter { index in
      let text = self[index].spoken.shownText
      guard let place = moved[text]?.firstIndex(where: { $0.sounds(like: self[index]) }) else {
        return true
      }
      moved[text]?.remove(at: place)
      return false
    }
  }
}

extension BookLine {
  /// Whether another line has the same speaker, sound and pause.
  fileprivate func sounds(like other: BookLine) -> Bool {
    role == other.role && pauseBefore == other.pauseBefore
      && spoken.spans.elementsEqual(other.spoken.spans) { span, other in
        var moved = other
        moved.line = span.line
        return span == moved
      }
  }
}
