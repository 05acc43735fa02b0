import Hablare
import Narration

/// A chapter as the manifest lists it: what was planned, and what came of it.
struct ManifestChapter: Codable, Sendable {
  var index: Int
  var title: String
  var items: [ManifestItem]
  var record: ChapterRecord
  /// Its captions, one file for each format, as a share leaves them for `assemble`.
  var captions: [FileRecord]?
}

/// A line of the table read as the manifest lists it; where it sounds is in the chapter's record.
struct ManifestItem: Codable, Sendable {
  var kind: String
  /// The cast's name; empty for the narrator.
  var speaker: String
  /// The cue as typed, where the role goes by another name.
  var cue: String?
  var voice: String
  var text: String
  var line: Int
  /// The document it is in, where a book has several.
  var source: String?
}

extension ManifestChapter {
  /// A chapter of a plan that is there and current.
  init(_ chapter: ChapterPlan, _ record: ChapterRecord, of plan: BookPlan) {
    index = chapter.index
    title = chapter.title
    self.record = record
    let sources = plan.sources.count > 1 ? plan.sources.map(\.file) : []
    let narrator = plan.cast[""]?.description ?? ""
    items = chapter.read.passages.flatMap(\.items).enumerated().map { place, item in
      let source = Int(item.source)
      return ManifestItem(
        kind: item.kind.identifier, speaker: item.role?.name ?? "", cue: item.cue,
        // Another than its own where that one's provider was down.
        voice: record.standIns?[place] ?? item.role?.voiceText ?? narrator,
        text: item.text, line: Int(item.line),
        source: sources.indices.contains(source) ? sources[source] : nil)
    }
  }
}
