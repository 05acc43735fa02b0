import Hablare
import Narration

/// A voice in its own manner: all that its level depends on, beside its engine's version.
struct VoiceManner: Hashable, Sendable {
  /// Provider and id, without query.
  var voice: VoiceURI
  var languageCode: String
  var options: VoiceOptions

  /// The manner of the role that speaks, whatever the delivery: a whisper stays one.
  ///
  /// A voice that stands in has its own.
  init(_ performance: Performance, standIn: VoiceURI? = nil) {
    let own = performance.neutral ?? performance
    voice = (standIn ?? own.voice).plain
    languageCode = standIn?.language ?? own.languageCode
    options = standIn?.options ?? own.options
  }
}
