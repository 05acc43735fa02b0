import Hablare

/// An article, optionally with its title and author before it.
struct Article: SpeakableItem {
  let title: String
  let author: String
  let content: String
  var includeMeta = false
  let voiceProvider: any VoiceProvider
  let voiceId: String
  /// The language of the article, which can differ from the listener's.
  var languageCode = "en-GB"

  var textToSpeak: String {
    includeMeta ? "\(title), by \(author). \(content)" : content
  }
}
