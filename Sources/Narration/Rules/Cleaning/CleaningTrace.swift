import Basics
import TextNormalization

/// Follows a text through the steps of cleaning and records the source of each scalar.
/// The normalizer reports the source of its words. The other steps mostly remove symbols and change capitals. For these
/// steps, the texts before and after are compared.
final class CleaningTrace {
  private(set) var scalars: Scalars
  /// For each scalar, the range of its source in the typed text.
  private(set) var sources: [Range<Int>]

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    sources = scalars.indices.map { $0..<$0 + 1 }
  }

  /// Records the text after a step.
  func step(to text: String) {
    let after = Array(text.unicodeScalars)
    guard after != scalars else { return }
    follow(TextAlignment.places(of: after, in: scalars))
    scalars = after
  }

  /// Records the text after the normalizer.
  func step(to normalized: NormalizedText) {
    follow(normalized.sources)
    scalars = normalized.scalars
  }

  private func follow(_ places: [Range<Int>]) {
    sources = places.map { place in
      guard let last = sources.indices.last else { return 0..<0 }
      let first = sources[min(place.lowerBound, last)].lowerBound
      guard !place.isEmpty else { return first..<first }
      return first..<max(first, sources[min(place.upperBound - 1, last)].upperBound)
    }
  }

  /// The words between spaces.
  var words: [CleanedWord] {
    var words: [CleanedWord] = []
    var start = 0
    while start < scalars.count {
      if scalars[start].isSpace {
        start += 1
        continue
      }
      let end = scalars[start...].firstIndex(where: \.isSpace) ?? scalars.count
      let parts = sources[start..<end].filter { !$0.isEmpty }
      let first = parts.map(\.lowerBound).min() ?? sources[start].lowerBound
      let last = parts.map(\.upperBound).max() ?? first
      words.append(CleanedWord(text: scalars[start..<end].text, source: first..<last))
      start = end
    }
    return words
  }

  /// Compares a text with the text that it was created from.
  enum TextAlignment {
    /// The number of scalars in each text that the first search for the next match covers.
    private static let reach = 48
    /// The number of equal scalars that make a match.
    private static let agreement = 4
    /// The maximum number of searches through the rest of the earlier text in one comparison.
    private static let searches = 64

    /// Returns the source range of each scalar of a text.
    /// The source of a new scalar is the text that was removed in its place.
    static func places(of after: Scalars, in before: Scalars) -> [Range<Int>] {
      var places = [Range<Int>](repeating: 0..<0, count: after.count)
      var (old, new, searched) = (0, 0, 0)
      while new < after.count {
        if old < before.count, agree(before[old], after[new]) {
          places[new] = old..<old + 1
          (old, new) = (old + 1, new + 1)
          continue
        }
        // The next step advances in at least one of the two texts, so the loop ends.
        let (nextOld, nextNew) = meeting(before, old, after, new, &searched)
        for index in new..<nextNew { places[index] = old..<nextOld }
        (old, new) = (nextOld, nextNew)
      }
      return places
    }

    /// Returns the positions in both texts where the texts match again.
    /// If nothing matches, the next word of the later text is new. After too many searches, this function returns the
    /// ends of both texts.
    private static func meeting(
      _ before: Scalars, _ old: Int, _ after: Scalars, _ new: Int, _ searched: inout Int
    ) -> (Int, Int) {
      for distance in 1...2 * reach {
        for left in max(0, distance - reach)...min(distance, reach) {
          let (first, second) = (old + left, new + distance - left)
          guard first <= before.count, second <= after.count else { continue }
          if meets(before, first, after, second) { return (first, second) }
        }
      }
      searched += 1
      guard searched <= searches else { return (before.count, after.count) }
      for first in old..<max(old, before.count) where meets(before, first, after, new) {
        return (first, new)
      }
      // Nothing matches, so this word is new.
      let end = after[new...].firstIndex(where: \.isSpace) ?? after.count
      return (old, max(end, new + 1))
    }

    private static func meets(_ before: Scalars, _ old: Int, _ after: Scalars, _ new: Int) -> Bool {
      if new == after.count { return old == before.count }
      let count = min(agreement, after.count - new)
      guard old + count <= before.count else { return false }
      return (0..<count).allSatisfy { agree(before[old + $0], after[new + $0]) }
    }

    private static func agree(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
      if left == right || left.isSpace && right.isSpace { return true }
      guard left.isLetter, right.isLetter else { return false }
      return left.properties.lowercaseMapping == right.properties.lowercaseMapping
    }
  }
}

/// A word as an engine or a reader gets it, with its source in the typed text.
package struct CleanedWord: Sendable, Hashable {
  /// The word, including adjacent punctuation.
  package var text: String
  /// The range in the typed text, in Unicode scalars.
  /// Several words can have the same range if they come from one symbol.
  package var source: Range<Int>
}
