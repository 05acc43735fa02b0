extension VoiceURI {
  /// Parses what a person writes for a voice: a URI, or the short name of a natural voice, such as
  /// `raven` or `raven?pitch=1` for `hibari://heart+raven`.
  ///
  /// Throws an error that describes the problem. A misspelt short name gets a suggestion.
  public static func requested(_ text: String) throws(VoiceURIError) -> VoiceURI {
    guard text.firstRange(of: "://") == nil else { return try parse(text) }
    let name = text.prefix { $0 != "?" }
    guard let voice = HibariVoiceID(shortName: String(name)) else {
      let known = HibariVoiceID.shortNames
      let bound = name.count > 3 ? nil : 1
      let nearest = Spelling.nearest(to: String(name), among: known, limit: 1, within: bound).first
      if let nearest { throw VoiceURIError.unknownName(text, nearest: nearest) }
      throw VoiceURIError.missingSeparator(text)
    }
    return try parse("\(HibariVoiceProvider.id)://\(voice.text)\(text[name.endIndex...])")
  }

  /// The short names that `requested` accepts: the names of hibari's voices and speakers.
  public static var shortNames: [String] { HibariVoiceID.shortNames }
}
