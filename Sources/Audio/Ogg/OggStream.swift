import COgg

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
