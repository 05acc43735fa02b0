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
