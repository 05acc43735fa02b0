/// Writes the packets of a book to pages.
struct OggBookWriter: ~Copyable {
  private var output: FileOutput
  private let stream: OggStream
  private var clock: OggClock
  private let pageSamples: Int
  private let packets: Int
  private let end: Int
  private var written = 0
  private let headers: Int
  /// The start of the current page in samples.
  private var pageStart = 0

  /// Begins a file with `headers` header packets and `packets` audio packets.
  ///
  /// The audio ends at the sample `end`.
  ///
  /// A page holds less than `pageSamples` samples plus one packet.
  init(
    path: String, headers: Int, clock: consuming OggClock, pageSamples: Int, packets: Int, end: Int
  ) throws(AudioError) {
    let output = try FileOutput(creating: path)
    self.output = output
    self.clock = clock
    stream = OggStream(serialNumber: OggStream.serialNumber)
    (self.headers, self.pageSamples, self.packets, self.end) = (headers, pageSamples, packets, end)
  }

  /// Writes the headers.
  ///
  /// Call this function before anything else is written.
  mutating func write(headers: [[UInt8]]) throws(AudioError) {
    for (index, packet) in headers.enumerated() {
      stream.add(packet, number: index)
      // The identification header has its own page, the other headers share pages, and audio begins on a new page
      // (Vorbis I, section A.2; RFC 7845, section 3).
      guard index == 0 || index == headers.count - 1 else { continue }
      try endPage()
    }
  }

  /// Adds an audio packet.
  mutating func write(_ packet: [UInt8]) throws(AudioError) {
    // The packet was counted successfully before, so counting cannot fail here.
    _ = clock.count(packet)
    written += 1
    let isLast = written == packets
    stream.add(
      OggPacket(bytes: packet, granule: isLast ? end : clock.position, isLast: isLast),
      number: headers + written - 1)
    if isLast || clock.position - pageStart >= pageSamples {
      try endPage()
    } else {
      try stream.fullPages { page throws(AudioError) in
        try output.write(page.header)
        try output.write(page.body)
        pageStart = clock.position
      }
    }
  }

  /// Ends the current page.
  mutating func endPage() throws(AudioError) {
    try stream.flush { page throws(AudioError) in
      try output.write(page.header)
      try output.write(page.body)
    }
    pageStart = clock.position
  }

  consuming func finish() throws(AudioError) {
    try output.finish()
  }
}
