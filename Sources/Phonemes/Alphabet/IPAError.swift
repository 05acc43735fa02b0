/// A symbol in IPA that has no sound in a voice's alphabet.
package struct IPAError: Error, Equatable, Sendable {
  /// The symbol; empty if the IPA contains no sound.
  package var symbol: String
  /// The position of the symbol, in Unicode scalars from the start of the IPA.
  package var offset: Int

  package init(symbol: String, offset: Int) { (self.symbol, self.offset) = (symbol, offset) }

  /// The error in one line, with advice.
  package var message: String {
    if symbol.isEmpty { return "the IPA contains no sound; write at least one vowel or consonant" }
    let number = symbol.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }
      .map { "U+" + String(repeating: "0", count: max(0, 4 - $0.count)) + $0 }
      .joined(separator: " ")
    return
      "the symbol \"\(symbol)\" (\(number)) at character \(offset + 1) is unknown in English IPA; "
      + "replace it with the nearest English sound"
  }
}
