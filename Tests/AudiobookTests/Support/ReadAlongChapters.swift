import Audio
import Guion
import Narration
import Testing

@testable import Audiobook

/// The read-along chapters of a book.
///
/// Times are computed as if a span took a second for every ten letters.
struct ReadAlongChapters {
  var chapters: [PageChapter]
  var plan: BookPlan

  init(_ script: String, _ change: (inout ToneBook) -> Void = { _ in }) async throws {
    let book = ToneBook(script) {
      $0.options.readAlong = [.html]
      change(&$0)
    }
    try await self.init(book.plan())
  }

  init(_ plan: BookPlan) throws {
    self.plan = plan
    let speakers = plan.speakerNumbers
    chapters = try plan.chapters.map { chapter in
      let (timings, length) = Self.timings(of: chapter)
      let record = ChapterRecord(
        fingerprint: "", tagsFingerprint: "", samples: length, placements: [], files: [],
        captions: timings)
      return try #require(
        PageMaker.page(of: chapter, record, sampleRate: 1000, speakers: speakers) { path, _ in
          path.hasSuffix(".png") ? "image-\(path)" : nil
        })
    }
  }

  /// Returns the times of a chapter's spans, and its length.
  ///
  /// Simultaneous speeches begin together.
  private static func timings(of chapter: ChapterPlan) -> ([SpanTiming], Int) {
    var (timings, start) = ([SpanTiming](), 0)
    for passage in chapter.read.passages {
      start += passage.pauseBefore
      var ends: [Int] = []
      for item in passage.items {
        var place = start
        for span in item.spans {
          let length = max(1, span.text.utf8.count * 100)
          let pieces = CaptionPiece.pieces(of: span.text)
          let columns = CaptionShare.columns(of: pieces)
          timings.append(
            SpanTiming(
              start: place, end: place + length,
              pieces: span.hasPhonemes
                ? []
                : pieces.indices.map {
                  CaptionShare.part(from: 0, to: length, columns[$0], of: columns[pieces.count])
                }))
          place += length
        }
        ends.append(place)
      }
      start = ends.max() ?? start
    }
    return (timings, start + chapter.read.pauseAfter)
  }

  /// One row for each block, with bars between the sentences: `action: One. | Two.`.
  var outline: [String] { chapters.flatMap { $0.blocks.flatMap(Self.outline) } }

  private static func outline(_ block: PageBlock) -> [String] {
    let name = "\(block.kind)".prefix { $0.isLetter }
    let announced = block.announcement == nil ? "" : "!"
    switch block.kind {
    case .dual(let columns):
      return columns.flatMap { column in column.flatMap(outline).map { "dual \($0)" } }
    case .table(let header, let rows):
      return [header].filter { !$0.isEmpty }.map {
        "header: " + $0.map(\.text).joined(separator: ", ")
      }
        + rows.map { row in "row\(announced): " + row.map(sentences).joined(separator: ", ") }
    case .pageBreak: return ["pageBreak"]
    default: return ["\(name)\(announced): \(sentences(block.text))"]
    }
  }

  private static func sentences(_ text: PageText) -> String {
    guard !text.sentences.isEmpty else { return "(\(text.text))" }
    return text.sentences.map { text.words($0.range) }.joined(separator: " | ")
  }

  /// Every text of the chapters, including texts of nested blocks.
  var texts: [PageText] { chapters.flatMap { $0.blocks.flatMap(\.texts) } }
}

extension PageBlock {
  /// The texts of the block and of the blocks in it.
  var texts: [PageText] {
    switch kind {
    case .dual(let columns): columns.flatMap { $0.flatMap(\.texts) }
    case .table(let header, let rows): header + rows.flatMap(\.self)
    case .pageBreak: []
    default: [text]
    }
  }
}

extension PageText {
  /// Returns a range of the text.
  func words(_ range: Range<Int>) -> String {
    var words = String.UnicodeScalarView()
    words.append(contentsOf: Array(text.unicodeScalars)[range])
    return String(words)
  }
}
