/// What is highlighted in an EPUB while it sounds.
public enum OverlayUnit: String, Sendable, CaseIterable, Codable {
  case sentence, word
}
