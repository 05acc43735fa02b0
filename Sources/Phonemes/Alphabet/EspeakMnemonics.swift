/// Rules for joining espeak-ng's mnemonics.
enum EspeakMnemonics {
  /// Mnemonics of several characters that could also be read as two other mnemonics.
  ///
  /// English does not use all of them.
  private static let long = Set(
    """
    3: @2 @5 @L A: A@ E2 I# I2 O2 O: O@ OI U2 U@ a# a: aI aI3 aI@ aU aU@ aa ai au dZ dz e: e@ eI i: i@ i@3 l^ n- n^ \
    l- m- o: o@ oI oU r- t# t2 tS ts u: u@ y:
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Returns the mnemonic of a sound.
  ///
  /// Before a vowel, an "r" stays. Elsewhere "r" becomes "r-", because espeak-ng would roll an "r".
  static func joined(_ number: Int, isBeforeVowel: Bool) -> String {
    let mnemonic = IPASound.all[number].espeak
    guard mnemonic.hasSuffix("r"), !isBeforeVowel else { return mnemonic }
    // After these vowels, espeak-ng's voice decides whether to speak the r.
    return mnemonic == "r" ? "r-" : mnemonic == "O:r" ? "O@" : String(mnemonic.dropLast())
  }

  /// Whether two mnemonics need a bar between them, because together they would be read as another
  /// mnemonic.
  static func needsBar(_ first: String, _ second: String) -> Bool {
    guard !first.isEmpty else { return false }
    let both = first + second
    return long.contains { $0.hasPrefix(first) && $0 != first && both.hasPrefix($0) }
  }
}
