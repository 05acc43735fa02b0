/// The abbreviations of a language.
///
/// A key has its full stops and no spaces. A key with a capital first letter is only met in that spelling; one
/// with a small first letter in both.
struct AbbreviationWords: Sendable {
  /// Where an abbreviation is opened.
  enum Place: Sendable {
    case anywhere
    /// Anywhere; it often ends a sentence, so that a full stop stays before a capital.
    case ending
    /// Before a name.
    case beforeName
    /// Before figures or a Roman number.
    case beforeNumber
    /// Behind a name; it often ends a sentence.
    case behindName
    /// Behind figures.
    case behindNumber
  }

  struct Entry: Sendable {
    var place: Place
    var words: String
    var needsCapital: Bool
  }

  /// The readings of each key in small letters, the more special first.
  private(set) var entries: [String: [Entry]] = [:]
  /// The beginnings of all keys, so that a search stops early.
  private(set) var beginnings: Set<String> = []

  init(_ lists: [(place: Place, text: String)]) {
    for (place, text) in lists {
      for (keys, words) in WordTable.entries(text) {
        for key in keys {
          let isCapital = key.unicodeScalars.first?.isCapital == true
          add(key, Entry(place: place, words: String(words), needsCapital: isCapital))
        }
      }
    }
  }

  private mutating func add(_ key: String, _ entry: Entry) {
    let small = key.replacing(" ", with: "").lowercased()
    entries[small, default: []].append(entry)
    var beginning = ""
    for scalar in small.unicodeScalars {
      beginning.unicodeScalars.append(scalar)
      beginnings.insert(beginning)
    }
  }

  static func of(_ tongue: Tongue) -> AbbreviationWords {
    switch tongue {
    case .english: english
    case .spanish: spanish
    case .french: french
    case .german: german
    case .other: AbbreviationWords([])
    }
  }
}
