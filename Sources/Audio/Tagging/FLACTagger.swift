/// Writes the tags of FLAC: a comment block directly after STREAMINFO (RFC 9639, section 8).
///
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
