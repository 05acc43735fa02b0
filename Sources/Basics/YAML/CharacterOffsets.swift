/// Finds the bytes of a text's characters, which is what libyaml counts.
struct CharacterOffsets {
  private let text: Bytes
  private var character = 0
  private var offset = 0

  init(_ text: Bytes) {
    self.text = text
  }

  /// The first byte of a character, from 0; quick where the characters asked for ascend.
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
