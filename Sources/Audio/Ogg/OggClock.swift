/// Counts the samples in the packets of a stream.
struct OggClock: ~Copyable {
  /// The block sizes of Vorbis, or nil for Opus.
  ///
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
  ///
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
  ///
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
