import Hablare

/// The smallest item: a text and its voice.
struct SimpleMessage: SpeakableItem {
  let content: String
  let voiceProvider: any VoiceProvider
  let voiceId: String

  var textToSpeak: String { content }
}
