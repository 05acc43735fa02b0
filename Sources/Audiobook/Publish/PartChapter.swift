import Hablare
import Narration

/// A rendered chapter: its plan and the result of its rendering.
///
/// The manifest is written from these values, and a shard leaves them for `assemble`.
struct PartChapter: Codable, Sendable {
  var index: Int
  var title: String
  var items: [ManifestLine]
  var record: ChapterRecord
  /// The captions, one file for each format, as a shard leaves them for `assemble`.
  var captions: [FileRecord]?
  /// The read-along files, as a shard leaves them for `assemble`.
  var page: [FileRecord]?
}

extension PartChapter {
  /// Creates the description of a rendered chapter that is up to date with the plan.
  init(_ chapter: ChapterPlan, _ record: ChapterRecord, of plan: BookPlan) {
    index = chapter.index
    title = chapter.title
    self.record = record
    let sources = plan.sources.count > 1 ? plan.sources.map(\.file) : []
    let narrator = plan.cast[""]?.description ?? ""
    items = chapter.read.passages.flatMap(\.items).enumerated().map { place, item in
      let source = Int(item.source)
      return ManifestLine(
        kind: item.kind.identifier, speaker: item.role?.name ?? "", cue: item.cue,
        // The fallback voice if the item's provider was down.
        voice: record.fallbacks?[place] ?? item.role?.voiceText ?? narrator,
        text: item.text, written: item.written, line: Int(item.line),
        source: sources.indices.contains(source) ? sources[source] : nil)
    }
  }
}
