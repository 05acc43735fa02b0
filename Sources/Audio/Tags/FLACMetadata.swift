/// The metadata blocks before the audio of a FLAC file (RFC 9639, section 8).
struct FLACMetadata {
  static let marker = Array("fLaC".utf8)

  /// The kinds of blocks, by their numbers.
  enum Kind {
    static let streamInfo: UInt8 = 0
    static let padding: UInt8 = 1
    static let seekTable: UInt8 = 3
    static let comment: UInt8 = 4
    static let picture: UInt8 = 6
  }

  struct Block {
    /// The limit of a block's length in bytes.
    /// The header has 24 bits for the length.
    static let sizeLimit = 1 << 24

    var type: UInt8
    var content: [UInt8]

    /// The block with its header.
    /// The highest bit of the header marks the last block.
    func bytes(isLast: Bool) -> [UInt8] {
      [type | (isLast ? 0x80 : 0)] + ByteOrder.big(UInt32(content.count)).dropFirst() + content
    }
  }

  /// The blocks.
  /// The first block is STREAMINFO.
  var blocks: [Block]
  /// The position of the audio in the file.
  let soundStart: Int64

  /// Reads the blocks at the beginning of a file.
  init(_ source: borrowing FileSource) throws(AudioError) {
    guard try source.bytes(at: 0, count: 4) == Self.marker else {
      throw source.malformed("it is not a FLAC file")
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
    guard blocks.first?.type == Kind.streamInfo else {
      throw source.malformed("it has no STREAMINFO block")
    }
    (self.blocks, soundStart) = (blocks, offset)
  }

  /// The vendor text, which names the encoder.
  var vendor: VorbisComment {
    blocks.first { $0.type == Kind.comment }.flatMap { VorbisComment($0.content[...]) }
      ?? VorbisComment(vendor: [])
  }

  /// Returns the marker, followed by the bytes of blocks.
  static func bytes(_ blocks: [Block]) -> [UInt8] {
    marker
      + blocks.enumerated().flatMap { index, block in block.bytes(isLast: index == blocks.count - 1)
      }
  }
}

/// The comment header of Vorbis, Opus and FLAC: a vendor text and lines `KEY=value`.
/// Source: xiph.org, "Ogg Vorbis I format specification: comment field and header specification".
struct VorbisComment {
  /// The vendor text as the encoder wrote it.
  var vendor: [UInt8]

  /// Reads the vendor text.
  /// Returns nil if the bytes are not a comment header.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 4 else { return nil }
    let length = Int(ByteOrder.little(bytes.prefix(4)))
    guard bytes.count >= 4 + length else { return nil }
    vendor = Array(bytes.dropFirst(4).prefix(length))
  }

  init(vendor: [UInt8]) {
    self.vendor = vendor
  }

  /// Returns the header with only these tags.
  func bytes(_ tags: Tags) -> [UInt8] { bytes(lines: tags.texts.map(Self.line)) }

  static func line(_ tag: TagText) -> [UInt8] {
    Array("\(tag.field.comment)=\(tag.text)".utf8)
  }

  /// Returns the header with only these lines.
  func bytes(lines: [[UInt8]]) -> [UInt8] {
    var bytes = ByteOrder.little(UInt32(vendor.count)) + vendor
    bytes += ByteOrder.little(UInt32(lines.count))
    for line in lines { bytes += ByteOrder.little(UInt32(line.count)) + line }
    return bytes
  }
}
