import Hablare

/// The least an item has to say of itself: who speaks, and what.
struct SimpleMessage: SpeakableItem {
  let content: String
  let voiceProvider: any VoiceProvider
  let voiceId: String

  var textToSpeak: String { content }
}
