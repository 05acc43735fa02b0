import Basics

/// Cleaning, step 1, for text whose markup a front end has already removed.
/// Readers of the document see this text. So most symbols stay, and only symbols that are not read as words are
/// removed.
enum PlainMarks {
  static func apply(_ text: String, dot: String = "dot") -> String {
    guard text.utf8.contains(where: isMark) else { return text }
    let input = Array(text.unicodeScalars)
    var output: Scalars = []
    output.reserveCapacity(input.count)
    var (index, openBrackets) = (0, 0)
    while index < input.count {
      let scalar = input[index]
      switch scalar {
      case "h", "H", "w", "W":
        if let end = Addresses.read(input, at: index, dot: dot, into: &output) {
          index = end
          continue
        }
        output.append(scalar)
      case ">" where output.last == "-" || output.last == "=":
        output[output.count - 1] = "—"
      case "[", "]":
        if let end = editorialEnd(input, index) {
          output.append(contentsOf: input[index + 1..<end])
          index = end
        } else {
          output.append(" ")
        }
      case "-" where opensOption(input, index): break
      case "<" where opensBracket(input, index):
        openBrackets += 1
        output.append(" ")
        if input[index + 1] == "/" { index += 1 }
      case ">" where openBrackets > 0 && !input[index - 1].isSpace:
        openBrackets -= 1
        output.append(" ")
      default: output.append(scalar)
      }
      index += 1
    }
    return output.text
  }

  /// Whether a text with this byte can contain symbols to remove.
  /// Such bytes are `-`, `<`, `>`, `[`, `]`, `:` of a URL, and the `w` of `www.`.
  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2D, 0x3C, 0x3E, 0x5B, 0x5D, 0x3A, 0x77, 0x57: true
    default: false
    }
  }

  /// Returns the index of the bracket that closes an editor's change within a word: "[o]ne", "show[ed]".
  /// Nil if the brackets do not touch a word.
  private static func editorialEnd(_ input: Scalars, _ index: Int) -> Int? {
    guard input[index] == "[" else { return nil }
    var end = index + 1
    while end < input.count, input[end].isLetter, end - index <= 4 { end += 1 }
    guard end > index + 1, end < input.count, input[end] == "]" else { return nil }
    let isBehindWord = index > 0 && input[index - 1].isLetter
    let isBeforeWord = end + 1 < input.count && input[end + 1].isLetter
    return isBehindWord || isBeforeWord ? end : nil
  }

  /// Whether the dash here opens an option such as `-v` or `--debug`.
  /// Such a dash is not a pause.
  private static func opensOption(_ input: Scalars, _ index: Int) -> Bool {
    let start = index > 0 && input[index - 1] == "-" ? index - 1 : index
    let next = index + 1 < input.count && input[index + 1] == "-" ? index + 2 : index + 1
    guard next - start <= 2, next < input.count, input[next].isLetter else { return false }
    return start == 0 || input[start - 1].isSpace || input[start - 1] == "("
  }

  /// Whether the bracket here is part of `<div>`, `</b>` or `List<Item>`, but not of "a < b" or "x<5".
  private static func opensBracket(_ input: Scalars, _ index: Int) -> Bool {
    guard index + 1 < input.count else { return false }
    let next = input[index + 1]
    return next.isLetter || next == "/" || next == "!" || next == "?"
  }
}
