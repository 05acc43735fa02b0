import Basics
import Narration

/// A digest of what the texts beside a chapter's sound are made of, such as its captions: a text that was made of the
/// same is not made again.
enum TextDigest {
  /// Grows when the same would give other texts.
  private static let edition = 1

  /// The digest of a chapter's table read and times, and of whatever else the texts are made of.
  static func digest(
    of chapter: ChapterPlan, _ record: ChapterRecord, and others: [String]
  ) -> String {
    var hash = TextFieldHasher()
    hash.add(edition)
    hash.add(others.count)
    for other in others { hash.add(other) }
    hash.add(chapter.index)
    hash.add(chapter.title)
    hash.add(record.samples)
    for timing in record.captions ?? [] {
      hash.add(timing.pieces.count)
      for time in [timing.start, timing.end] + timing.pieces { hash.add(time) }
    }
    for item in chapter.read.passages.lazy.flatMap(\.items) {
      hash.add(item.kind.identifier)
      hash.add(item.role?.name ?? "")
      hash.add(item.written ?? "")
      hash.add(item.spans.count)
      for span in item.spans { hash.add(span.captionText) }
    }
    return hash.finish()
  }
}
