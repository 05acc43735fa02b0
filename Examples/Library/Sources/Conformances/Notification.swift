import Hablare

/// A notification, optionally with the time at which it arrived.
struct Notification: SpeakableItem {
  let title: String
  let message: String
  let hour: Int
  let minute: Int
  var includeTimestamp = false
  let voiceProvider: any VoiceProvider
  let voiceId: String
  /// Faster than normal, so that a notification is short.
  var voiceOptions = VoiceOptions(rate: 1.15)

  var textToSpeak: String {
    includeTimestamp ? "\(title) at \(time). \(message)" : "\(title). \(message)"
  }

  /// The time as text, such as `9:41` or `18:05`.
  private var time: String { "\(hour):\(minute < 10 ? "0" : "")\(minute)" }
}
