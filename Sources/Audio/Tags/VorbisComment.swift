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
