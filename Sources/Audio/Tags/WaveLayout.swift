/// The chunks of a WAVE file, in the RIFF form or, above 4 GB, in the RF64 form (EBU Tech 3306).
///
/// libsndfile leaves a chunk of 28 bytes before the others, `JUNK` in a RIFF file and `ds64` in an
/// RF64 file, so that one form can become the other without moving the sound.
struct WaveLayout {
  struct Chunk {
    var id: String
    var content: [UInt8]

    /// The chunk with its header, filled up to an even length.
    var bytes: [UInt8] {
      Array(id.utf8) + ByteOrder.little(UInt32(content.count)) + content
        + (content.count % 2 == 0 ? [] : [0])
    }

    var isListOfTags: Bool { id == "LIST" && content.starts(with: Array("INFO".utf8)) }
    var isID3: Bool { id == "id3 " || id == "ID3 " }
    var isSizeSlot: Bool { (id == "JUNK" || id == "ds64") && content.count >= WaveLayout.slotSize }
  }

  /// Chunks before the sound.
  var before: [Chunk] = []
  /// Chunks after the sound.
  var after: [Chunk] = []
  /// Where the sound is in the file.
  var sound: Range<Int64> = 0..<0

  /// The content of a `ds64` chunk without a table: three sizes of 64 bits and a count of 32.
  static let slotSize = 28

  /// Above this a chunk other than the sound cannot be meant seriously.
  private static let chunkLimit = 64 << 20

  /// Reads the layout of a file.
  init(_ source: borrowing TagSource) throws(AudioError) {
    let header = try source.bytes(at: 0, count: 12)
    let form = String(decoding: header[0..<4], as: UTF8.self)
    guard ["RIFF", "RF64"].contains(form), header[8...].elementsEqual("WAVE".utf8) else {
      throw source.malformed("it is no WAVE file")
    }
    var offset: Int64 = 12
    var hasSound = false
    while offset + 8 <= source.length {
      let header = try source.bytes(at: offset, count: 8)
      let id = String(decoding: header[0..<4], as: UTF8.self)
      var size = Int64(ByteOrder.little(header[4...]))
      offset += 8
      if id == "data", !hasSound {
        // A field that is full means that the size is in ds64, after that of the whole.
        if size == 0xFFFF_FFFF, let sizes = before.first(where: { $0.id == "ds64" }) {
          size = Int64(truncatingIfNeeded: ByteOrder.little(sizes.content.dropFirst(8)))
        }
        guard size >= 0, size <= source.length - offset else {
          throw source.malformed("its sound ends too early")
        }
        sound = offset..<offset + size
        hasSound = true
      } else {
        guard size <= Self.chunkLimit else { throw source.malformed("a chunk is too large") }
        let chunk = Chunk(id: id, content: try source.bytes(at: offset, count: Int(size)))
        if hasSound { after.append(chunk) } else { before.append(chunk) }
      }
      offset += size + size % 2
    }
    guard hasSound else { throw source.malformed("it has no sound") }
  }

  /// Everything before the sound, with the sizes of the whole: RIFF where they fit, else RF64;
  /// `nil` where they do not fit and there is no place for larger ones.
  func header() -> [UInt8]? {
    let soundSize = Int64(sound.count)
    let headerSize = 12 + before.reduce(0) { $0 + $1.bytes.count } + 8
    let whole =
      Int64(headerSize) + soundSize + soundSize % 2
      + Int64(after.reduce(0) { $0 + $1.bytes.count }) - 8
    let isLarge = whole >= 0xFFFF_FFFF
    var chunks = before
    if let slot = chunks.firstIndex(where: \.isSizeSlot) {
      let content = isLarge ? sizes(whole: whole) : []
      let padding = [UInt8](repeating: 0, count: chunks[slot].content.count - content.count)
      chunks[slot] = Chunk(id: isLarge ? "ds64" : "JUNK", content: content + padding)
    } else if isLarge {
      return nil
    }
    let full = UInt32.max
    return Array((isLarge ? "RF64" : "RIFF").utf8)
      + ByteOrder.little(isLarge ? full : UInt32(whole)) + Array("WAVE".utf8)
      + chunks.flatMap(\.bytes)
      + Array("data".utf8) + ByteOrder.little(isLarge ? full : UInt32(soundSize))
  }

  private func sizes(whole: Int64) -> [UInt8] {
    // Bytes 12 and 13 of the format chunk: the size of a frame.
    let format = before.first { $0.id == "fmt " }?.content.dropFirst(12).prefix(2) ?? []
    let frameSize = max(1, Int64(ByteOrder.little(format)))
    return ByteOrder.little(whole) + ByteOrder.little(Int64(sound.count))
      + ByteOrder.little(Int64(sound.count) / frameSize) + ByteOrder.little(UInt32(0))
  }

  /// Everything after the sound.
  var trailer: [UInt8] {
    (sound.count % 2 == 0 ? [] : [0]) + after.flatMap(\.bytes)
  }
}
