import Hablare

/// An article, with or without its title and author before it.
struct Article: SpeakableItem {
  let title: String
  let author: String
  let content: String
  var includeMeta = false
  let voiceProvider: any VoiceProvider
  let voiceId: String
  /// An article is written in a language of its own, not in that of whoever listens.
  var languageCode = "en-GB"

  var textToSpeak: String {
    includeMeta ? "\(title), by \(author). \(content)" : content
  }
}
