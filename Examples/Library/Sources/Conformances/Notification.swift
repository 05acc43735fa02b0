import Hablare

/// A notification, with or without the time at which it came.
struct Notification: SpeakableItem {
  let title: String
  let message: String
  let hour: Int
  let minute: Int
  var includeTimestamp = false
  let voiceProvider: any VoiceProvider
  let voiceId: String
  /// A notification should be over soon.
  var voiceOptions = VoiceOptions(rate: 1.15)

  var textToSpeak: String {
    includeTimestamp ? "\(title) at \(time). \(message)" : "\(title). \(message)"
  }

  /// `9:41`, `18:05`.
  private var time: String { "\(hour):\(minute < 10 ? "0" : "")\(minute)" }
}
