import Basics

/// Words of English speech that break off after their first sound: "N- no", "wh-I know" and "Oh no w-".
enum CutWords {
  /// Returns the text with a stammer in one piece, and without the beginnings of words that nobody ends.
  static func mended(_ text: String) -> String {
    let text = withPauses(text)
    guard mayHaveOne(text) else { return text }
    let input = Array(text.unicodeScalars)
    var output: Scalars = []
    var index = 0
    var stammered = 0
    while index < input.count {
      guard input[index].isLetter, index == stammered || opens(behind: input[index - 1]) else {
        output.append(input[index])
        index += 1
        continue
      }
      let word = input[index...].prefix(while: \.isLetter)
      let mark = input[word.endIndex...].prefix { isDash($0) }
      let end = mark.endIndex + input[mark.endIndex...].prefix { $0 == " " }.count
      let isStart = index == stammered || startsSentence(index, input)
      output.append(contentsOf: word)
      index = word.endIndex
      guard (1...3).contains(word.count), (1...2).contains(mark.count) else { continue }
      let isApart = end > mark.endIndex || mark.count > 1 || mark.first != "-"
      let next = input[end...].prefix { $0.isLetter || $0.isApostrophe }
      if isStammer(word, next, input) {
        guard !isApart || isStart || !isLabel(word, next, input) else { continue }
        output.append("-")
        index = end
        stammered = end
      } else if next.isEmpty, isLast(word, end, isStart, input) {
        output.removeLast(word.count)
        // "You son of a b--" breaks off at the word.
        if isStart || wordBefore(word.startIndex, input) == "a" {
          output.append(contentsOf: sound(of: word))
        }
      } else if isDropped(word, next, input, isApart: isApart) {
        output.removeLast(word.count)
        if !isApart || isStart { index = end }
      }
    }
    return output.text
  }

  /// Returns the text with the pause of the dash in "WASHINGTON D.C. - DAY", and with "you `n me" as "you 'n me".
  private static func withPauses(_ text: String) -> String {
    var text = text
    if text.hasText(". -"), hasInitials(beforeDashIn: text) {
      text.replace(/\b((?:[A-Z]\.){2,})(?=\s--?\s)/) { $0.1 + "," }
    }
    if text.hasText("`n ") { text.replace(/(^|\s)`n (?!`)/) { $0.1 + "'n " } }
    return text
  }

  private static func hasInitials(beforeDashIn text: String) -> Bool {
    var last = (UInt8(0), UInt8(0), UInt8(0), UInt8(0))
    return text.utf8.contains { byte in
      defer { last = (last.1, last.2, last.3, byte) }
      return byte == UInt8(ascii: "-") && last.3 == 0x20 && last.2 == UInt8(ascii: ".")
        && last.1 &- UInt8(ascii: "A") < 26 && last.0 == UInt8(ascii: ".")
    }
  }

  /// The spelling of the sound of a word that breaks off: "Wh-" is said as "wuh".
  private static func sound(of word: Scalars.SubSequence) -> Scalars {
    (word.dropFirst().text.lowercased() == "h"
      && word.first.map { "wW".unicodeScalars.contains($0) } == true
      ? Array(word.prefix(1)) : Array(word)) + ["u", "h"]
  }

  /// Whether the next word, or the next letter of a stammer, begins with the same letters.
  private static func isStammer(
    _ word: Scalars.SubSequence, _ next: Scalars.SubSequence, _ input: Scalars
  ) -> Bool {
    let letters = word.text.lowercased()
    guard next.text.lowercased().hasPrefix(letters) else { return false }
    if next.count == word.count {
      guard next.endIndex < input.count, isDash(input[next.endIndex]) else { return false }
    }
    return word.count > 1 ? onsets.contains(letters) : letters != "i" && letters != "a"
  }

  /// Whether a letter is a name: "Plan B- but", "the letter C- come".
  private static func isLabel(
    _ word: Scalars.SubSequence, _ next: Scalars.SubSequence, _ input: Scalars
  ) -> Bool {
    word.count == 1 && word.first?.isUpper == true
      && (next.first?.isUpper != true
        || LetterNames.lettered.contains(wordBefore(word.startIndex, input)))
  }

  /// Whether letters break off at the end of a speech: "What do we do n-". "B-" is a grade, and "Sh-" is a sound.
  private static func isLast(
    _ word: Scalars.SubSequence, _ end: Int, _ isStart: Bool, _ input: Scalars
  ) -> Bool {
    let letters = word.text.lowercased()
    guard isOnset(letters),
      end == input.count || "\"”".unicodeScalars.contains(input[end]),
      !LetterNames.lettered.contains(wordBefore(word.startIndex, input))
    else { return false }
    return word.first?.isLower == true || isStart && !["b", "c", "d", "f"].contains(letters)
  }

  /// Whether the speaker breaks off and begins a sentence: "wh-I know", "We n- I mean".
  private static func isDropped(
    _ word: Scalars.SubSequence, _ next: Scalars.SubSequence, _ input: Scalars, isApart: Bool
  ) -> Bool {
    guard isOnset(word.text.lowercased()), word.last?.isLower == true,
      isApart || word.count > 1 || next.first == "I"
    else { return false }
    return pronouns.contains(next.text.lowercased())
      && !LetterNames.lettered.contains(wordBefore(word.startIndex, input))
  }

  private static func startsSentence(_ index: Int, _ input: Scalars) -> Bool {
    guard let before = input[..<index].last(where: { !$0.isSpace }) else { return true }
    guard before == "." else { return !before.isLetterOrDigit && before != "," && !isDash(before) }
    return !["mr", "mrs", "ms", "dr"].contains(wordBefore(index, input))
  }

  private static func wordBefore(_ index: Int, _ input: Scalars) -> String {
    let before = input[..<index].reversed().drop { $0.isSpace || $0 == "." }.prefix(20)
    return Array(before.prefix(while: \.isLetter).reversed()).text.lowercased()
  }

  private static func isOnset(_ letters: String) -> Bool {
    letters.utf8.count == 1
      ? !"aeioux".contains(letters) : onsets.contains(letters) && letters != "sh"
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "–" || scalar == "—"
  }

  private static func opens(behind scalar: Unicode.Scalar) -> Bool {
    scalar.isSpace || "\"“‘([…".unicodeScalars.contains(scalar) || scalar == "."
  }

  /// Whether one to three letters stand before a dash. This is a fast test: few lines have them.
  private static func mayHaveOne(_ text: String) -> Bool {
    var length = 0
    return text.utf8.contains { byte in
      if byte | 0x20 > 0x60, byte | 0x20 < 0x7B {
        length += 1
        return false
      }
      defer { length = 0 }
      return (byte == UInt8(ascii: "-") || byte == 0xE2) && (1...3).contains(length)
    }
  }

  /// The consonants that begin English words.
  private static let onsets = Set(
    """
    bl br ch chr cl cr dr fl fr gl gr kn ph pl pr qu sc sch scr sh shr sk sl sm sn sp spl spr st str sw th thr tr \
    tw wh wr
    """.split { $0 == " " }.map(String.init))

  private static let pronouns = Set(
    """
    i i'm i've i'd i'll i’m i’ve i’d i’ll you you're you’re we we're we’re he he's he’s she she's she’s they \
    they're they’re it's it’s that's that’s what why who where when how no yes yeah
    """.split { $0 == " " }.map(String.init))
}
