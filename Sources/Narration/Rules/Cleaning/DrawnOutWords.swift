import Basics

/// Words that hyphens draw out: "No-o-o", "M-o-o-om", "Ah-h".
enum DrawnOutWords {
  /// Returns the text with its drawn-out words in one piece, with a letter three times: "Nooo", "Mooom".
  /// Stammers ("N-N-Nice") and spelled words ("T-O-Y") stay.
  static func joined(_ text: String) -> String {
    guard text.hasByte(UInt8(ascii: "-")), hasRepetition(text) else { return text }
    let scalars = Array(text.unicodeScalars)
    var output: Scalars = []
    output.reserveCapacity(scalars.count)
    var index = 0
    while index < scalars.count {
      guard scalars[index].isLetter else {
        output.append(scalars[index])
        index += 1
        continue
      }
      let (parts, end) = parts(of: scalars, from: index)
      let range = index..<end
      let word = parts.count > 1 && isApart(range, scalars) ? joined(parts) : nil
      output += word ?? Array(scalars[range])
      index = end
    }
    return output.text
  }

  /// Whether a letter stands on both sides of a hyphen. This test is fast.
  private static func hasRepetition(_ text: String) -> Bool {
    var (before, last) = (UInt8(0), UInt8(0))
    for byte in text.utf8 {
      // The bit of small letters.
      if last == UInt8(ascii: "-"), before | 0x20 == byte | 0x20, byte != last { return true }
      (before, last) = (last, byte)
    }
    return false
  }

  /// Returns the parts of a word between its hyphens, and the end of the word.
  private static func parts(of text: Scalars, from start: Int) -> ([Scalars], end: Int) {
    var (parts, end): ([Scalars], Int) = ([], start)
    while true {
      let part = text[end...].prefix { $0.isLetter }
      parts.append(Array(part))
      end += part.count
      guard end + 1 < text.count, text[end] == "-", text[end + 1].isLetter else {
        return (parts, end)
      }
      end += 1
    }
  }

  /// Whether a word is no part of a name, a number or an address.
  private static func isApart(_ range: Range<Int>, _ text: Scalars) -> Bool {
    func symbol(_ place: Int) -> Unicode.Scalar? {
      text.indices.contains(place) ? text[place] : nil
    }
    let joining: (Unicode.Scalar) -> Bool = {
      $0.isLetterOrDigit || "_@/\\'’".unicodeScalars.contains($0)
    }
    let (before, after) = (symbol(range.lowerBound - 1), symbol(range.upperBound))
    if before.map(joining) == true || after.map(joining) == true { return false }
    // "--No-o-o", "...No-o-o"
    if before == "-" || before == ".", symbol(range.lowerBound - 2) != before { return false }
    let isJoined = symbol(range.upperBound + 1)?.isLetterOrDigit == true
    return !((after == "-" || after == ".") && isJoined)
  }

  /// Returns the word of parts if they are a drawn-out word.
  private static func joined(_ parts: [Scalars]) -> Scalars? {
    guard let first = parts.first, let last = parts.last, let end = first.last,
      let sound = parts.count > 2 ? parts[1].first?.lowered : end.lowered,
      sounds.contains(sound)
    else { return nil }
    let isRun: (Scalars) -> Bool = { $0.allSatisfy { $0.lowered == sound } }
    let middle = parts[1..<(parts.count - 1)]
    guard middle.allSatisfy(isRun) else { return nil }
    let follows = end.lowered == sound
    let opens = last.first?.lowered == sound
    if middle.isEmpty, first.count > 1, opens, isCall(first + last.dropFirst()) {
      return first.dropLast() + [sound, sound, sound] + last.dropFirst()
    }
    if middle.isEmpty {
      // "Ah-h"
      guard last == [sound], end == sound, (2...3).contains(first.count),
        ["h", "m", "w"].contains(sound)
      else { return nil }
    } else if isRun(first) {
      // "Oo-o-of", but not "i-i-is" and "II-I-II"
      let hasSmall = parts.contains { $0.contains { !$0.isUpper } }
      guard first.count > 1, opens, !isRun(last) || hasSmall && sound != "i" else { return nil }
    } else if follows {
      // "re-e-mail" is no drawn-out word, "Ps-s-t" is.
      let isSound = parts.allSatisfy { $0.allSatisfy { !vowels.contains($0.lowered) } }
      guard opens || middle.count > 1 || isSound else { return nil }
    } else {
      // No word has a letter three times. Capitals can be notes, rhymes and atoms.
      let isShouted = last.allSatisfy(\.isUpper) && isRun(last) && sound != "o"
      guard opens, middle.count > 1, !isShouted, last != ["O", "H"] else { return nil }
    }
    let head = first.reversed().drop { $0.lowered == sound }.reversed()
    let tail = last.drop { $0.lowered == sound }
    let run = first.dropFirst(head.count) + middle.joined() + last.dropLast(tail.count)
    return Scalars(head) + run.prefix(3) + tail
  }

  /// Whether a word is one that people call: "Da-ad", "Mo-om".
  private static func isCall(_ word: Scalars) -> Bool { calls.contains(word.text.lowercased()) }

  private static let calls: Set<String> = [
    "but", "dad", "guys", "hey", "man", "mom", "mum", "stop", "what", "why",
  ]

  private static let vowels: Set<Unicode.Scalar> = ["a", "e", "i", "o", "u", "y"]
  /// The letters whose sounds can last.
  private static let sounds: Set<Unicode.Scalar> = vowels.union([
    "f", "h", "l", "m", "n", "r", "s", "v", "w", "z",
  ])
}

extension Unicode.Scalar {
  /// The small letter, if it is one scalar.
  fileprivate var lowered: Unicode.Scalar {
    let small = properties.lowercaseMapping.unicodeScalars
    return small.count == 1 ? small.first ?? self : self
  }
}
