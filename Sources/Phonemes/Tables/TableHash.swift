/// The hash of a key in a table: FNV-1a with 64 bits and an additional mixing step at the end.
/// It is computed piece by piece, so that the tagger need not build a text for each feature.
struct TableHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(_ text: String) { add(text) }

  mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  mutating func add(_ text: String) { add(text.utf8) }

  mutating func add(_ scalar: Unicode.Scalar) {
    if scalar.isASCII { add(UInt8(truncatingIfNeeded: scalar.value)) } else { add(String(scalar)) }
  }

  /// The hash of the added bytes.
  var value: UInt64 {
    var mixed = state
    mixed ^= mixed >> 32
    mixed &*= 0xD6E8_FEB8_6659_FD93
    mixed ^= mixed >> 32
    return mixed
  }
}
