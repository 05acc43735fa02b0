/// The rules for line breaks at punctuation.
enum CaptionMarks {
  private static let sentenceEnds = Set<Character>(".!?…。！？．؟۔।")
  private static let clauseEnds = Set<Character>(",;:—–،؛、，；：")
  private static let closers = Set<Character>("\"'”’»›)]}」』】）〉》〕")
  private static let openers = Set<Character>("\"'“‘„«‹([{「『【（〈《〔¿¡")
  /// Characters that must not begin a line in Japanese or Chinese (JLREQ, "line-start prohibition").
  private static let clinging = Set<Character>(
    "。、，．！？：；…‥・ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻％")
  /// Abbreviations with a full stop that does not end the sentence.
  ///
  /// The list is for text in which the speech rules have not expanded abbreviations.
  private static let abbreviations: Set<String> = [
    "mr", "mrs", "ms", "dr", "st", "prof", "sr", "jr", "vs", "mme", "mlle", "sra", "dra", "nr",
    "bzw", "capt",
    "sgt", "lt", "col", "rev",
  ]

  /// Returns how good a break after a word is, judged by the punctuation of the word and by the next word.
  static func ending(of word: String, before next: String?) -> CaptionPiece.Ending {
    var bare = Substring(word)
    while let last = bare.last, closers.contains(last) { bare.removeLast() }
    guard let mark = bare.last ?? word.last else { return .word }
    if clauseEnds.contains(mark) { return .clause }
    guard sentenceEnds.contains(mark) else { return .word }
    if mark == "." {
      let stem = bare.dropLast()
      let isInitial = stem.count == 1 && stem.first?.isUppercase == true
      if isInitial && stem != "I" || abbreviations.contains(stem.lowercased()) || isInitials(stem) {
        return .word
      }
    }
    // In "Wait… what?" and "'Stop!' she said" the sentence continues.
    let start = next?.first { !openers.contains($0) }
    return start?.isLowercase == true ? .clause : .sentence
  }

  /// Whether a word consists of initials with full stops between them: "U.S", "p.m".
  private static func isInitials(_ stem: Substring) -> Bool {
    let parts = stem.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { $0.count == 1 && $0.first?.isLetter == true }
  }

  /// Whether a line may end between two characters of a word.
  ///
  /// A line may end inside a word only in writing systems without blanks. A line does not end after an opening
  /// mark, or before a closing mark, or before a character that must not begin a line.
  static func allowsBreak(between left: Character, _ right: Character) -> Bool {
    guard isUnspaced(left) || isUnspaced(right) else { return false }
    return !openers.contains(left) && !closers.contains(right) && !clinging.contains(right)
  }

  /// Whether a character is Han, kana, or punctuation of Chinese or Japanese.
  private static func isUnspaced(_ character: Character) -> Bool {
    guard let value = character.unicodeScalars.first?.value, value >= 0x2E80 else { return false }
    return switch value {
    case 0x2E80...0x312F, 0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0xFF00...0xFF9F, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
