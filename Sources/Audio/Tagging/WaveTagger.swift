import Basics
import Glibc

/// Writes the tags of WAVE: a list of type INFO, and an ID3v2 tag in its own chunk.
///
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
  ///
  /// The audio is not moved.
  ///
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
  ///
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
