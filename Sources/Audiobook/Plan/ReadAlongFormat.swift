/// What people read along in.
public enum ReadAlongFormat: String, Sendable, CaseIterable, Codable {
  /// A page for browsers, beside the audio.
  case html
  /// An EPUB with Media Overlays, with the audio in it.
  case epub
}
