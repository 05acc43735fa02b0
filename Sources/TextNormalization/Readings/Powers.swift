/// Reads powers and roots: x², 10³, 2^10, √16.
struct Powers: ReadingRule {
  let speech: Speech
  private let amounts: Amounts

  init(speech: Speech) {
    self.speech = speech
    amounts = Amounts(speech: speech)
  }

  private static let raised: [Unicode.Scalar: Character] = [
    "⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7", "⁸": "8",
    "⁹": "9", "⁻": "-",
  ]

  static func isRaised(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { !$0.isASCII && raised[$0] != nil } == true
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    switch line.symbol(start) {
    case nil: return behindNumber(at: start, in: line)
    case "√": return root(at: start, in: line)
    case "^":
      guard line.kind(start - 1) == .word || line.symbol(start - 1) == ")" else { return nil }
      return exponent(at: start, in: line).map {
        Reading(end: $0.end, words: SpokenWords($0.text, from: line.range(start..<$0.end)))
      }
    case let symbol where Self.isRaised(symbol):
      return exponent(at: start, in: line).map {
        Reading(end: $0.end, words: SpokenWords($0.text, from: line.range(start..<$0.end)))
      }
    default: return nil
    }
  }

  /// Reads "10³" and "2^10".
  private func behindNumber(at start: Int, in line: Line) -> Reading? {
    guard let number = speech.format.number(at: start, in: line), line.kind(start - 1) != .word,
      let power = exponent(at: number.tokens.upperBound, in: line)
    else { return nil }
    var words = amounts.words(number, in: line)
    words.add(power.text, from: line.range(number.tokens.upperBound..<power.end))
    return Reading(end: power.end, words: words)
  }

  /// Returns the words of an exponent that begins at a token, or nil.
  private func exponent(at index: Int, in line: Line) -> (text: String, end: Int)? {
    var end = index
    var digits = ""
    while let symbol = line.symbol(end), let digit = Self.raised[symbol], digits.utf8.count < 6 {
      digits.append(digit)
      end += 1
    }
    if digits.isEmpty, line.symbol(index) == "^" {
      end = index + 1
      if line.symbol(end) == "-" {
        digits = "-"
        end += 1
      }
      if let plain = line.digits(end), plain.utf8.count < 10 {
        digits += plain
        end += 1
      } else if digits.isEmpty, line.length(end) == 1, let letter = line.word(end) {
        return (speech.symbols.power + " " + letter, end + 1)
      }
    }
    guard let value = Int(digits) else { return nil }
    switch value {
    case 2: return (speech.symbols.squared, end)
    case 3: return (speech.symbols.cubed, end)
    default:
      let symbol = value < 0 ? speech.symbols.minus + " " : ""
      return (speech.symbols.power + " " + symbol + speech.speller.cardinal(abs(value)), end)
    }
  }

  /// Reads "√16" as "the square root of sixteen".
  private func root(at start: Int, in line: Line) -> Reading? {
    let place = line.skippingSpace(start + 1)
    var words = SpokenWords(speech.symbols.root, from: line.range(start))
    if let amount = amounts.amount(at: place, in: line) {
      words.add(amounts.words(amount, in: line))
      return Reading(end: amount.tokens.upperBound, words: words)
    }
    return line.kind(place) == .word ? Reading(end: start + 1, words: words) : nil
  }
}
