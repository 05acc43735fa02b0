/// A format of captions.
public enum CaptionFormat: String, Sendable, CaseIterable, Codable {
  /// WebVTT (W3C Candidate Recommendation, 4 April 2019), with speakers as voice spans.
  case vtt
  /// SubRip, as players read it.
  case srt

  /// The file name's extension, without the dot.
  public var fileExtension: String { rawValue }
}

extension BuildOptions {
  /// The names of a chapter's captions, one for each format.
  func captionNames(of chapter: ChapterPlan) -> [String] {
    captions.map { "\(chapter.fileStem).\($0.fileExtension)" }
  }
}
