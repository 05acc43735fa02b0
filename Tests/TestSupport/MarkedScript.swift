/// A random script in which every word is unique.
///
/// Some words must be heard once, and some never.
package struct MarkedScript: Sendable {
  /// The Fountain source.
  package private(set) var source = ""
  /// The words that must be spoken, once each.
  package private(set) var spoken: [String] = []
  /// The words of notes, boneyards and directions, which must not be spoken.
  package private(set) var silent: [String] = []

  private var random: SeededGenerator

  /// Creates the script of a seed.
  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    if chance(0.5) { titlePage() }
    for _ in 0..<Int.random(in: 3...14, using: &random) { block() }
    // By Fountain's rules a note that is never closed is text, but a boneyard is closed by the end of the
    // script.
    if chance(0.3) { source += "/* \(hidden())\n\n\(hidden()) */\n" }
  }

  // MARK: Words

  /// Returns a pronounceable word that is part of no other word: four syllables from its number.
  private func word(_ number: Int, _ prefix: String) -> String {
    let consonants = Array("bdfgklmnprstvz")
    let vowels = Array("aeiou")
    var rest = number
    var word = prefix
    for _ in 0..<3 {
      word.append(consonants[rest % consonants.count])
      rest /= consonants.count
      word.append(vowels[rest % vowels.count])
      rest /= vowels.count
    }
    return word
  }

  private mutating func heard() -> String {
    let word = word(spoken.count * 37 + 11, "spo")
    spoken.append(word)
    return word
  }

  private mutating func hidden() -> String {
    let word = word(silent.count * 37 + 11, "sil")
    silent.append(word)
    return word
  }

  private mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  // MARK: Pieces

  private mutating func titlePage() {
    source +=
      "Title: \(heard())\nAuthor: \(heard())\nContact:\n\t\(hidden())\nDraft date: \(hidden())\n\n"
  }

  /// Returns a silent part for the middle of a line.
  private mutating func aside() -> String {
    switch pick(8) {
    case 0: "[[\(hidden())]]"
    case 1: "[[ \(hidden()) \(hidden()) ]]"
    case 2: "/* \(hidden()) */"
    case 3: "/*\(hidden())*/"
    case 4: "[[\(hidden())\n\(hidden())]]"
    case 5: "/* \(hidden())\n\(hidden()) */"
    case 6: "/* \(hidden())\n\nINT. \(hidden()) - DAY\n\n\(hidden().uppercased())\n\(hidden()) */"
    default: "[[\(hidden()) /* \(hidden()) */ \(hidden())]]"
    }
  }

  /// Returns spoken words with silent parts before, between and after them, sometimes in emphasis.
  private mutating func line() -> String {
    var words: [String] = []
    for _ in 0...pick(3) {
      if chance(0.2) { words.append(aside()) }
      let word = heard()
      let marks = ["*", "**", "_", "", "", ""][pick(6)]
      words.append(marks + word + marks)
      if chance(0.15) { words.append(aside()) }
    }
    return words.joined(separator: " ")
  }

  private mutating func block() {
    switch pick(14) {
    case 0, 1: source += "INT. \(heard()) - DAY" + (chance(0.3) ? " [[\(hidden())]]" : "")
    case 2: source += ".\(heard())" + (chance(0.3) ? " #\(pick(99))#" : "")
    case 3: source += "> \(hidden()) TO:"
    case 4: source += "= \(hidden())"
    case 5: source += String(repeating: "#", count: 1 + pick(3)) + " \(hidden())"
    case 6: source += aside()
    case 7: source += "!\(heard()) \(heard())"
    case 8: source += "> \(heard()) <"
    case 9: source += "~\(heard()) \(heard())"
    case 10, 11: speech()
    default: source += line()
    }
    source += "\n\n"
  }

  private mutating func speech() {
    source += chance(0.5) ? "ANN" : "BEN (V.O.)"
    if chance(0.2) { source += " ^" }
    if chance(0.2) { source += " [[\(hidden())]]" }
    source += "\n"
    for _ in 0...pick(2) {
      if chance(0.4) { source += "(\(hidden()))\n" }
      source += line() + "\n"
      if chance(0.2) { source += "[[\(hidden())]]\n" }
    }
    source.removeLast()
  }
}
