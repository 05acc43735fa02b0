/// Powers between HTML's `<sup>` and `</sup>`: "10<sup>26</sup>" is 10²⁶.
enum SuperscriptDigits {
  /// Returns the superscript digits of a power, or nil if the raised text is something else.
  static func power(_ range: Range<Int>, in bytes: [UInt8]) -> String? {
    guard (1...4).contains(range.count), isBase(bytes[..<range.lowerBound]) else { return nil }
    var power = ""
    for (index, byte) in bytes[range].enumerated() {
      switch byte {
      case 0x30...0x39: power.append(digits[Int(byte - 0x30)])
      case UInt8(ascii: "-") where index == 0: power.append("⁻")
      default: return nil
      }
    }
    return power == "⁻" ? nil : power
  }

  /// Whether the text ends in a number, a closing bracket, or one or two letters, which are a unit or a variable.
  /// A raised number after a longer word is the mark of a note.
  private static func isBase(_ text: ArraySlice<UInt8>) -> Bool {
    guard let last = text.last else { return false }
    if (0x30...0x39).contains(last) || last == UInt8(ascii: ")") { return true }
    let letters = text.reversed().prefix { (0x61...0x7A).contains($0 | 0x20) }
    return (1...2).contains(letters.count)
  }

  private static let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
}
