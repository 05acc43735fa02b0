import Audio
import Basics

/// Captions: a file for each chapter beside its audio, and a file for the book in one file.
/// Captions contain speaker names, which are not part of the chapter's fingerprint. So they depend on a digest of their
/// own.
struct CaptionFiles: Artifact {
  static let role = "captions"
  static let use = Artifacts.Use.transcript

  private let captions: CaptionFormat
  private let showsAnnouncements: Bool

  static func mediaType(of format: String) -> String? {
    CaptionFormat(rawValue: format).map {
      switch $0 {
      case .vtt: "text/vtt"
      case .srt: "application/x-subrip"
      }
    }
  }

  static func requested(by options: BuildOptions) -> [Self] {
    options.captions.map { Self(captions: $0, showsAnnouncements: options.captionsAnnounce) }
  }

  var format: String { captions.rawValue }
  var needsTimings: Bool { true }
  var followsSelection: Bool { true }

  func names(ofChapter index: Int, stem: String) -> [String] { ["\(stem).\(format)"] }

  func names(of book: BookDescription) -> [String] {
    book.books.isEmpty ? [] : [book.fileName(format)]
  }

  func files(of chapter: ChapterMaterial) -> [Artifacts.File] {
    guard chapter.timings != nil else { return [] }
    let digest = chapter.digest([
      "captions", chapter.options.generator, String(chapter.sampleRate),
      showsAnnouncements ? "all" : "",
    ])
    return names(ofChapter: chapter.chapter.index, stem: chapter.chapter.fileStem).map { name in
      Artifacts.File(name, digest: digest) {
        let cues = chapter.captions(announcements: showsAnnouncements)
        return Array(captions.text(of: cues).utf8)
      }
    }
  }

  /// Returns the captions of the book in one file, or nothing if a chapter has no captions.
  /// If the book is written in several formats, the times are those of the first format.
  func files(of book: FinishedBook) -> [Artifacts.File] {
    let chapters = book.chapters.compactMap { $0.files(of: self).first }
    guard !book.books.isEmpty, chapters.count == book.chapters.count else { return [] }
    let starts = book.starts.map {
      CaptionCue.milliseconds($0, at: book.description.sampleRate)
    }
    let content = Artifacts.File.Content.bytes { output throws(RenderError) in
      var joined = BookCaptions(captions)
      try output(Array(joined.head.utf8))
      for (place, file) in chapters.enumerated() {
        let path = book.path(of: file.file)
        guard let bytes = try FileSystem.contents(of: path) else {
          throw .output(path: path, reason: "the file is missing; run the build again")
        }
        let text = joined.chapter(
          String(decoding: bytes, as: UTF8.self), start: starts[place], end: starts[place + 1])
        try output(Array(text.utf8))
      }
    }
    return names(of: book.description).map { Artifacts.File($0, content) }
  }
}

/// The captions of a book in one file, joined from the caption files of its chapters.
/// The files are joined as text, because `assemble` gets only the caption files of the shards. The caption writers
/// replace `-->` in the text of captions, so no text looks like a timing line.
struct BookCaptions {
  let format: CaptionFormat
  private var count = 0

  /// Creates captions without chapters.
  init(_ format: CaptionFormat) { self.format = format }

  /// The text before the captions of the first chapter.
  var head: String { format == .vtt ? "WEBVTT\n" : "" }

  /// Returns a chapter's captions with times counted from the start of the book.
  /// The chapter begins at `start` and the next chapter at `end`, both in milliseconds.
  mutating func chapter(_ text: String, start: Int, end: Int) -> String {
    var result = ""
    var isNumber = format == .srt
    // Split by bytes, because Swift treats a carriage return and a line feed as one character.
    for (index, bytes) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { result += "\n" }
      let line = String(Substring(bytes))
      if format == .vtt, index == 0 { continue }
      if isNumber, !line.isEmpty {
        count += 1
        result += "\(count)\r"
      } else {
        result += shifted(line, start: start, end: end) ?? line
      }
      isNumber = format == .srt && line == "\r"
    }
    // The book has its own header. The chapter's header was skipped, so the line end of that header is dropped too.
    return format == .vtt ? String(result.dropFirst()) : result
  }

  private func shifted(_ line: String, start: Int, end: Int) -> String? {
    let isEnded = line.utf8.last == 0x0D
    let parts = (isEnded ? String(line.unicodeScalars.dropLast()) : line).split(separator: " ")
    guard parts.count == 3, parts[1] == "-->", let from = Timecode.milliseconds(parts[0]),
      let to = Timecode.milliseconds(parts[2])
    else { return nil }
    let point: Character = format == .vtt ? "." : ","
    // Both times are rounded, so their sum may be one millisecond too large.
    let first = min(start + from, end - 1)
    let last = max(first + 1, min(start + to, end))
    return Timecode.text(first, point: point) + " --> " + Timecode.text(last, point: point)
      + (isEnded ? "\r" : "")
  }
}
