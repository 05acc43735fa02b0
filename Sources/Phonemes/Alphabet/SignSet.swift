/// A fixed set of symbols.
///
/// It is queried for every symbol of a text, and a `Set` would have to hash each one.
struct SignSet: Sendable {
  /// Whether each symbol below `limit` is a member.
  private var isMember = [Bool](repeating: false, count: Int(limit))
  /// The members from `limit` on.
  private var others: [Unicode.Scalar] = []
  /// Larger than all letters of IPA.
  private static let limit: UInt32 = 0x400

  init(_ signs: String) { add(signs.unicodeScalars) }

  private mutating func add(_ signs: some Sequence<Unicode.Scalar>) {
    for sign in signs {
      if sign.value < Self.limit {
        isMember[Int(sign.value)] = true
      } else if !others.contains(sign) {
        others.append(sign)
      }
    }
  }

  func contains(_ sign: Unicode.Scalar) -> Bool {
    sign.value < Self.limit ? isMember[Int(sign.value)] : others.contains(sign)
  }

  /// Returns the members of both sets.
  func union(_ other: SignSet) -> SignSet {
    var both = self
    for (number, isMember) in zip(UInt32(0)..., other.isMember) where isMember {
      both.isMember[Int(number)] = true
    }
    both.add(other.others)
    return both
  }
}
