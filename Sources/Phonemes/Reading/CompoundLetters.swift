/// The sounds of letters that are parts of compounds.
extension SentenceReader {
  /// Sets the sound of the last letter of "U-Is" and "B-O-Ls", with the ending of a plural.
  func settlePlural(_ pieces: inout [SpokenPiece]) {
    guard let last = pieces.last?.symbols, last.count == 2, last[0].isUpper, last[1] == "s",
      pieces.count > 2, pieces[pieces.count - 2].symbols == ["-"],
      pieces[pieces.count - 3].symbols.count == 1, pieces[pieces.count - 3].symbols[0].isUpper,
      let letter = ASCIIWord([last[0]])
    else { return }
    pieces[pieces.count - 1].phonemes = words.spelled(letter).flatMap(words.withS)
  }

  /// Sets the sound of the ending of "L.A.'s", which follows a letter and not a full stop.
  func settlePossessive(_ pieces: inout [SpokenPiece]) {
    guard pieces.count > 3, pieces[pieces.count - 1].symbols == ["s"],
      pieces[pieces.count - 2].symbols.first?.isApostrophe == true,
      pieces[pieces.count - 3].symbols == ["."],
      let name = ASCIIWord(pieces[pieces.count - 4].symbols), name.count == 1,
      let sound = words.spelled(name), let whole = words.withS(sound)
    else { return }
    pieces[pieces.count - 1].phonemes = Phones(whole.dropFirst(sound.count))
  }

  /// Makes the letter of "storage-a-zero" no article, as it is in "one-a-day".
  static func settleLetters(_ pieces: inout [SpokenPiece]) {
    guard pieces.count > 4 else { return }
    for place in pieces.indices.dropFirst(2).dropLast(2)
    where (pieces[place].symbols == ["a"] || pieces[place].symbols == ["A"])
      && pieces[place - 1].symbols == ["-"] && pieces[place + 1].symbols == ["-"]
      && numbers.contains(String(String.UnicodeScalarView(pieces[place + 2].symbols)))
    {
      pieces[place].tag = "NN"
    }
  }

  private static let numbers: Set<String> = [
    "zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]
}
