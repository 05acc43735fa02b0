/// How far a line has come on its way to sound.
public enum SpeakableItemStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// Its words are there.
  case textGenerated
  /// It waits for a voice.
  case audioQueued
  /// A voice speaks it now.
  case audioGenerating
  /// Its sound is there.
  case audioComplete
  /// A voice could not speak it.
  case audioFailed
}
