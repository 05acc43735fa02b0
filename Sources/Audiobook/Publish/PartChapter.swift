import Hablare
import Narration

/// A chapter that is there: what was planned, and what came of it.
///
/// The manifest is written from it, and a share leaves it for `assemble`.
struct PartChapter: Codable, Sendable {
  var index: Int
  var title: String
  var items: [ManifestLine]
  var record: ChapterRecord
  /// Its captions, one file for each format, as a share leaves them for `assemble`.
  var captions: [FileRecord]?
  /// What people read along of it, as a share leaves it for `assemble`.
  var page: [FileRecord]?
}

extension PartChapter {
  /// A chapter of a plan that is there and current.
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
        // Another than its own where that one's provider was down.
        voice: record.standIns?[place] ?? item.role?.voiceText ?? narrator,
        text: item.text, written: item.written, line: Int(item.line),
        source: sources.indices.contains(source) ? sources[source] : nil)
    }
  }
}
