/// Tags in FLAC: a comment block directly after STREAMINFO (RFC 9639, section 8).
///
/// Padding goes, so that the length of earlier tags leaves no trace.
enum FLACTagger {
  private static let marker = Array("fLaC".utf8)

  private enum BlockType {
    static let streamInfo: UInt8 = 0
    static let padding: UInt8 = 1
    static let comment: UInt8 = 4
  }

  private struct Block {
    var type: UInt8
    var content: [UInt8]

    /// The block with its header, whose highest bit marks the last one.
    func bytes(isLast: Bool) -> [UInt8] {
      [type | (isLast ? 0x80 : 0)] + ByteOrder.big(UInt32(content.count)).dropFirst() + content
    }
  }

  static func write(
    _ tags: Tags, from source: borrowing TagSource, to output: inout TagOutput
  ) throws(AudioError) {
    let (found, soundStart) = try blocks(of: source)
    let comment = found.first { $0.type == BlockType.comment }
    let vendor = comment.flatMap { VorbisComment($0.content[...]) } ?? VorbisComment(vendor: [])
    let content = vendor.bytes(tags)
    guard content.count < 1 << 24 else { throw source.malformed("its tags exceed 16 MB") }

    var kept = found.filter { $0.type != BlockType.comment && $0.type != BlockType.padding }
    kept.insert(Block(type: BlockType.comment, content: content), at: 1)
    try output.write(marker)
    for (index, block) in kept.enumerated() {
      try output.write(block.bytes(isLast: index == kept.count - 1))
    }
    try output.copy(soundStart..<source.length, of: source)
  }

  /// The metadata blocks, and where the sound begins.
  private static func blocks(
    of source: borrowing TagSource
  ) throws(AudioError) -> (blocks: [Block], soundStart: Int64) {
    guard try source.bytes(at: 0, count: 4) == marker else {
      throw source.malformed("it is no FLAC file")
    }
    var blocks: [Block] = []
    var offset: Int64 = 4
    var isLast = false
    while !isLast {
      let header = try source.bytes(at: offset, count: 4)
      let length = header[1...].reduce(0) { $0 << 8 | Int($1) }
      isLast = header[0] & 0x80 != 0
      let content = try source.bytes(at: offset + 4, count: length)
      blocks.append(Block(type: header[0] & 0x7F, content: content))
      offset += 4 + Int64(length)
    }
    guard blocks.first?.type == BlockType.streamInfo else {
      throw source.malformed("it has no STREAMINFO block")
    }
    return (blocks, offset)
  }
}
