/// The header of an Ogg page (RFC 3533, section 6).
struct OggPageHeader {
  /// The length of the page in bytes, including its header.
  let length: Int
  /// Whether the page begins a stream.
  let isFirst: Bool
  /// The offset of the page's packets from the page's first byte.
  let content: Int
  /// The number of samples from the start of the stream to the end of the page; -1 if no packet
  /// ends in the page.
  let position: Int

  /// Reads the header at a position; nil if there is no header.
  init?<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, at place: Int)
  where Bytes.Index == Int {
    guard bytes.has("OggS", at: place), let version = bytes.big(1, at: place + 4), version == 0,
      let flags = bytes.big(1, at: place + 5), flags < 8,
      let position = bytes.little(8, at: place + 6), let count = bytes.big(1, at: place + 26),
      count <= bytes.count - place - 27
    else { return nil }
    let table = bytes.dropFirst(place + 27).prefix(count)
    content = 27 + count
    length = content + table.reduce(0) { $0 + Int($1) }
    isFirst = flags & 2 != 0
    self.position = position
  }

  /// Returns whether the bytes are a chain of pages with usable audio.
  ///
  /// The pages must follow each other to the end. The first page must begin a stream, and there
  /// must be samples. The number of channels and the rate must be valid; Opus always has 48 kHz
  /// (RFC 7845, section 5.1). For codecs other than Opus and Vorbis only the pages are checked.
  static func chain<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool
  where Bytes.Index == Int {
    guard let first = OggPageHeader(bytes, at: 0), first.isFirst else { return false }
    if bytes.has("OpusHead", at: first.content) {
      guard let channels = bytes.big(1, at: first.content + 9),
        SoundCheck.channels.contains(channels)
      else { return false }
    } else if bytes.has("\u{1}vorbis", at: first.content) {
      guard let channels = bytes.big(1, at: first.content + 11),
        let rate = bytes.little(4, at: first.content + 12),
        SoundCheck.channels.contains(channels), SoundCheck.rates.contains(rate)
      else { return false }
    }
    var (place, last) = (0, 0)
    while place < bytes.count {
      guard let page = OggPageHeader(bytes, at: place), page.length <= bytes.count - place else {
        return false
      }
      last = max(last, page.position)
      place += page.length
    }
    return last > 0
  }
}
