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
    // The lexicon has "mmm" and "mmmm".
    if runs.count == 1, small.count > 4, small[0] == UInt8(ascii: "m") { return Phones("mmm") }
    let stretched = runs.count { $0.count > 2 }
    guard runs.count > 1, (1...Self.mostRuns).contains(stretched),
      runs.count(where: { $0.count > 1 }) < 7
    else { return nil }
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
    // "laaaadiieees": where most letters are stretched, two can be one.
    let isWide = runs.count { $0.count > 2 } > 2
    return runs.reduce([[]]) { words, run in
      let counts = run.count > 2 || isWide && run.count == 2 ? [2, 1] : [run.count]
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
    "zz": "zzː", "pff": "pfː", "pfft": "pfːt", "thwff": "θwˈʌf", "thwfft": "θwˈʌft",
    "thwpfft": "θwˈʌpft", "thwpp": "θwˈʌp", "fwpp": "fwˈʌp",
    "bzz": "bzzː", "bzzt": "bzzːt", "oww": "ˈWː", "eww": "ˈiːu", "aww": "ˈɔː", "ahh": "ˈɑː",
    "aah": "ˈɑː", "aahh": "ˈɑː", "aa": "ˈɑː", "ohh": "ˈOː", "ooh": "ˈuː", "oohh": "ˈuː",
    "oo": "ˈuː", "aagh": "ˈɑːɡ", "aaghh": "ˈɑːɡ", "aagghh": "ˈɑːɡ", "agghh": "ˈɑːɡ", "aghh": "ˈɑːɡ",
    "meroww": "mɹˈW", "merowws": "mɹˈWz", "vrrip": "vɹˈɪp", "uhh": "ˈʌː", "umm": "ˈʌmː",
    "err": "ˈɜɹː", "ss": "sː", "ff": "fː", "vroom": "vɹˈuːm",
  ]
}

/// A stammer, such as "W-" in "W-what".
struct Stammer {
  /// The positions of the letters with their hyphens, such as "B-" and "b-" in "B-b-but".
  private(set) var parts: [Range<Int>] = []
  /// The position of the word. It is empty behind letters without a word, such as "t-t-t-t".
  private(set) var word: Range<Int>
  /// Whether the letters have a vowel, as in "Tha-that".
  private(set) var isOpen = false

  /// Finds a stammer that begins at an index of a text; nil if there is none.
  init?(at start: Int, in text: [Unicode.Scalar]) {
    func letters(from place: Int) -> Int {
      text[place...].prefix { $0.isASCII && $0.isLetter }.count
    }
    if start > 0, Self.joins(text[start - 1]) { return nil }
    let count = letters(from: start)
    guard (1...3).contains(count) else { return nil }
    let letter = text[start..<start + count].string.lowercased()
    if count > 1, letter.contains(where: { "aeiouy".contains($0) }) {
      guard BrokenWords.isOpen(letter), !Self.prefixes.contains(letter) else { return nil }
      isOpen = true
    }
    var place = start
    word = 0..<0
    while place + count < text.count, text[place + count] == "-" {
      parts.append(place..<place + count + 1)
      place += count + 1
      let next = place < text.count ? letters(from: place) : 0
      if next == count, parts.count > 1, !isOpen, Self.isClick(letter),
        text[place].isSmall, letter.unicodeScalars.first == text[place],
        place + 1 == text.count || !Self.joins(text[place + 1])
      {
        parts.append(place..<place + 1)
        word = place + 1..<place + 1
        return
      }
      guard next >= count, text[place..<place + count].string.lowercased() == letter else {
        return nil
      }
      guard next > count else { continue }
      word = place..<place + next
      // "D-Day" is a name, not a stammer.
      if Self.names.contains(letter + "-" + text[word].string.lowercased()) { return nil }
      return
    }
    return nil
  }

  /// Returns the first sound of a word, with a weak vowel after a consonant.
  func sound(of phonemes: Phones) -> Phones? {
    let sounds = phonemes.drop { $0 == PhoneSet.primary || $0 == PhoneSet.secondary }
    if isOpen {
      let vowel = sounds.firstIndex(where: PhoneSet.vowels.contains)
      return vowel.map {
        Phones(sounds[...$0].filter { $0 != PhoneSet.primary && $0 != PhoneSet.secondary })
      }
    }
    let onset = sounds.prefix(while: PhoneSet.consonants.contains).prefix(parts[0].count - 1)
    return onset.isEmpty ? sounds.first.map { [$0] } : Phones(onset) + ["ə"]
  }

  /// Whether a letter that is repeated is a sound: "t-t-t-t", but not "x-x-x".
  private static func isClick(_ letter: String) -> Bool {
    letter.utf8.count == 1 && "bcdfghklmnprstw".contains(letter)
  }

  /// Beginnings of words that hyphens join: "pre-press".
  private static let prefixes: Set<String> = ["bi", "co", "de", "di", "pre", "pro", "re", "tri"]

  private static func joins(_ symbol: Unicode.Scalar) -> Bool {
    symbol.isLetterOrDigit || symbol == "-" || symbol.isApostrophe
  }

  private static let names = Set(
    """
    d-day d-days b-boy b-boys c-class s-series s-class g-girl t-test t-tests p-plate h-hour a-all k-kit t-table \
    f-factor r-rated x-x
    """.split { $0 == " " }.map(String.init))
}
