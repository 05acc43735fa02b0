import Basics

extension TextCleaner {
  /// Returns a name as the narrator speaks it.
  /// "MAN #2" is "Man number two", and "DR. SMITH" is "Doctor Smith". Names in mixed case stay as typed. Acronyms and
  /// Roman numerals keep their capitals.
  package func spokenName(_ name: String) -> String {
    // The name as the capitals rule writes it in a heading. Only parts that this rule leaves in capitals can keep their
    // capitals.
    let judged = capitals.apply(name, isHeading: true).split(separator: " ")
    let words = zip(name.split(separator: " "), judged).map { word, judged -> String in
      let pieces = word.split(separator: "-", omittingEmptySubsequences: false)
      let judges = judged.split(separator: "-", omittingEmptySubsequences: false)
      return zip(pieces, judges).map { nameCase(String($0), judged: String($1)) }
        .joined(separator: "-")
    }
    return prepared(words.joined(separator: " "))
  }

  private func nameCase(_ word: String, judged: String) -> String {
    let letters = Array(word.unicodeScalars.filter(\.isLetter))
    guard letters.count > 1, letters.allSatisfy(\.isUpper),
      !word.unicodeScalars.contains(where: \.isDigit)
    else { return word }
    let core = letters.text
    if isConjunction(core) { return word.lowercased() }
    if isInitials(word) || capitals.keeping.contains(core)
      || capitals.judge.staysInName(core, judged: judged)
    {
      return word
    }
    return capitals.judge.nameWithCapitals(word) ?? lowercasedButFirst(word)
  }

  /// Returns the word in lower case, except for its first letter.
  /// A quote or a bracket may come before this letter: `"THE KID"`.
  private func lowercasedButFirst(_ word: String) -> String {
    guard let first = word.firstIndex(where: \.isLetter) else { return word }
    let second = word.index(after: first)
    let rest = word[second...].lowercased()
    // "O'Brien", "D'Angelo"
    if let mark = rest.first, mark == "'" || mark == "’", rest.count > 3 {
      return word[..<first] + word[first].uppercased() + String(mark)
        + rest.dropFirst().capitalizedFirst
    }
    return word[..<first] + word[first].uppercased() + rest
  }

  /// Whether a word consists of single letters with dots: "J.R.".
  private func isInitials(_ word: String) -> Bool {
    let parts = word.split(separator: ".")
    return parts.count > 1 && parts.allSatisfy { $0.count == 1 }
  }
}
