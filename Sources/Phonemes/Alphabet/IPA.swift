/// General IPA for English, and its conversion to the alphabets of voices.
public enum IPA {
  /// Returns IPA in misaki's alphabet, as the natural voices of a dialect read it.
  ///
  /// Sounds that English does not have become the nearest English sounds. Stress goes before the vowel, where these
  /// voices expect it. Throws an error with the first unknown symbol.
  public static func misaki(
    _ ipa: String, dialect: EnglishDialect
  ) throws(IPAError) -> String {
    var text = ""
    for unit in stressBeforeVowels(try IPAReader.units(ipa)) {
      switch unit {
      case .sound(let number): text += IPASound.all[number].misaki(dialect)
      case .stress(let symbol): text.unicodeScalars.append(symbol)
      case .space: text += " "
      }
    }
    return text
  }

  /// Returns IPA in espeak-ng's mnemonics, which espeak-ng reads between `[[` and `]]`.
  public static func espeak(_ ipa: String) throws(IPAError) -> String {
    let units = stressBeforeVowels(try IPAReader.units(ipa))
    var (text, last) = ("", "")
    for (place, unit) in units.enumerated() {
      let mnemonic: String
      switch unit {
      case .sound(let number):
        mnemonic = EspeakMnemonics.joined(number, isBeforeVowel: isBeforeVowel(units, place))
      case .stress(let symbol): mnemonic = symbol == PhoneSet.primary ? "'" : ","
      case .space: mnemonic = " "
      }
      if EspeakMnemonics.needsBar(last, mnemonic) { text += "|" }
      text += mnemonic
      last = mnemonic
    }
    return text
  }

  /// Returns phonemes in misaki's alphabet as IPA, for messages.
  ///
  /// Symbols that are not sounds stay unchanged.
  ///
  /// Converting this IPA back returns the same phonemes.
  public static func ipa(misaki phonemes: String, dialect: EnglishDialect) -> String {
    let table = MisakiSounds.table(dialect)
    let symbols = Phones(phonemes)
    var (text, last, place) = ("", "", 0)
    while place < symbols.count {
      let (number, length) = table.sound(symbols, at: place)
      let sound = number.map { IPASound.all[$0].spellings[0] } ?? String(symbols[place])
      // A point prevents two sounds from being read as one.
      if number != nil, !last.isEmpty, !isPair(last, sound) { text += "." }
      text += sound
      last = number == nil ? "" : sound
      place += length
    }
    return text
  }

  /// Whether two sounds written together are read as these two sounds.
  private static func isPair(_ first: String, _ second: String) -> Bool {
    guard let both = try? IPAReader.units(first + second), let one = try? IPAReader.units(first),
      let other = try? IPAReader.units(second)
    else { return false }
    return both == one + other
  }

  private static func isBeforeVowel(_ units: [IPAReader.Unit], _ place: Int) -> Bool {
    for unit in units[(place + 1)...] {
      switch unit {
      case .sound(let number): return IPASound.all[number].isVowel
      case .stress: continue
      case .space: return false
      }
    }
    return false
  }

  private static func stressBeforeVowels(_ units: [IPAReader.Unit]) -> [IPAReader.Unit] {
    var (result, waiting): ([IPAReader.Unit], IPAReader.Unit?) = ([], nil)
    for unit in units {
      switch unit {
      case .stress: waiting = unit
      case .sound(let number):
        if let stress = waiting, IPASound.all[number].isVowel {
          result.append(stress)
          waiting = nil
        }
        result.append(unit)
      case .space:
        waiting = nil
        result.append(unit)
      }
    }
    return result
  }
}
