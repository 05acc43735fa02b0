/// The languages whose phonemes espeak-ng cannot find.
enum UnreadableLanguage {
  private static let names = [
    "zh": "Chinese", "cmn": "Chinese", "yue": "Cantonese", "ja": "Japanese",
  ]

  /// Why a language cannot be pronounced; nil if it can.
  static func reason(_ tag: String) -> String? {
    let language = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    return names[String(language)].map {
      "\($0) cannot be pronounced: espeak-ng does not know how its characters are read"
    }
  }
}
