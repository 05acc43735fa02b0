/// A format of captions.
public enum CaptionFormat: String, Sendable, CaseIterable, Codable {
  /// WebVTT (W3C Candidate Recommendation, 4 April 2019), with speakers as voice spans.
  case vtt
  /// SubRip (SRT).
  case srt

  /// The file name extension, without the dot.
  public var fileExtension: String { rawValue }
}

extension BuildOptions {
  /// Returns the names of a chapter's caption files, one for each format.
  func captionNames(of chapter: ChapterPlan) -> [String] {
    captions.map { "\(chapter.fileStem).\($0.fileExtension)" }
  }
}
