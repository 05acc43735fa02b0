import Hablare

/// A line of a play, with or without the name of whoever says it.
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
