/// A fixed set of symbols.
/// The set is queried for every symbol of a text. A `Set` would have to hash each symbol.
struct SymbolSet: Sendable {
  private var isMember = [Bool](repeating: false, count: Int(limit))
  /// The members from `limit` on.
  private var others: [Unicode.Scalar] = []
  /// A limit above nearly all symbols of IPA.
  private static let limit: UInt32 = 0x400

  init(_ symbols: String) { add(symbols.unicodeScalars) }

  private mutating func add(_ symbols: some Sequence<Unicode.Scalar>) {
    for symbol in symbols {
      if symbol.value < Self.limit {
        isMember[Int(symbol.value)] = true
      } else if !others.contains(symbol) {
        others.append(symbol)
      }
    }
  }

  func contains(_ symbol: Unicode.Scalar) -> Bool {
    symbol.value < Self.limit ? isMember[Int(symbol.value)] : others.contains(symbol)
  }

  /// Returns the members of both sets.
  func union(_ other: SymbolSet) -> SymbolSet {
    var both = self
    for (number, isMember) in zip(UInt32(0)..., other.isMember) where isMember {
      both.isMember[Int(number)] = true
    }
    both.add(other.others)
    return both
  }
}
