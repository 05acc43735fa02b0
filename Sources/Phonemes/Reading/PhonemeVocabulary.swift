import Basics

/// The reason why a list of phonemes cannot be read.
package struct PhonemeVocabularyError: Error, Equatable, Sendable {
  /// The problem, in one line.
  package var message: String
}

/// The symbols that a model knows, each with a number.
package struct PhonemeVocabulary: Sendable, Equatable {
  private let numbers: [Unicode.Scalar: Int64]

  /// Reads a JSON object that maps symbols to numbers.
  package init(json: [UInt8]) throws(PhonemeVocabularyError) {
    guard case .object(let members)? = JSONValue(json) else {
      throw PhonemeVocabularyError(message: "the model's list of phonemes is not a JSON object")
    }
    var numbers: [Unicode.Scalar: Int64] = [:]
    for (symbol, value) in members {
      guard case .int(let number) = value, number > 0, symbol.unicodeScalars.count == 1,
        let scalar = symbol.unicodeScalars.first
      else {
        throw PhonemeVocabularyError(
          message: "the model's list of phonemes has no number for \"\(symbol)\"")
      }
      numbers[scalar] = Int64(number)
    }
    self.numbers = numbers
  }

  /// Creates a list from symbols with their numbers.
  package init(numbers: [Unicode.Scalar: Int64]) { self.numbers = numbers }

  /// The number of a symbol; nil if the model does not know the symbol.
  package subscript(symbol: Unicode.Scalar) -> Int64? { numbers[symbol] }
}

/// Phonemes as input for a model.
package struct PhonemeIDs: Sendable, Equatable {
  /// The numbers of the symbols, with 0 at both ends.
  package var ids: [Int64]
  /// For each number, the index of the token that the number belongs to; nil for the zeros at the ends,
  /// for punctuation and for spaces.
  package var owners: [Int?]
}

extension PhonemeText {
  /// Returns the numbers of all symbols.
  /// Symbols that the model does not know are left out.
  package func ids(_ vocabulary: PhonemeVocabulary) -> PhonemeIDs {
    var result = PhonemeIDs(ids: [0], owners: [nil])
    func add(_ text: String, _ owner: Int?) {
      for symbol in text.unicodeScalars {
        guard let number = vocabulary[symbol] else { continue }
        result.ids.append(number)
        result.owners.append(owner)
      }
    }
    add(leading, nil)
    for (number, token) in tokens.enumerated() {
      add(token.phonemes, number)
      add(token.following, nil)
    }
    result.ids.append(0)
    result.owners.append(nil)
    return result
  }
}
