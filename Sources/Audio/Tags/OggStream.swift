import COgg
import CVorbis

/// The sole owner of a libogg stream, which turns packets into pages or pages into packets.
/// The state is on the heap because the pages that libogg returns point into the state.
struct OggStream: ~Copyable {
  /// The serial number of every stream that this module writes.
  /// Serial numbers distinguish the streams of one physical file, and these files have only one stream. A random
  /// number would make every build differ.
  static let serialNumber = 1

  private let state: UnsafeMutablePointer<ogg_stream_state>

  /// Creates a stream.
  /// With `readsFromAnyPage`, reading can begin at any page instead of only the first.
  init(serialNumber: Int, readsFromAnyPage: Bool = false) {
    state = .allocate(capacity: 1)
    // This call fails only if there is no memory.
    precondition(ogg_stream_init(state, Int32(truncatingIfNeeded: serialNumber)) == 0)
    if readsFromAnyPage { ogg_stream_reset(state) }
  }

  deinit {
    ogg_stream_clear(state)
    state.deallocate()
  }

  /// Adds a header packet, which has no duration.
  func add(_ packet: [UInt8], number: Int) {
    var bytes = packet
    bytes.withUnsafeMutableBufferPointer { bytes in
      var packet = ogg_packet()
      packet.packet = bytes.baseAddress
      packet.bytes = bytes.count
      packet.b_o_s = number == 0 ? 1 : 0
      packet.packetno = Int64(number)
      precondition(ogg_stream_packetin(state, &packet) == 0, "libogg is out of memory")
    }
  }

  func add(_ packet: OggPacket, number: Int) {
    var bytes = packet.bytes
    bytes.withUnsafeMutableBufferPointer { bytes in
      var new = ogg_packet()
      new.packet = bytes.baseAddress
      new.bytes = bytes.count
      new.e_o_s = packet.isLast ? 1 : 0
      new.granulepos = Int64(packet.granule ?? -1)
      new.packetno = Int64(number)
      precondition(ogg_stream_packetin(state, &new) == 0, "libogg is out of memory")
    }
  }

  func fullPages(_ body: (OggPage) throws(AudioError) -> Void) throws(AudioError) {
    var page = ogg_page()
    while ogg_stream_pageout(state, &page) != 0 { try body(OggPage(page)) }
  }

  /// Ends the current page and passes all pages to `body`.
  func flush(_ body: (OggPage) throws(AudioError) -> Void) throws(AudioError) {
    var page = ogg_page()
    while ogg_stream_flush(state, &page) != 0 { try body(OggPage(page)) }
  }

  /// Adds a page that was read.
  /// Returns false if the page does not belong to the stream.
  func add(_ page: OggPage) -> Bool {
    var page = page.page
    return ogg_stream_pagein(state, &page) == 0
  }

  /// Returns the next complete packet, or nil if more pages are needed.
  func nextPacket() -> OggPacket? {
    var packet = ogg_packet()
    guard ogg_stream_packetout(state, &packet) == 1 else { return nil }
    return OggPacket(
      bytes: Array(UnsafeBufferPointer(start: packet.packet, count: packet.bytes)),
      granule: packet.granulepos < 0 ? nil : Int(packet.granulepos), isLast: packet.e_o_s != 0)
  }
}

/// The sole owner of libogg's reading state, which turns the bytes of a file into pages.
struct OggPageReader: ~Copyable {
  private let state: UnsafeMutablePointer<ogg_sync_state>

  /// Starts reading at the beginning of the file.
  init(_ source: borrowing FileSource) throws(AudioError) {
    state = .allocate(capacity: 1)
    ogg_sync_init(state)
    try source.rewind()
  }

  deinit {
    ogg_sync_clear(state)
    state.deallocate()
  }

  /// Returns the next page, or nil at the end of the file.
  /// Throws if there is data between pages or a checksum is wrong.
  func next(from source: borrowing FileSource) throws(AudioError) -> OggPage? {
    var page = ogg_page()
    while true {
      let status = ogg_sync_pageout(state, &page)
      if status == 1 { return OggPage(page) }
      guard status == 0 else { throw source.malformed("an Ogg page is damaged") }
      guard let buffer = ogg_sync_buffer(state, FileSource.blockSize) else {
        preconditionFailure("libogg is out of memory")
      }
      let count = try source.read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: FileSource.blockSize))
      ogg_sync_wrote(state, count)
      if count == 0 {
        let unread = state.pointee.fill - state.pointee.returned
        guard unread == 0 else { throw source.malformed("it ends within an Ogg page") }
        return nil
      }
    }
  }
}

/// A page of an Ogg stream.
/// The page points into the memory of the reader or stream that returned it, and is valid until the next page is
/// requested.
struct OggPage {
  fileprivate(set) var page: ogg_page

  init(_ page: ogg_page) {
    self.page = page
  }

  var serialNumber: Int { withUnsafePointer(to: page) { Int(ogg_page_serialno($0)) } }

  var isFirst: Bool { withUnsafePointer(to: page) { ogg_page_bos($0) != 0 } }

  var header: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: page.header, count: page.header_len)
  }

  var body: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: page.body, count: page.body_len)
  }

  /// Sets the page's number and the serial number of its stream, and updates the checksum.
  /// The serial number is in bytes 14 to 17 of the header, the page's number in 18 to 21 (RFC 3533, section 6).
  mutating func renumber(_ number: Int, serialNumber: Int) {
    for index in 0..<4 {
      page.header[14 + index] = UInt8(truncatingIfNeeded: serialNumber >> (8 * index))
      page.header[18 + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
    }
    ogg_page_checksum_set(&page)
  }
}

struct OggPacket {
  var bytes: [UInt8]
  /// The number of samples in the stream up to the end of this packet, or nil if the page does not state this number.
  /// A page states the number only for the last packet that ends on the page.
  var granule: Int?
  var isLast = false
}

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

/// The codec of an Ogg stream, and the layout of its header packets.
enum OggCodec {
  case vorbis, opus

  /// The rate, in hertz, at which Opus counts samples, regardless of the original rate (RFC 7845, section 4).
  static let opusSampleRate = 48_000

  private static let vorbisIdentification = Array("\u{01}vorbis".utf8)
  private static let vorbisComment = Array("\u{03}vorbis".utf8)
  private static let opusIdentification = Array("OpusHead".utf8)
  private static let opusComment = Array("OpusTags".utf8)

  /// Creates the codec that an identification header names.
  /// Returns nil if the packet is not such a header.
  init?(identification packet: [UInt8]) {
    if packet.starts(with: Self.vorbisIdentification) {
      self = .vorbis
    } else if packet.starts(with: Self.opusIdentification) {
      self = .opus
    } else {
      return nil
    }
  }

  /// The number of header packets: identification, comment and, in Vorbis, setup.
  var headerCount: Int { self == .vorbis ? 3 : 2 }

  /// Returns a comment header packet with new content.
  /// `content` gets the old header, so that it can keep the vendor text.
  /// Returns nil if the packet is not a comment header.
  func comment(_ packet: [UInt8], with content: (VorbisComment) -> [UInt8]) -> [UInt8]? {
    let magic = self == .vorbis ? Self.vorbisComment : Self.opusComment
    guard packet.starts(with: magic), let old = VorbisComment(packet.dropFirst(magic.count)) else {
      return nil
    }
    // A Vorbis comment header ends with a set bit (Vorbis I, section 5.2.1). An Opus comment header has no such bit.
    return magic + content(old) + (self == .vorbis ? [1] : [])
  }

  /// Returns the headers that determine how packets are decoded: all headers except the comment header.
  func setup(of headers: [[UInt8]]) -> [[UInt8]] {
    headers.enumerated().filter { $0.offset != 1 }.map(\.element)
  }

  /// Returns the rate in hertz at which times are counted, from the identification header.
  /// The rate is always 48,000 for Opus, and the sample rate for Vorbis (Vorbis I, section 4.2.2).
  func sampleRate(_ identification: [UInt8]) -> Int {
    self == .opus
      ? Self.opusSampleRate : max(1, Int(ByteOrder.little(identification.dropFirst(12).prefix(4))))
  }

  /// Returns the number of samples that a player skips at the beginning (RFC 7845, section 5.1); 0 for Vorbis.
  func preSkip(_ identification: [UInt8]) -> Int {
    self == .opus ? Int(ByteOrder.little(identification.dropFirst(10).prefix(2))) : 0
  }
}

/// Counts the samples in the packets of a stream.
struct OggClock: ~Copyable {
  /// The block sizes of Vorbis, or nil for Opus.
  /// Opus packets contain their own length.
  private let blocks: VorbisBlocks?
  /// The number of samples in the last Vorbis block; nil for Opus and before the first block.
  private(set) var last: Int?
  /// The number of samples that the packets so far produce.
  private(set) var position = 0

  init(_ headers: OggHeaders) {
    blocks = headers.codec == .vorbis ? VorbisBlocks(headers.packets) : nil
  }

  /// Counts a packet.
  /// Returns false if the packet is not an audio packet.
  mutating func count(_ packet: [UInt8]) -> Bool {
    if blocks != nil {
      guard let size = blockSize(packet) else { return false }
      // Two blocks overlap and produce the samples between their centres (Vorbis I, section 4.3.8).
      if let last { position += (last + size) / 4 }
      last = size
    } else {
      guard let samples = Self.opusSamples(packet) else { return false }
      position += samples
    }
    return true
  }

  private func blockSize(_ packet: [UInt8]) -> Int? {
    switch blocks {
    case .some(let blocks): blocks.size(packet)
    case .none: nil
    }
  }

  /// Returns the length of an Opus packet in samples at 48 kHz, from the packet's first bytes (RFC 6716, section 3.1).
  /// Returns nil if the length is zero or above 120 ms. The format does not allow such lengths.
  private static func opusSamples(_ packet: [UInt8]) -> Int? {
    guard let first = packet.first.map(Int.init) else { return nil }
    let configuration = first >> 3
    let frame =
      switch configuration {
      case ..<12: [480, 960, 1920, 2880][configuration & 3]
      case ..<16: [480, 960][configuration & 1]
      default: 120 << (configuration & 3)
      }
    let count: Int
    switch first & 3 {
    case 0: count = 1
    case 1, 2: count = 2
    default:
      guard packet.count > 1 else { return nil }
      count = Int(packet[1] & 63)
    }
    return 1...5760 ~= frame * count ? frame * count : nil
  }

  /// The sole owner of libvorbis's stream information, which contains the lengths of blocks.
  struct VorbisBlocks: ~Copyable {
    private let info: UnsafeMutablePointer<vorbis_info>

    /// Reads the headers of a stream.
    /// If the headers are invalid, `size(_:)` returns nil for every packet.
    init(_ headers: [[UInt8]]) {
      info = .allocate(capacity: 1)
      vorbis_info_init(info)
      var comment = vorbis_comment()
      vorbis_comment_init(&comment)
      defer { vorbis_comment_clear(&comment) }
      for (index, header) in headers.enumerated() {
        Self.withPacket(header) { packet in
          packet.b_o_s = index == 0 ? 1 : 0
          // If a header is rejected, libvorbis later returns zero or an error as the block size of each packet.
          _ = vorbis_synthesis_headerin(info, &comment, &packet)
        }
      }
    }

    deinit {
      vorbis_info_clear(info)
      info.deallocate()
    }

    /// Returns the number of samples in a packet's block, or nil if the packet is not audio.
    func size(_ packet: [UInt8]) -> Int? {
      // The block sizes are in the headers. Without valid headers, the library would read invalid memory.
      guard info.pointee.codec_setup != nil, vorbis_info_blocksize(info, 0) > 0 else { return nil }
      let size = Self.withPacket(packet) { vorbis_packet_blocksize(info, &$0) }
      return size > 0 ? Int(size) : nil
    }

    private static func withPacket<Value>(
      _ bytes: [UInt8], _ body: (inout ogg_packet) -> Value
    ) -> Value {
      var bytes = bytes
      return bytes.withUnsafeMutableBufferPointer { bytes in
        var packet = ogg_packet()
        packet.packet = bytes.baseAddress
        packet.bytes = bytes.count
        return body(&packet)
      }
    }
  }
}
