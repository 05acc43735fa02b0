public import Narration

/// A chapter as it will be rendered: everything its sound and its file depend on.
public struct ChapterPlan: Sendable {
  /// Its number in the whole book, from 1.
  public var index: Int
  /// What a player's list shows.
  public var title: String
  /// Who says what, with which silences between.
  public var read: TableRead
  /// The file name without extension: number and title, safe on every file system.
  public var fileStem: String
  /// A digest of everything the sound depends on, in hexadecimal.
  public var fingerprint: String
  /// A digest of what the tags and the name say beside the sound, in hexadecimal.
  public var tagsFingerprint: String
  /// What it is read from; nil if nobody asked for that.
  package var source: ChapterSource?

  /// How many items it has.
  public var itemCount: Int { read.passages.reduce(0) { $0 + $1.items.count } }

  /// The characters the engines are given: a measure of its length.
  public var characterCount: Int {
    read.passages.reduce(0) { sum, passage in
      passage.items.reduce(sum) { $0 + $1.spans.reduce(0) { $0 + $1.text.utf8.count } }
    }
  }
}

extension TableRead {
  /// Brings the silences at its ends into ranges, in seconds, a little inside: a voice that is raised is
  /// heard a few milliseconds earlier, and longer.
  mutating func fit(_ head: ClosedRange<Double>, _ tail: ClosedRange<Double>) {
    func milliseconds(_ silence: Int, _ range: ClosedRange<Double>) -> Int {
      let margin = 0.05
      return min(
        max(silence, Int((range.lowerBound + margin) * 1000)),
        Int((range.upperBound - margin) * 1000))
    }
    if let first = passages.indices.first {
      passages[first].pauseBefore = milliseconds(passages[first].pauseBefore, head)
    }
    pauseAfter = milliseconds(pauseAfter, tail)
  }
}
