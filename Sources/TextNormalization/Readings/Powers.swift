import Basics

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

  /// The value of a subscript digit, as in "CO₂".
  private static func lowered(_ scalar: Unicode.Scalar) -> Int? {
    "₀" <= scalar && scalar <= "₉" ? Int(scalar.value - 0x2080) : nil
  }

  static func isRaised(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { !$0.isASCII && raised[$0] != nil } == true
  }

  /// Whether an exponent is here.
  static func isExponent(_ index: Int, in line: Line) -> Bool {
    line.symbol(index) == "^" || isRaised(line.symbol(index))
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    switch line.symbol(start) {
    case nil: return behindNumber(at: start, in: line)
    case "√": return root(at: start, in: line)
    case "^":
      guard line.kind(start - 1) == .word || line.symbol(start - 1) == ")" else { return nil }
      // "O(n^(d+1))"
      if speech.isSecond, line.symbol(start + 1) == "(" {
        return Reading(start..<start + 1, speech.symbols.power, in: line)
      }
      return exponent(at: start, in: line).map {
        Reading(end: $0.end, words: SpokenWords($0.text, from: line.range(start..<$0.end)))
      }
    case let symbol? where speech.isSecond && Self.lowered(symbol) != nil:
      guard line.kind(start - 1) == .word || line.symbol(start - 1) == ")" else { return nil }
      var (digits, end) = ("", start)
      while let digit = line.symbol(end).flatMap(Self.lowered), end - start < 6 {
        digits += String(digit)
        end += 1
      }
      return Reading(start..<end, speech.speller.cardinal(digits), in: line)
    case let symbol where Self.isRaised(symbol):
      if let charge = charge(at: start, in: line) { return charge }
      if let mark = noteMark(at: start, in: line) { return mark }
      return exponent(at: start, in: line).map {
        Reading(end: $0.end, words: SpokenWords($0.text, from: line.range(start..<$0.end)))
      }
    default: return nil
    }
  }

  /// Reads "Ca²⁺" as "Ca two plus".
  private func charge(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, let digit = line.symbol(start).flatMap({ Self.raised[$0] }),
      digit != "-", let sign = line.symbol(start + 1), sign == "⁺" || sign == "⁻",
      line.isClosed(start + 2), !Self.isRaised(line.symbol(start + 2))
    else { return nil }
    let name = sign == "⁺" ? speech.symbols.plus : speech.symbols.minus
    return Reading(
      start..<start + 2, speech.speller.cardinal(String(digit)) + " " + name, in: line)
  }

  /// Reads "10³" and "2^10".
  private func behindNumber(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond, let number = scientific(at: start, in: line) { return number }
    guard let number = speech.format.number(at: start, in: line), line.kind(start - 1) != .word,
      let power = exponent(at: number.tokens.upperBound, in: line)
    else { return nil }
    var words = amounts.words(number, in: line)
    words.add(power.text, from: line.range(number.tokens.upperBound..<power.end))
    return Reading(end: power.end, words: words).withUnit(speech, in: line)
  }

  /// Reads "2.5e-3" as "two point five times ten to the power of minus three".
  private func scientific(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) != .word, let number = speech.format.number(at: start, in: line),
      let letter = line.word(number.tokens.upperBound), letter == "e" || letter == "E"
    else { return nil }
    let place = number.tokens.upperBound + 1
    let sign = line.symbol(place)
    let hasSign = sign.map { "+-−".unicodeScalars.contains($0) } == true
    guard hasSign || letter == "e", let value = line.value(hasSign ? place + 1 : place, most: 3)
    else { return nil }
    let end = hasSign ? place + 2 : place + 1
    guard line.isClosed(end), line.symbol(end)?.isDash != true else { return nil }
    let symbols = speech.symbols
    let minus = hasSign && sign != "+" ? symbols.minus + " " : ""
    var words = amounts.words(number, in: line)
    words.add(
      "\(symbols.times) \(speech.speller.cardinal(10)) \(symbols.power) "
        + minus + speech.speller.cardinal(value), from: line.range(place - 1..<end))
    return Reading(end: end, words: words)
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
    if speech.isSecond, let sum = sum(from: index, in: line) { return sum }
    guard let value = Int(digits) else { return nil }
    switch value {
    case 2: return (speech.symbols.squared, end)
    case 3: return (speech.symbols.cubed, end)
    default:
      let symbol = value < 0 ? speech.symbols.minus + " " : ""
      return (speech.symbols.power + " " + symbol + speech.speller.cardinal(abs(value)), end)
    }
  }

  /// Returns the words of an exponent of several parts: "2ⁿ⁻¹", "2¹⁹⁻¹⁶", "2^(n-1)".
  private func sum(from index: Int, in line: Line) -> (text: String, end: Int)? {
    var (parts, end) = ([speech.symbols.power], index)
    if line.symbol(index) == "^", line.symbol(index + 1) == "(" {
      end = index + 2
      while line.symbol(end) != ")" {
        guard end - index < 12, end < line.count else { return nil }
        if let digits = line.digits(end) {
          parts.append(speech.speller.cardinal(digits))
        } else if let name = line.symbol(end).flatMap(sign) {
          parts.append(name)
        } else if line.length(end) == 1, let letter = line.word(end) {
          parts.append(letter)
        } else if !line.isSpace(end) {
          return nil
        }
        end += 1
      }
      return parts.count > 1 ? (parts.joined(separator: " "), end + 1) : nil
    }
    while end - index < 8 {
      var digits = ""
      while end - index < 8, let digit = line.symbol(end).flatMap({ Self.raised[$0] }),
        digit != "-"
      {
        digits.append(digit)
        end += 1
      }
      if !digits.isEmpty {
        parts.append(speech.speller.cardinal(digits))
      } else if line.word(end) == "ⁿ" || line.symbol(end) == "ⁿ" {
        parts.append("n")
        end += 1
      } else if line.symbol(end) == "⁻", end > index {
        parts.append(speech.symbols.minus)
        end += 1
      } else {
        break
      }
    }
    // One number is read by its name: "squared".
    return parts.count > 2 || parts.last == "n" ? (parts.joined(separator: " "), end) : nil
  }

  private func sign(_ symbol: Unicode.Scalar) -> String? {
    switch symbol {
    case "-", "−": speech.symbols.minus
    case "+": speech.symbols.plus
    case "*", "×": speech.symbols.times
    case "/": speech.symbols.divided
    default: nil
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
    let isSum = speech.isSecond && line.symbol(place) == "("
    return line.kind(place) == .word || isSum ? Reading(end: start + 1, words: words) : nil
  }
}
