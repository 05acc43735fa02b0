import Basics
import Glibc

/// Writes tags into finished sound files, in one pass of our own for every format, so that a file
/// whose tags change is byte for byte what a new build would make of it.
public enum TagPass {
  /// Reads an encoded file and writes it with these tags and no others.
  ///
  /// The sound, the vendor text of the encoder and whatever else is in the file stay; tags that are
  /// there already go. The result depends on the sound and the tags alone, not on earlier tags.
  ///
  /// - Parameters:
  ///   - tags: The tags that the file gets.
  ///   - encoded: The file to read.
  ///   - final: The file to make, on the same file system; another name than `encoded`. After an
  ///     error it may be there unfinished.
  ///   - format: The format of both.
  ///   - consumingSource: Whether `encoded` may be used up. Then it is gone after success, and a WAV
  ///     is changed in place and renamed, which saves copying it; after an error it may be damaged.
  ///     Otherwise it is only read.
  ///   - onBytes: Is given the bytes of the finished file in order, block by block.
  public static func write(
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

  /// Emptying the file that is being read would destroy it.
  private static func check(
    _ path: String, isNot source: borrowing FileSource
  ) throws(AudioError) {
    if let existing = try? FileDescriptor(path, creating: false),
      (try? existing.isSameFile(as: source.descriptor)) == true
    {
      throw .cannotOpen(path: path, reason: "it is the file to be read")
    }
  }
}
