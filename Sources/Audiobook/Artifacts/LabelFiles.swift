import Audio

/// Label tracks for audio editors: a label with the speaker and the words for each line.
/// Audacity reads lines with a start, an end and a label, with tabs between them (Audacity manual, "Importing and
/// Exporting Labels"). The times are in seconds.
struct LabelFiles: Artifact {
  static let role = "labels"

  private let labels: LabelFormat

  static func mediaType(of format: String) -> String? {
    LabelFormat(rawValue: format).map { _ in "text/plain" }
  }

  static func requested(by options: BuildOptions) -> [Self] {
    options.labels.map { Self(labels: $0) }
  }

  var format: String { labels.rawValue }
  var followsSelection: Bool { true }

  func names(ofChapter index: Int, stem: String) -> [String] { [stem + ".txt"] }

  func names(of book: BookDescription) -> [String] {
    book.books.isEmpty ? [] : [book.fileName("txt")]
  }

  func files(of chapter: ChapterMaterial) -> [Artifacts.File] {
    let digest = chapter.digest(["labels", chapter.options.generator, String(chapter.sampleRate)])
    return names(ofChapter: chapter.chapter.index, stem: chapter.chapter.fileStem).map { name in
      Artifacts.File(name, digest: digest) {
        let lines = FinishedChapter(chapter.chapter, chapter.record, of: chapter.plan)
        return Self.labels(of: lines, from: 0, sampleRate: chapter.sampleRate)
      }
    }
  }

  /// Returns the labels of the book in one file, or nothing if a chapter has no labels.
  func files(of book: FinishedBook) -> [Artifacts.File] {
    guard !book.books.isEmpty, book.chapters.allSatisfy({ !$0.files(of: self).isEmpty }) else {
      return []
    }
    let starts = book.starts
    return names(of: book.description).map { name in
      Artifacts.File(
        name,
        .bytes { output throws(RenderError) in
          for place in book.chapters.indices {
            try output(
              Self.labels(
                of: try book.chapter(place), from: starts[place],
                sampleRate: book.description.sampleRate))
          }
        })
    }
  }

  /// Returns the labels of a chapter that begins at sample `start` of its file.
  private static func labels(
    of chapter: FinishedChapter, from start: Int, sampleRate: Int
  ) -> [UInt8] {
    let places = chapter.record.placements
    var text = ""
    for (index, line) in chapter.items.enumerated() {
      let times = [places[2 * index], places[2 * index + 1]].map {
        seconds(start + $0, sampleRate)
      }
      let words = oneLine(line.written ?? line.text)
      let speaker = oneLine(line.speaker)
      text += "\(times[0])\t\(times[1])\t\(speaker.isEmpty ? words : "\(speaker): \(words)")\n"
    }
    return Array(text.utf8)
  }

  /// Returns a time in seconds with six decimals.
  private static func seconds(_ samples: Int, _ sampleRate: Int) -> String {
    let micros = (samples * 1_000_000 + sampleRate / 2) / sampleRate
    return "\(micros / 1_000_000).\(String(1_000_000 + micros % 1_000_000).dropFirst())"
  }

  /// Returns a text without line ends and tabs, which would end the label.
  static func oneLine(_ text: String) -> String {
    text.onOneLine.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
  }
}
