/// Words with letters that are written three times or more, and sounds.
extension WordReader {
  /// Returns the phonemes of a stretched word such as "Nooooo", or of a sound such as "Shhh"; nil for other words.
  func stretched(_ word: ASCIIWord, tag: String, _ context: SpokenContext) -> Phones? {
    guard word.isLetters, word.count > 2 else { return nil }
    let small = word.lowered
    let runs = Self.runs(of: small)
    guard runs.contains(where: { $0.count > 1 }) else { return nil }
    let key = runs.flatMap { ASCIIWord(repeating: $0.letter, count: min($0.count, 2)) }
    // "AAA" is a battery, not a scream.
    let isScream = word.count > 3 || !word.hasNoSmall
    if isScream, let sound = Self.sounds[String(decoding: key, as: UTF8.self)] {
      return Phones(sound)
    }
    let stretched = runs.count { $0.count > 2 }
    guard runs.count > 1, (1...Self.mostRuns).contains(stretched) else { return nil }
    // "Goood" is "good", but "Nooo" is "no".
    // "loooves"
    let isForm: (ASCIIWord) -> Bool = { word in
      word.last == UInt8(ascii: "s") && lexicon.isChecked(ASCIIWord(word.dropLast()))
    }
    let spellings = Self.spellings(runs)
    for spelling in spellings.filter(lexicon.isChecked) + spellings.filter(isForm) {
      guard let found = phonemes(spelling, tag: tag, context) else { continue }
      return Self.lengthened(found)
    }
    return nil
  }

  /// The largest number of stretched letters in a word, so that no input is slow.
  private static let mostRuns = 4

  private typealias Run = (letter: UInt8, count: Int)

  private static func runs(of word: ASCIIWord) -> [Run] {
    word.reduce(into: []) { runs, letter in
      if let last = runs.last, last.letter == letter {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((letter, 1))
      }
    }
  }

  /// Returns the words with each stretched letter written twice or once.
  private static func spellings(_ runs: [Run]) -> [ASCIIWord] {
    runs.reduce([[]]) { words, run in
      let counts = run.count > 2 ? [2, 1] : [run.count]
      return words.flatMap { word in
        counts.map { word + ASCIIWord(repeating: run.letter, count: $0) }
      }
    }
  }

  /// Returns phonemes with a long stressed vowel.
  private static func lengthened(_ phonemes: Phones) -> Phones {
    let stress = phonemes.firstIndex(of: PhoneSet.primary) ?? phonemes.startIndex
    guard let vowel = phonemes[stress...].firstIndex(where: PhoneSet.vowels.contains) else {
      return phonemes
    }
    return phonemes[...vowel] + ["ː"] + phonemes[(vowel + 1)...].drop { $0 == "ː" }
  }

  /// The sounds, with repeated letters written twice.
  private static let sounds = [
    "shh": "ʃʃː", "sshh": "ʃʃː", "pshh": "pʃʃː", "brr": "bɹɹː", "grr": "ɡɹɹː", "frr": "fɹɹː",
    "zz": "zzː",
    "bzz": "bzzː", "bzzt": "bzzːt", "oww": "ˈWː", "eww": "ˈiːu", "aww": "ˈɔː", "ahh": "ˈɑː",
    "aah": "ˈɑː", "aahh": "ˈɑː", "aa": "ˈɑː", "ohh": "ˈOː", "ooh": "ˈuː", "oohh": "ˈuː",
    "oo": "ˈuː",
    "uhh": "ˈʌː", "umm": "ˈʌmː", "err": "ˈɜɹː", "ss": "sː", "ff": "fː", "vroom": "vɹˈuːm",
  ]
}
