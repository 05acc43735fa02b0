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
    CaptionFormat(rawValue: format)?.writer.mediaType
  }

  static func requested(by options: BuildOptions) -> [Self] {
    options.captions.map { Self(captions: $0, showsAnnouncements: options.captionsAnnounce) }
  }

  var format: String { captions.rawValue }
  var needsTimings: Bool { true }
  var needsSpeakers: Bool { captions.writer.hasColors }
  var followsSelection: Bool { true }

  func names(ofChapter index: Int, stem: String) -> [String] { ["\(stem).\(format)"] }

  func names(of book: BookDescription) -> [String] {
    book.books.isEmpty ? [] : [book.fileName(format)]
  }

  func files(of chapter: ChapterMaterial) -> [Artifacts.File] {
    guard chapter.timings != nil else { return [] }
    let colors = needsSpeakers ? chapter.captionColors : []
    let digest = chapter.digest(
      [
        "captions", chapter.options.generator, String(chapter.sampleRate),
        showsAnnouncements ? "all" : "",
      ] + colors.flatMap { [$0.speaker, $0.value] })
    return names(ofChapter: chapter.chapter.index, stem: chapter.chapter.fileStem).map { name in
      Artifacts.File(name, digest: digest) {
        let cues = chapter.captions(announcements: showsAnnouncements)
        return Array(captions.writer.text(of: cues, colors: colors).utf8)
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
      let writer = captions.writer
      var count = 0
      let roles = (book.description.roles ?? []).enumerated().map { (key: $1, value: $0) }
      try output(Array(writer.head(CaptionCue.Color.all(of: roles)).utf8))
      for (place, file) in chapters.enumerated() {
        let path = book.path(of: file.file)
        guard let bytes = try FileSystem.contents(of: path) else {
          throw .output(path: path, reason: "the file is missing; run the build again")
        }
        let text = writer.part(
          String(decoding: bytes, as: UTF8.self),
          of: CaptionShift(start: starts[place], end: starts[place + 1]), after: &count)
        try output(Array(text.utf8))
      }
    }
    return names(of: book.description).map { Artifacts.File($0, content) }
  }
}

extension CaptionCue.Color {
  /// Returns the colours of speakers, by the numbers of their roles in the book.
  static func all(of roles: some Sequence<(key: String, value: Int)>) -> [Self] {
    var known: Set<String> = []
    return roles.sorted { $0.value < $1.value }.compactMap { role in
      let name = role.key.asCaptionSpeaker
      guard !name.isEmpty, known.insert(name).inserted else { return nil }
      return Self(speaker: name, value: EPUBStyle.lightColor(of: role.value))
    }
  }
}
