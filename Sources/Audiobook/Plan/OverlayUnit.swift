/// The unit of text that an EPUB highlights during playback.
public enum OverlayUnit: String, Sendable, CaseIterable, Codable {
  case sentence, word
}
