/// A packet of an Ogg stream.
struct OggPacket {
  var bytes: [UInt8]
  /// The number of samples up to the end of the packet, or nil if its page does not state it.
  ///
  /// A page states it only for the last packet that ends on it.
  var granule: Int?
  /// Whether the packet is the last one of the stream.
  var isLast = false
}
