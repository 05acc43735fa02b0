import COgg
import CVorbis

/// The sole owner of libvorbis's stream information, which contains the lengths of blocks.
struct VorbisBlocks: ~Copyable {
  private let info: UnsafeMutablePointer<vorbis_info>

  /// Reads the headers of a stream.
  ///
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
