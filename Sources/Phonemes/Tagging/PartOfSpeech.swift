/// What the rules of words ask of a tag.
enum PartOfSpeech {
  /// The wider kind that a lexicon's forms are kept by, or nil.
  static func wide(_ tag: String) -> LexiconEntry.Use? {
    if tag.hasPrefix("VB") { return .verb }
    if tag.hasPrefix("NN") { return .noun }
    if tag.hasPrefix("RB") { return .adverb }
    if tag.hasPrefix("JJ") { return .adjective }
    return nil
  }

  /// The exact kind that a lexicon's forms are kept by, or nil.
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

  /// Tags of punctuation.
  static let marks: Set<String> = [
    ".", ",", "-LRB-", "-RRB-", "``", "\"\"", "''", ":", "$", "#", "NFP",
  ]
}
