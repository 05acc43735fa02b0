import Glibc

/// Tags in WAVE: a list of type INFO, which the format has had from its beginning, and an ID3v2 tag
/// in a chunk of its own, which knows of UTF-8.
///
/// Both stand after the sound.
enum WaveTagger {
  static func write(
    _ tags: Tags, from source: borrowing TagSource, to output: inout TagOutput
  ) throws(AudioError) {
    let layout = try tagged(tags, source)
    guard let header = layout.header() else { throw tooLarge(source) }
    try output.write(header)
    try output.copy(layout.sound, of: source)
    try output.write(layout.trailer)
  }

  /// Changes the file itself, renames it and reads it once for the listener, which leaves the sound
  /// where it is; `false`, and nothing done, where the sound would have to move.
  static func writeInPlace(
    _ tags: Tags, from encoded: String, to final: String,
    onBytes: (UnsafeRawBufferPointer) -> Void
  ) throws(AudioError) -> Bool {
    guard try retag(encoded, with: tags) else { return false }
    guard rename(encoded, final) == 0 else { throw .writing(final, .last) }
    let finished = try TagSource(path: final)
    try finished.forEachBlock(in: 0..<finished.length) { block in onBytes(block) }
    return true
  }

  /// Changes what is around the sound; `false`, and nothing done, where the sound would have to
  /// move.
  static func retag(_ path: String, with tags: Tags) throws(AudioError) -> Bool {
    let source = try TagSource(path: path)
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

  /// The layout of the source with these tags and no others.
  private static func tagged(
    _ tags: Tags, _ source: borrowing TagSource
  ) throws(AudioError) -> WaveLayout {
    var layout = try WaveLayout(source)
    layout.before.removeAll { $0.isListOfTags || $0.isID3 }
    layout.after.removeAll { $0.isListOfTags || $0.isID3 }
    guard !tags.entries.isEmpty else { return layout }
    layout.after.append(WaveLayout.Chunk(id: "LIST", content: list(tags)))
    layout.after.append(WaveLayout.Chunk(id: "id3 ", content: ID3Tag.bytes(tags)))
    return layout
  }

  /// The content of a list of type INFO (Microsoft and IBM, "Multimedia Programming Interface and
  /// Data Specifications 1.0"): texts that end in a zero.
  private static func list(_ tags: Tags) -> [UInt8] {
    let texts = tags.entries.map { entry in
      WaveLayout.Chunk(id: identifier(entry.field), content: Array(entry.text.utf8) + [0])
    }
    return Array("INFO".utf8) + texts.flatMap(\.bytes)
  }

  private static func identifier(_ field: Tags.Field) -> String {
    switch field {
    case .title: "INAM"
    case .album: "IPRD"
    case .artist: "IART"
    case .trackNumber: "ITRK"
    case .genre: "IGNR"
    }
  }

  private static func tooLarge(_ source: borrowing TagSource) -> AudioError {
    source.malformed("it is above 4 GB and has no room for larger sizes")
  }
}
