import Basics
import FoundationEssentials

/// A clip as a file: its description and its audio, with a hash of both.
///
/// The file consists of the 8 bytes `HABCLIP1`, the SHA-256 of all later bytes, the length of the
/// description as a little-endian 32-bit number, the description in JSON, and the audio.
enum ClipFile {
  /// The first bytes of every clip.
  static let magic = Data("HABCLIP1".utf8)
  /// The maximum size of a file, in bytes (256 MiB).
  ///
  /// An hour and a half of speech as samples has about this size. Several copies of such a file fit
  /// into memory.
  static let largest = InputLimit.clip.maximum
  private static let headerLength = magic.count + SHA256.byteCount + 4

  /// All data about a clip except its audio.
  private struct Description: Codable {
    var key: String
    /// The provider that rendered the clip; nil for clips of versions that did not record it.
    var provider: String?
    /// The characters charged for the clip: 0 if the clip was free, nil if the number was not
    /// recorded.
    var characters: Int?
    var format: VoiceEngineAudioFormat
    var fileExtension: String
    var mimeType: String
    var sampleRate: Int?
    var channels: Int?
    var wordTimings: [WordTiming]
    var metadata: [String: String]
  }

  /// Returns the bytes of a clip's file in pieces, so that the audio is not copied.
  static func pieces(
    of output: VoiceEngineOutput, key: String, from origin: ClipOrigin?
  ) throws(StoreError) -> [Data] {
    let description = Description(
      key: key, provider: origin?.providerId, characters: origin?.characters,
      format: output.audioFormat, fileExtension: output.fileExtension,
      mimeType: output.mimeType, sampleRate: output.sampleRate, channels: output.channels,
      wordTimings: output.wordTimings, metadata: output.metadata)
    let text = Data(try StoredJSON.text(description).utf8)
    let length = withUnsafeBytes(of: UInt32(clamping: text.count).littleEndian) { Data($0) }
    let digest = hash([length, text, output.audioData])
    return [magic, digest, length, text, output.audioData]
  }

  /// Returns the clip in a file's bytes; nil if the bytes differ from the bytes that were written
  /// for this key.
  static func output(in data: Data, key: String) -> VoiceEngineOutput? {
    guard data.count >= headerLength, data.prefix(magic.count) == magic else { return nil }
    let start = data.startIndex
    let hashed = data[(start + magic.count + SHA256.byteCount)...]
    guard data[(start + magic.count)..<hashed.startIndex] == hash([hashed]) else { return nil }
    let length = hashed.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let body = hashed.dropFirst(4)
    guard length <= body.count,
      let description = try? JSONDecoder().decode(
        Description.self, from: Data(body.prefix(length))), description.key == key
    else { return nil }
    return VoiceEngineOutput(
      // The audio is copied, so that its indices begin at 0.
      audioData: Data(body.dropFirst(length)), audioFormat: description.format,
      fileExtension: description.fileExtension, mimeType: description.mimeType,
      sampleRate: description.sampleRate, channels: description.channels,
      wordTimings: description.wordTimings, metadata: description.metadata)
  }

  /// The maximum length of a description, in bytes.
  ///
  /// The origin of a clip with a longer description is not read.
  static let longestDescription = 1 << 20

  /// The number of bytes at the start of a file that contain the length of its description.
  static let prefixLength = headerLength

  /// Returns the length of the description in bytes, from the first `prefixLength` bytes of a file.
  ///
  /// Nil if `prefix` is not the start of a clip, or if the description is too long.
  static func descriptionLength(in prefix: Data) -> Int? {
    guard prefix.count == headerLength, prefix.prefix(magic.count) == magic else { return nil }
    let length = prefix.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return length <= longestDescription ? length : nil
  }

  /// Returns the origin of a clip from its description; nil if the origin is not recorded.
  ///
  /// The hash is not checked.
  static func origin(inDescription bytes: Data) -> ClipOrigin? {
    guard let description = try? JSONDecoder().decode(Description.self, from: bytes),
      let provider = description.provider, let characters = description.characters
    else { return nil }
    return ClipOrigin(providerId: provider, characters: characters)
  }

  private static func hash(_ pieces: [Data]) -> Data {
    var state = SHA256()
    for piece in pieces { piece.withUnsafeBytes { state.update($0) } }
    return Data(state.finish().bytes)
  }
}
