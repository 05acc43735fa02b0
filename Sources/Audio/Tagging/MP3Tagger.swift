/// Writes the tags of MP3: an ID3v2 tag before the audio.
enum MP3Tagger {
  static func write(
    _ tags: Tags, from source: borrowing FileSource, to output: inout FileOutput
  ) throws(AudioError) {
    var start: Int64 = 0
    // Files from other programs can have several tags.
    while start + Int64(ID3Tag.headerSize) <= source.length {
      let length = ID3Tag.length(header: try source.bytes(at: start, count: ID3Tag.headerSize))
      guard length > 0 else { break }
      start += Int64(length)
    }
    guard start < source.length else { throw source.malformed("it contains no audio") }
    try output.write(ID3Tag.bytes(tags))
    try output.copy(start..<source.length, of: source)
  }
}
