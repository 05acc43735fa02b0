/// Writes the tags of Ogg Vorbis and Ogg Opus: the comment header is the second packet of the stream.
///
/// This header and the setup header of Vorbis are written to new pages. The audio pages stay the same, except for
/// their numbers, the stream's serial number and their checksums.
enum OggTagger {
  static func write(
    _ tags: Tags, from source: borrowing FileSource, to output: inout FileOutput
  ) throws(AudioError) {
    let pages = try OggPageReader(source)
    let headers = try taggedHeaders(tags, from: pages, of: source)
    var number = 0
    let stream = OggStream(serialNumber: OggStream.serialNumber)
    for (index, packet) in headers.enumerated() {
      stream.add(packet, number: index)
      // The identification header has its own page, the other headers share pages, and audio begins on a new page
      // (Vorbis I, section A.2; RFC 7845, section 3).
      guard index == 0 || index == headers.count - 1 else { continue }
      try stream.flush { page throws(AudioError) in
        try output.write(page.header)
        try output.write(page.body)
        number += 1
      }
    }
    while var page = try pages.next(from: source) {
      page.renumber(number, serialNumber: OggStream.serialNumber)
      try output.write(page.header)
      try output.write(page.body)
      number += 1
    }
  }

  /// Reads the header packets and inserts the tags.
  private static func taggedHeaders(
    _ tags: Tags, from pages: borrowing OggPageReader, of source: borrowing FileSource
  ) throws(AudioError) -> [[UInt8]] {
    let headers = try OggHeaders(from: pages, of: source)
    var packets = headers.packets
    guard let comment = headers.codec.comment(packets[1], with: { $0.bytes(tags) }) else {
      throw source.malformed("its headers are invalid")
    }
    packets[1] = comment
    return packets
  }
}
