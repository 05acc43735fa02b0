/// The header packets of an Ogg file with one stream.
struct OggHeaders {
  let codec: OggCodec
  let packets: [[UInt8]]
  let serialNumber: Int

  /// Reads the headers at the beginning of a file.
  /// Audio begins on a new page. So the next page that `pages` returns after the headers is the first audio page.
  init(
    from pages: borrowing OggPageReader, of source: borrowing FileSource
  ) throws(AudioError) {
    guard let first = try pages.next(from: source), first.isFirst else {
      throw source.malformed("it is not an Ogg file")
    }
    serialNumber = first.serialNumber
    let stream = OggStream(serialNumber: first.serialNumber)
    var packets: [[UInt8]] = []
    var codec: OggCodec?
    var page = first
    repeat {
      guard stream.add(page) else { throw source.malformed("it contains more than one stream") }
      while let packet = stream.nextPacket() { packets.append(packet.bytes) }
      if codec == nil {
        codec = packets.first.flatMap(OggCodec.init(identification:))
      }
      guard let codec else { throw source.malformed("it contains neither Vorbis nor Opus") }
      if packets.count >= codec.headerCount { break }
      guard let next = try pages.next(from: source) else {
        throw source.malformed("its headers are incomplete")
      }
      page = next
    } while true
    guard let codec, packets.count == codec.headerCount else {
      throw source.malformed("its headers are invalid")
    }
    (self.codec, self.packets) = (codec, packets)
  }
}
