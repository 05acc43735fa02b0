import COgg
import CVorbis

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
