import Hablare

/// A line of a play, optionally with the speaker's name before it.
struct CharacterDialogue: SpeakableItem {
  let characterName: String
  let dialogue: String
  var includeCharacterName = false
  let voiceProvider: any VoiceProvider
  let voiceId: String

  var textToSpeak: String {
    includeCharacterName ? "\(characterName): \(dialogue)" : dialogue
  }
}
