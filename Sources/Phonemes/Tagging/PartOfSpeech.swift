/// Classifies tags for the rules of words.
enum PartOfSpeech {
  /// Returns the general use of a tag, such as `verb`, or nil.
  /// A lexicon stores the forms of a word by use.
  static func wide(_ tag: String) -> LexiconEntry.Use? {
    if tag.hasPrefix("VB") { return .verb }
    if tag.hasPrefix("NN") { return .noun }
    if tag.hasPrefix("RB") { return .adverb }
    if tag.hasPrefix("JJ") { return .adjective }
    return nil
  }

  /// Returns the exact use of a tag, such as `past`, or nil.
  /// A lexicon stores the forms of a word by use.
  static func exact(_ tag: String) -> LexiconEntry.Use? {
    switch tag {
    case "VBD": .past
    case "VBN": .participle
    case "VBP": .present
    case "DT": .determiner
    default: nil
    }
  }

  static func isNoun(_ tag: String) -> Bool { tag.hasPrefix("NN") }

  /// The tags of punctuation.
  static let marks: Set<String> = [
    ".", ",", "-LRB-", "-RRB-", "``", "\"\"", "''", ":", "$", "#", "NFP",
  ]
}
