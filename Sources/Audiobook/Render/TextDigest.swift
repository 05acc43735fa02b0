import Basics
import Narration

/// A digest of the inputs of a chapter's text files, such as its captions.
///
/// Files built from the same input are not built again.
enum TextDigest {
  /// The edition of the formats; increased when the same input gives different files.
  private static let edition = 1

  /// Returns the digest of a chapter's table read and timings, and of the other inputs.
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
