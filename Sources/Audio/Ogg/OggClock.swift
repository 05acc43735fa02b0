/// Counts the samples that the packets of a stream give.
struct OggClock: ~Copyable {
  /// Of Opus a packet tells its length by itself.
  private let blocks: VorbisBlocks?
  /// Samples of the last block; nil of Opus, and before the first.
  private(set) var last: Int?
  /// How many samples there are up to the end of the last packet.
  private(set) var position = 0

  init(_ headers: OggHeaders) {
    blocks = headers.codec == .vorbis ? VorbisBlocks(headers.packets) : nil
  }

  /// Counts a packet; false where it is none of sound.
  mutating func count(_ packet: [UInt8]) -> Bool {
    if blocks != nil {
      guard let size = blockSize(packet) else { return false }
      // Two blocks overlap, and give what lies between their middles (Vorbis I, section 4.3.8).
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

  /// The length of a packet of Opus in samples of 48 kHz, by its first bytes (RFC 6716, section 3.1); at most
  /// 120 ms.
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
