import Hablare

/// A step of instructions, spoken with its number.
struct ListItem: SpeakableItem {
  let number: Int
  let content: String
  let voiceProvider: any VoiceProvider
  let voiceId: String

  var textToSpeak: String { "Step \(number): \(content)" }
}
