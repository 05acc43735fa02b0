/// The contents and permissions of a fake account.
package struct FakeElevenLabsAccount: Sendable {
  /// A voice that speaks American English.
  package static let aria = "aria00000000000000aa"
  /// A voice that speaks British English.
  package static let bruno = "bruno0000000000000bb"

  /// The voices, each in the service's JSON.
  package var voices = [
    voice(aria, "Aria", language: "en", locale: "en-US", gender: "female"),
    voice(bruno, "Bruno", language: "en", locale: "en-GB", gender: "male"),
    voice("carmen000000000000cc", "Carmen", language: "es", locale: "es-ES", gender: "female"),
  ]
  /// The maximum number of voices on a page.
  package var pageLength = 100
  /// The models with their limits, in characters.
  package var models = [
    "eleven_multilingual_v2": 10_000, "eleven_flash_v2_5": 40_000, "eleven_v3": 5_000,
  ]
  /// The permissions of the key.
  package var permissions: Set<String> = [
    "voices_read", "models_read", "user_read", "text_to_speech",
  ]
  /// Whether the plan includes samples, not only MP3.
  package var allowsSamples = true
  /// The number of samples for each character, at 24 kHz.
  package var samplesPerCharacter = FakeElevenLabs.samplesPerCharacter
  /// Whether the service has the call that returns character times.
  package var hasTimestamps = true
  /// The character times for a text, as the JSON under `alignment`, or nil for characters of equal length.
  package var alignment: (@Sendable (_ text: String) -> String)?
  /// The spent credits, and the total.
  package var used = 1_000
  package var limit = 10_000
  /// Additional JSON members of the subscription.
  package var subscription = ""
  /// Whether `has_more` is always true, with the same token.
  package var pagesRunInCircles = false

  /// An account of three voices.
  package init() {}

  /// An account that has ten credits left.
  package static var poor: FakeElevenLabsAccount {
    var account = FakeElevenLabsAccount()
    account.used = account.limit - 10
    return account
  }

  /// Returns a voice with one verified language, as JSON.
  package static func voice(
    _ id: String, _ name: String, language: String, locale: String, gender: String
  ) -> String {
    """
    {"voice_id":"\(id)","name":"\(name)","category":"premade","description":null,
     "preview_url":"https://example.com/\(id).mp3",
     "labels":{"Gender":"\(gender)","language":"\(language)","use case":"narration"},
     "verified_languages":[{"language":"\(language)","model_id":"eleven_multilingual_v2",
       "locale":"\(locale)","accent":null}]}
    """
  }
}
