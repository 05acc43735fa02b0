/// Figures between `<sup>` and `</sup>` become raised figures where they are a power: "10<sup>26</sup>" is 10²⁶.
enum RaisedFigures {
  /// Raises what stands at the end of some words.
  static func raise(from start: Int, in bytes: inout [UInt8]) {
    guard start > 0, start < bytes.count, isBase(bytes[..<start]) else { return }
    let figures = bytes[start...]
    guard figures.count <= 4, let raised = raised(figures) else { return }
    bytes.replaceSubrange(start..., with: raised.utf8)
  }

  /// A number, a closing bracket, or letters that may be a unit or a variable; behind a word they would mark a note.
  private static func isBase(_ before: ArraySlice<UInt8>) -> Bool {
    guard let last = before.last else { return false }
    if (0x30...0x39).contains(last) || last == UInt8(ascii: ")") { return true }
    let letters = before.reversed().prefix { (0x61...0x7A).contains($0 | 0x20) }
    return (1...2).contains(letters.count)
  }

  private static func raised(_ figures: ArraySlice<UInt8>) -> String? {
    var text = ""
    for (index, byte) in figures.enumerated() {
      switch byte {
      case 0x30...0x39: text.append(digits[Int(byte - 0x30)])
      case UInt8(ascii: "-") where index == 0: text.append("⁻")
      default: return nil
      }
    }
    return text.last == "⁻" ? nil : text
  }

  private static let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
}
