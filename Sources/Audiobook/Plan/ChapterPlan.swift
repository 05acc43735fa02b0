package import Guion
public import Narration

/// A complete plan for rendering a chapter and writing its files.
public struct ChapterPlan: Sendable {
  /// The number in the whole book, from 1.
  public var index: Int
  /// The title, as players show it.
  public var title: String
  /// The speeches with their speakers, and the silences between them.
  public var read: TableRead
  /// The file name without extension: the number and the title, in characters that are safe on every file system.
  public var fileStem: String
  /// A digest of everything that the audio depends on, in hexadecimal.
  public var fingerprint: String
  /// A digest of the tags and the name, in hexadecimal.
  public var tagsFingerprint: String
  /// The elements that the chapter is read from; nil if the options do not need them.
  package var source: ChapterSource?
  /// The sounds beside the voices, in order.
  package var sounds: [PlannedSound] = []

  /// The number of spoken items.
  public var itemCount: Int { read.passages.reduce(0) { $0 + $1.items.count } }

  /// The number of UTF-8 bytes sent to the engines: a measure of the chapter's length.
  public var characterCount: Int {
    read.passages.reduce(0) { sum, passage in
      passage.items.reduce(sum) { $0 + $1.spans.reduce(0) { $0 + $1.text.utf8.count } }
    }
  }
}

extension TableRead {
  /// Brings the silence at the start into the range `head`, and the silence at the end into the range `tail`.
  /// The ranges are in seconds. Each silence stays at least 0.05 s inside its range. This margin is needed because a
  /// louder voice is audible a few milliseconds earlier at its start, and a few milliseconds longer at its end.
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

/// The script elements of a chapter, for the read-along formats.
package struct ChapterSource: Sendable {
  /// The section headings that form the chapter's title.
  var headings: [GuionElement] = []
  /// The elements after the headings.
  /// Items of the table read refer to these elements by index, starting at 0.
  var elements: ArraySlice<GuionElement> = []
  /// The format of the document that contains the elements.
  package var format = DocumentFormat.fountain
  /// Whether struck-through text is spoken.
  var speaksStruckThroughText = false

  /// Whether any element refers to a picture.
  var hasPictures: Bool {
    (headings + elements).contains { element in
      var spans = element.inlines
      if case .row(let cells) = element.mark {
        spans += cells.flatMap { $0.headerInlines + $0.inlines }
      }
      return spans.contains { if case .imageFile = $0.kind { true } else { false } }
    }
  }
}
