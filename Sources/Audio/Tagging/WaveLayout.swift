/// The chunks of a WAVE file, in the RIFF form or, above 4 GB, in the RF64 form (EBU Tech 3306).
/// In an RF64 file, the first chunk is `ds64`, which contains the sizes. In a RIFF file, the first chunk is `JUNK` of
/// the same length. So a file can change from one form to the other without moving the audio.
struct WaveLayout {
  struct Chunk {
    var id: String
    var content: [UInt8]

    /// The chunk with its header, padded to an even length.
    var bytes: [UInt8] {
      Array(id.utf8) + ByteOrder.little(UInt32(content.count)) + content
        + (content.count % 2 == 0 ? [] : [0])
    }

    /// Returns a list of type INFO: texts that end with a zero byte.
    /// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0".
    static func list(of tags: [TagText]) -> Chunk {
      let texts = tags.flatMap { tag in
        tag.field.info.map { Chunk(id: $0, content: Array(tag.text.utf8) + [0]).bytes } ?? []
      }
      return Chunk(id: "LIST", content: Array("INFO".utf8) + texts)
    }

    var isListOfTags: Bool { id == "LIST" && content.starts(with: Array("INFO".utf8)) }
    var isID3: Bool { id == "id3 " || id == "ID3 " }
    /// Whether the chunk's space can be used for the 64-bit sizes.
    var isRoom: Bool { ["JUNK", "ds64", "PAD ", "fact"].contains(id) }
  }

  var before: [Chunk] = []
  var after: [Chunk] = []
  /// The range of the audio in the file.
  var sound: Range<Int64> = 0..<0

  /// The length in bytes of the content of a `ds64` chunk without a table: three sizes of 64 bits and a count of 32
  /// bits.
  private static let sizesLength = 28

  /// The limit of the size in bytes of chunks other than the audio.
  /// Larger chunks are assumed to be damaged.
  private static let chunkLimit = 64 << 20

  init(_ source: borrowing FileSource) throws(AudioError) {
    let header = try source.bytes(at: 0, count: 12)
    let form = String(decoding: header[0..<4], as: UTF8.self)
    guard ["RIFF", "RF64"].contains(form), header[8...].elementsEqual("WAVE".utf8) else {
      throw source.malformed("it is not a WAVE file")
    }
    var offset: Int64 = 12
    var hasSound = false
    while offset + 8 <= source.length {
      let header = try source.bytes(at: offset, count: 8)
      let id = String(decoding: header[0..<4], as: UTF8.self)
      var size = Int64(ByteOrder.little(header[4...]))
      offset += 8
      if id == "data", !hasSound {
        // If all bits of the size are set, the size is in `ds64`, after the total size.
        if size == 0xFFFF_FFFF, let sizes = before.first(where: { $0.id == "ds64" }) {
          size = Int64(truncatingIfNeeded: ByteOrder.little(sizes.content.dropFirst(8)))
        }
        guard size >= 0, size <= source.length - offset else {
          throw source.malformed("its audio ends too early")
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
    guard hasSound else { throw source.malformed("it contains no audio") }
  }

  /// Returns all bytes before the audio, with the sizes of the whole file: in the RIFF form if the sizes fit, otherwise
  /// in the RF64 form.
  /// Returns nil if the sizes do not fit into RIFF and there is no space for 64-bit sizes.
  func header() -> [UInt8]? {
    let soundSize = Int64(sound.count)
    var chunks = before
    let place = makePlaceForSizes(in: &chunks)
    let headerSize = 12 + chunks.reduce(0) { $0 + $1.bytes.count } + 8
    let whole = Int64(headerSize - 8) + soundSize + Int64(trailer.count)
    let isLarge = whole >= 0xFFFF_FFFF
    if isLarge {
      guard let place else { return nil }
      chunks[place] = Chunk(id: "ds64", content: sizes(whole: whole))
    }
    let full = UInt32.max
    return Array((isLarge ? "RF64" : "RIFF").utf8)
      + ByteOrder.little(isLarge ? full : UInt32(whole)) + Array("WAVE".utf8)
      + chunks.flatMap(\.bytes)
      + Array("data".utf8) + ByteOrder.little(isLarge ? full : UInt32(soundSize))
  }

  /// Inserts a `JUNK` chunk of the length of `ds64` before the other chunks, and returns its index.
  /// Returns nil if there is not enough space.
  /// In a RIFF file, libsndfile does not leave enough space in one chunk. It writes `JUNK` of 24 bytes and `fact` of 4
  /// bytes, which PCM does not need. In an RF64 file, it writes `ds64` of 28 bytes and an empty `PAD`. Both pairs have
  /// the same total length. Each pair is replaced by one chunk of 28 bytes (`JUNK` or `ds64`) and an empty `PAD`.
  private func makePlaceForSizes(in chunks: inout [Chunk]) -> Int? {
    let freed = makeFormatPlain(in: &chunks)
    let room = chunks.filter(\.isRoom).reduce(freed) { $0 + $1.bytes.count }
    let place = Chunk(id: "JUNK", content: [UInt8](repeating: 0, count: Self.sizesLength))
    let rest = room - place.bytes.count
    guard chunks.first?.isRoom == true, rest == 0 || rest >= 8 else { return nil }
    chunks.removeAll(where: \.isRoom)
    chunks.insert(place, at: 0)
    if rest > 0 {
      chunks.append(Chunk(id: "PAD ", content: [UInt8](repeating: 0, count: rest - 8)))
    }
    return 0
  }

  /// Shortens an extensible format chunk of PCM to the plain form of 16 bytes, and returns the number of freed bytes.
  /// libsndfile writes the long form in its RF64 mode. Python's `wave` before 3.12 and other small readers know only
  /// the plain form, which contains the same information for one or two channels.
  private func makeFormatPlain(in chunks: inout [Chunk]) -> Int {
    guard let index = chunks.firstIndex(where: { $0.id == "fmt " }) else { return 0 }
    let format = chunks[index].content
    let isExtensible = format.count == 40 && format[0] == 0xFE && format[1] == 0xFF
    let isPCM = isExtensible && format[24] == 1 && format[25] == 0
    guard isPCM, format[2] <= 2, format[3] == 0 else { return 0 }
    chunks[index].content = [1, 0] + format[2..<16]
    return format.count - 16
  }

  private func sizes(whole: Int64) -> [UInt8] {
    ByteOrder.little(whole) + ByteOrder.little(Int64(sound.count))
      + ByteOrder.little(Int64(sound.count / frameSize)) + ByteOrder.little(UInt32(0))
  }

  /// The content of the format chunk, with the properties of the audio.
  var format: [UInt8] { before.first { $0.id == "fmt " }?.content ?? [] }

  /// The number of bytes in a frame (a sample of each channel): bytes 12 and 13 of the format chunk.
  var frameSize: Int { max(1, Int(ByteOrder.little(format.dropFirst(12).prefix(2)))) }

  /// The bytes after the audio.
  var trailer: [UInt8] {
    (sound.count % 2 == 0 ? [] : [0]) + after.flatMap(\.bytes)
  }
}
