extension CaptionFormat {
  /// The text of a track in this format.
  func text(of cues: [CaptionCue]) -> String {
    switch self {
    case .vtt: WebVTTWriter.text(of: cues)
    case .srt: SRTWriter.text(of: cues)
    }
  }
}
