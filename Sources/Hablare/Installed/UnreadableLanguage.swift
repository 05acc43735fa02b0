/// The languages whose phonemes espeak-ng cannot find.
enum UnreadableLanguage {
  private static let names = [
    "zh": "Chinese", "cmn": "Chinese", "yue": "Cantonese", "ja": "Japanese",
  ]

  /// Returns why a language cannot be pronounced, or nil if it can.
  static func reason(_ tag: String) -> String? {
    let language = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    return names[String(language)].map {
      "\($0) cannot be pronounced: espeak-ng cannot read its characters"
    }
  }
}
