import Basics
import Glibc

/// Writes tags into finished sound files, in one pass for every format.
///
/// If only the tags of a file change, the result has the same bytes as the file of a new build.
public enum TagPass {
  /// Reads an encoded file and writes it with only these tags.
  ///
  /// The audio, the vendor text of the encoder and everything else in the file stay the same; existing tags are
  /// removed. The result depends only on the audio and the tags, not on earlier tags.
  ///
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
