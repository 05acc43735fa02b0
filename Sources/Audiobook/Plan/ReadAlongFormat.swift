/// A read-along format.
public enum ReadAlongFormat: String, Sendable, CaseIterable, Codable {
  /// A web page next to the audio files.
  case html
  /// An EPUB with Media Overlays, which contains the audio.
  case epub
}
