import Basics
import Glibc

/// Writes tags into finished sound files, in one pass for every format.
/// If only the tags of a file change, the result has the same bytes as the file of a new build.
package enum TagPass {
  /// Reads an encoded file and writes it with only these tags.
  /// The audio, the vendor text of the encoder and everything else in the file stay the same; existing tags are
  /// removed. The result depends only on the audio and the tags, not on earlier tags.
  /// - Parameters:
  ///   - tags: The new tags.
  ///   - encoded: The file to read.
  ///   - final: The file to write, on the same file system as `encoded` but with another name. After
  ///     an error, an incomplete file may remain.
  ///   - format: The format of both files.
  ///   - consumingSource: Whether `encoded` is removed after success. If true, a WAV file is not copied,
  ///     but changed in place and renamed. After an error, `encoded` may be damaged. If false, `encoded`
  ///     is only read.
  ///   - onBytes: Receives the bytes of the finished file in order, block by block.
  package static func write(
    _ tags: Tags, from encoded: String, to final: String, format: SoundFormat,
    consumingSource: Bool = false, onBytes: (UnsafeRawBufferPointer) -> Void
  ) throws(AudioError) {
    if consumingSource, format == .wav,
      try WaveTagger.writeInPlace(tags, from: encoded, to: final, onBytes: onBytes)
    {
      return
    }
    try withoutActuallyEscaping(onBytes) { onBytes throws(AudioError) in
      let source = try FileSource(path: encoded)
      try check(final, isNot: source)
      var output = try FileOutput(creating: final, onBytes: onBytes)
      switch format {
      case .mp3: try MP3Tagger.write(tags, from: source, to: &output)
      case .flac, .flacBlocks: try FLACTagger.write(tags, from: source, to: &output)
      case .wav: try WaveTagger.write(tags, from: source, to: &output)
      case .ogg, .opus: try OggTagger.write(tags, from: source, to: &output)
      // A stretch of a book has no tags; the book has them.
      case .aac: try output.copy(0..<source.length, of: source)
      }
      try output.finish()
    }
    if consumingSource, unlink(encoded) != 0 {
      throw .cannotWrite(path: encoded, reason: SystemError.last.reason)
    }
  }

  /// Throws if both paths name the same file: opening the file for writing would destroy it.
  private static func check(
    _ path: String, isNot source: borrowing FileSource
  ) throws(AudioError) {
    if let existing = try? FileDescriptor(path, creating: false),
      (try? existing.isSameFile(as: source.descriptor)) == true
    {
      throw .cannotOpen(path: path, reason: "the output file is the input file")
    }
  }

  /// Writes the tags of MP3: an ID3v2 tag before the audio.
  enum MP3Tagger {
    static func write(
      _ tags: Tags, from source: borrowing FileSource, to output: inout FileOutput
    ) throws(AudioError) {
      var start: Int64 = 0
      // Files from other programs can have several tags.
      while start + Int64(ID3Tag.headerSize) <= source.length {
        let length = ID3Tag.length(header: try source.bytes(at: start, count: ID3Tag.headerSize))
        guard length > 0 else { break }
        start += Int64(length)
      }
      guard start < source.length else { throw source.malformed("it contains no audio") }
      try output.write(ID3Tag.bytes(tags))
      try output.copy(start..<source.length, of: source)
    }
  }

  /// Writes the tags of FLAC: a comment block directly after STREAMINFO (RFC 9639, section 8).
  /// Padding is removed, so that the length of earlier tags has no effect.
  enum FLACTagger {
    static func write(
      _ tags: Tags, from source: borrowing FileSource, to output: inout FileOutput
    ) throws(AudioError) {
      let found = try FLACMetadata(source)
      let content = found.vendor.bytes(tags)
      guard content.count < FLACMetadata.Block.sizeLimit else {
        throw source.malformed("its tags exceed 16 MB")
      }
      typealias Kind = FLACMetadata.Kind
      var kept = found.blocks.filter { $0.type != Kind.comment && $0.type != Kind.padding }
      kept.insert(.init(type: Kind.comment, content: content), at: 1)
      try output.write(FLACMetadata.bytes(kept))
      try output.copy(found.soundStart..<source.length, of: source)
    }
  }

  /// Writes the tags of Ogg Vorbis and Ogg Opus: the comment header is the second packet of the stream.
  /// This header and the setup header of Vorbis are written to new pages. The audio pages stay the same, except for
  /// their numbers, the stream's serial number and their checksums.
  enum OggTagger {
    static func write(
      _ tags: Tags, from source: borrowing FileSource, to output: inout FileOutput
    ) throws(AudioError) {
      let pages = try OggPageReader(source)
      let headers = try taggedHeaders(tags, from: pages, of: source)
      var number = 0
      let stream = OggStream(serialNumber: OggStream.serialNumber)
      for (index, packet) in headers.enumerated() {
        stream.add(packet, number: index)
        // The identification header has its own page, the other headers share pages, and audio begins on a new page
        // (Vorbis I, section A.2; RFC 7845, section 3).
        guard index == 0 || index == headers.count - 1 else { continue }
        try stream.flush { page throws(AudioError) in
          try output.write(page.header)
          try output.write(page.body)
          number += 1
        }
      }
      while var page = try pages.next(from: source) {
        page.renumber(number, serialNumber: OggStream.serialNumber)
        try output.write(page.header)
        try output.write(page.body)
        number += 1
      }
    }

    /// Reads the header packets and inserts the tags.
    private static func taggedHeaders(
      _ tags: Tags, from pages: borrowing OggPageReader, of source: borrowing FileSource
    ) throws(AudioError) -> [[UInt8]] {
      let headers = try OggHeaders(from: pages, of: source)
      var packets = headers.packets
      guard let comment = headers.codec.comment(packets[1], with: { $0.bytes(tags) }) else {
        throw source.malformed("its headers are invalid")
      }
      packets[1] = comment
      return packets
    }
  }
}

/// Writes the tags of WAVE: a list of type INFO, and an ID3v2 tag in its own chunk.
/// INFO is older and more widely supported. ID3v2 supports UTF-8. INFO and ID3v2 are both written after the audio.
enum WaveTagger {
  static func write(
    _ tags: Tags, from source: borrowing FileSource, to output: inout FileOutput
  ) throws(AudioError) {
    let layout = try tagged(tags, source)
    guard let header = layout.header() else { throw tooLarge(source) }
    try output.write(header)
    try output.copy(layout.sound, of: source)
    try output.write(layout.trailer)
  }

  /// Changes the file in place, renames it and reads it once for `onBytes`.
  /// The audio is not moved.
  /// Returns false, without changes, if the audio would have to move.
  static func writeInPlace(
    _ tags: Tags, from encoded: String, to final: String,
    onBytes: (UnsafeRawBufferPointer) -> Void
  ) throws(AudioError) -> Bool {
    guard try retag(encoded, with: tags) else { return false }
    guard rename(encoded, final) == 0 else { throw .writing(final, .last) }
    let finished = try FileSource(path: final)
    try finished.forEachBlock(in: 0..<finished.length) { block in onBytes(block) }
    return true
  }

  /// Changes the data around the audio.
  /// Returns false, without changes, if the audio would have to move.
  static func retag(_ path: String, with tags: Tags) throws(AudioError) -> Bool {
    let source = try FileSource(path: path)
    let layout = try tagged(tags, source)
    guard let header = layout.header() else { throw tooLarge(source) }
    guard header.count == layout.sound.lowerBound else { return false }
    do throws(SystemError) {
      let file = try FileDescriptor(changing: path)
      try file.write(header)
      try file.seek(layout.sound.upperBound)
      try file.write(layout.trailer)
      try file.truncate(to: layout.sound.upperBound + Int64(layout.trailer.count))
      try file.close()
    } catch {
      throw .writing(path, error)
    }
    return true
  }

  /// Returns the layout of the source with only these tags.
  private static func tagged(
    _ tags: Tags, _ source: borrowing FileSource
  ) throws(AudioError) -> WaveLayout {
    var layout = try WaveLayout(source)
    layout.before.removeAll { $0.isListOfTags || $0.isID3 }
    layout.after.removeAll { $0.isListOfTags || $0.isID3 }
    guard !tags.texts.isEmpty else { return layout }
    layout.after.append(.list(of: tags.texts))
    layout.after.append(.init(id: "id3 ", content: ID3Tag.bytes(tags)))
    return layout
  }

  private static func tooLarge(_ source: borrowing FileSource) -> AudioError {
    source.malformed("its header has no space for sizes above 4 GB")
  }
}

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
