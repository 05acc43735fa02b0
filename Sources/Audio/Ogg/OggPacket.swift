struct OggPacket {
  var bytes: [UInt8]
  /// The number of samples in the stream up to the end of this packet, or nil if the page does not state this number.
  /// A page states the number only for the last packet that ends on the page.
  var granule: Int?
  var isLast = false
}
