/// The comment header of Vorbis, Opus and FLAC (xiph.org, "Ogg Vorbis I format specification:
/// comment field and header specification"): a vendor text and lines `KEY=value`.
struct VorbisComment {
  /// Who encoded the sound, as the encoder wrote it.
  var vendor: [UInt8]

  /// Reads the vendor text; `nil` where the bytes are no comment header.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 4 else { return nil }
    let length = Int(ByteOrder.little(bytes.prefix(4)))
    guard bytes.count >= 4 + length else { return nil }
    vendor = Array(bytes.dropFirst(4).prefix(length))
  }

  init(vendor: [UInt8]) {
    self.vendor = vendor
  }

  /// The header with these tags and no others.
  func bytes(_ tags: Tags) -> [UInt8] { bytes(lines: tags.texts.map(Self.line)) }

  /// A tag as a line.
  static func line(_ tag: TagText) -> [UInt8] {
    Array("\(tag.field.comment)=\(tag.text)".utf8)
  }

  /// The header with these lines and no others.
  func bytes(lines: [[UInt8]]) -> [UInt8] {
    var bytes = ByteOrder.little(UInt32(vendor.count)) + vendor
    bytes += ByteOrder.little(UInt32(lines.count))
    for line in lines { bytes += ByteOrder.little(UInt32(line.count)) + line }
    return bytes
  }
}
