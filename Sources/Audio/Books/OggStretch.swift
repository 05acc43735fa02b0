/// The packets of an Opus or Vorbis stretch, in order.
struct OggStretch: ~Copyable {
  let headers: OggHeaders
  private let source: FileSource
  private let pages: OggPageReader
  private let stream: OggStream

  /// Opens a stretch.
  init(path: String, codec: OggCodec) throws(AudioError) {
    let source = try FileSource(path: path)
    let pages = try OggPageReader(source)
    let headers = try OggHeaders(from: pages, of: source)
    guard headers.codec == codec else {
      throw source.malformed("its audio format differs from the book's")
    }
    stream = OggStream(serialNumber: headers.serialNumber, readsFromAnyPage: true)
    self.headers = headers
    self.pages = pages
    self.source = source
  }

  /// Returns the next audio packet, or nil after the last packet.
  func next() throws(AudioError) -> OggPacket? {
    while true {
      if let packet = stream.nextPacket() { return packet }
      guard let page = try pages.next(from: source) else { return nil }
      guard stream.add(page) else { throw malformed("it contains more than one stream") }
    }
  }

  func malformed(_ reason: String) -> AudioError { source.malformed(reason) }
}
