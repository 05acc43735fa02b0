/// A packet of an Ogg stream.
struct OggPacket {
  var bytes: [UInt8]
  /// How many samples of sound there are up to its end; nil where its page does not say it, which it does for the
  /// last packet that ends on it.
  var granule: Int?
  /// Whether the stream ends with it.
  var isLast = false
}
