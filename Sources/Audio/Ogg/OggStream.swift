import COgg

/// The one owner of a libogg stream: packets go in and pages come out, or the other way round.
///
/// The state lives on the heap because the pages that libogg gives out point into it.
struct OggStream: ~Copyable {
  /// The serial number of every stream written here.
  ///
  /// Serial numbers keep apart the streams of one physical file, and these files have one; a random
  /// one would make every build differ.
  static let serialNumber = 1

  private let state: UnsafeMutablePointer<ogg_stream_state>

  /// Makes a stream; one that is read may begin with any page (`readsFromAnyPage`), and not only with the first.
  init(serialNumber: Int, readsFromAnyPage: Bool = false) {
    state = .allocate(capacity: 1)
    // It fails only without memory.
    precondition(ogg_stream_init(state, Int32(truncatingIfNeeded: serialNumber)) == 0)
    if readsFromAnyPage { ogg_stream_reset(state) }
  }

  deinit {
    ogg_stream_clear(state)
    state.deallocate()
  }

  /// Adds a header packet, which takes up no time.
  func add(_ packet: [UInt8], number: Int) {
    var bytes = packet
    bytes.withUnsafeMutableBufferPointer { bytes in
      var packet = ogg_packet()
      packet.packet = bytes.baseAddress
      packet.bytes = bytes.count
      packet.b_o_s = number == 0 ? 1 : 0
      packet.packetno = Int64(number)
      precondition(ogg_stream_packetin(state, &packet) == 0, "libogg has no memory")
    }
  }

  /// Adds a packet of sound.
  func add(_ packet: OggPacket, number: Int) {
    var bytes = packet.bytes
    bytes.withUnsafeMutableBufferPointer { bytes in
      var new = ogg_packet()
      new.packet = bytes.baseAddress
      new.bytes = bytes.count
      new.e_o_s = packet.isLast ? 1 : 0
      new.granulepos = Int64(packet.granule ?? -1)
      new.packetno = Int64(number)
      precondition(ogg_stream_packetin(state, &new) == 0, "libogg has no memory")
    }
  }

  /// Gives the pages that are full.
  func fullPages(_ body: (OggPage) throws(AudioError) -> Void) throws(AudioError) {
    var page = ogg_page()
    while ogg_stream_pageout(state, &page) != 0 { try body(OggPage(page)) }
  }

  /// Ends the page in the making and gives all pages.
  func flush(_ body: (OggPage) throws(AudioError) -> Void) throws(AudioError) {
    var page = ogg_page()
    while ogg_stream_flush(state, &page) != 0 { try body(OggPage(page)) }
  }

  /// Adds a page that was read; `false` where it does not belong to the stream.
  func add(_ page: OggPage) -> Bool {
    var page = page.page
    return ogg_stream_pagein(state, &page) == 0
  }

  /// The next packet that is complete; `nil` where more pages are needed.
  func nextPacket() -> OggPacket? {
    var packet = ogg_packet()
    guard ogg_stream_packetout(state, &packet) == 1 else { return nil }
    return OggPacket(
      bytes: Array(UnsafeBufferPointer(start: packet.packet, count: packet.bytes)),
      granule: packet.granulepos < 0 ? nil : Int(packet.granulepos), isLast: packet.e_o_s != 0)
  }
}
