/// Parses the lists of voices and models that servers send.
///
/// Each server has its own format.
enum OpenAIVoiceReader {
  /// Returns the voices in a response, or nil if the response lists no voices.
  ///
  /// Accepts a list of names or of objects, bare or under `voices` or `data`. Skips voices whose id
  /// contains the key. In other texts, dots replace the key.
  static func voices(
    _ json: JSONValue, providerId: String, hiding key: SecureString? = nil
  ) -> [Voice]? {
    guard let values = json.values ?? json["voices"]?.values ?? json["data"]?.values else {
      return nil
    }
    let voices = values.compactMap { voice($0, providerId: providerId, hiding: key) }
    return voices.isEmpty ? nil : voices
  }

  /// Returns the names of the models in a response, or nil if the response has no list.
  static func models(_ json: JSONValue, hiding key: SecureString? = nil) -> [String]? {
    guard let values = json.values ?? json["data"]?.values ?? json["models"]?.values else {
      return nil
    }
    return values.compactMap { $0.text ?? $0.text("id", "name", "model") }
      .filter { !ServiceMessage.has(key, in: $0) }
  }

  private static func voice(
    _ json: JSONValue, providerId: String, hiding key: SecureString?
  ) -> Voice? {
    guard let id = json.text ?? json.text("id", "voice_id", "name", "voice"), isClean(id),
      !ServiceMessage.has(key, in: id)
    else { return nil }
    func shown(_ text: String) -> String? {
      let shown = ServiceMessage.shown(text, hiding: key)
      return shown.isEmpty ? nil : shown
    }
    let name = json.text("name", "display_name").flatMap(shown) ?? shown(id) ?? id
    let said = json.text("language", "locale", "lang", "language_code").flatMap(shown)
    return Voice(
      id: id, name: name, providerId: providerId,
      language: said.flatMap(tag) ?? azureLocale(of: name),
      gender: json.text("gender").flatMap(gender),
      description: json.text("description").flatMap(shown))
  }

  private static func isClean(_ text: String) -> Bool {
    text.unicodeScalars.count <= 500
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Returns a language tag in its usual spelling, or nil for other words, such as `multilingual`.
  private static func tag(_ text: String) -> String? {
    let tag = text.replacing("_", with: "-")
    let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = subtags.first, (2...3).contains(first.count),
      subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isASCII) }),
      tag.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
    else { return nil }
    return LanguageTag.cased(tag)
  }

  private static func gender(_ text: String) -> String? {
    switch text.lowercased() {
    case "female", "f", "woman": "female"
    case "male", "m", "man": "male"
    case "neutral", "nonbinary", "non-binary": "neutral"
    default: nil
    }
  }

  /// Returns the locale at the start of the name of a Microsoft voice, such as `en-US-JennyNeural`.
  private static func azureLocale(of name: String) -> String? {
    guard name.hasSuffix("Neural") else { return nil }
    let parts = name.split(separator: "-").dropLast()
    return parts.count >= 2 ? tag(parts.joined(separator: "-")) : nil
  }
}
