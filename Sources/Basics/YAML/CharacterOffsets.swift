/// Converts libyaml's character indices to byte offsets.
struct CharacterOffsets {
  private let text: Bytes
  private var character = 0
  private var offset = 0

  init(_ text: Bytes) {
    self.text = text
  }

  /// Returns the offset of the first byte of a character; `target` is the index of the character, from 0.
  ///
  /// The search is fast if the requested indices ascend.
  mutating func offset(of target: Int) -> Int {
    if target < character { (character, offset) = (0, 0) }
    while character < target, offset < text.count {
      offset += 1
      while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
      character += 1
    }
    return offset
  }
}
