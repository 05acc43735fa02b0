import Basics
import FoundationEssentials

/// A clip as a file: its description and its audio, under one hash.
///
/// The file consists of the 8 bytes `HABCLIP1`; the SHA-256 of all that follows; the length of the
/// description as a little-endian 32-bit number; the description in JSON; the audio.
enum ClipFile {
  /// The first bytes of every clip.
  static let magic = Data("HABCLIP1".utf8)
  /// The largest file, in bytes (256 MiB): an hour and a half of speech as samples, which fits into
  /// memory several times.
  static let largest = InputLimit.clip.maximum
  private static let headerLength = magic.count + SHA256.byteCount + 4

  /// All data about a clip except its audio.
  private struct Description: Codable {
    var key: String
    /// The provider that rendered it; nil in clips of versions that did not record it.
    var provider: String?
    /// The characters that were charged for it: 0 if it was free, nil if not recorded.
    var characters: Int?
    var format: VoiceEngineAudioFormat
    var fileExtension: String
    var mimeType: String
    var sampleRate: Int?
    var channels: Int?
    var wordTimings: [WordTiming]
    var metadata: [String: String]
  }

  /// Returns the bytes of a file in pieces, so that the audio is not copied.
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

  /// Returns the clip in a file's bytes; nil if they are not the bytes written under this key.
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
      // A copy, so that its indexes begin at 0.
      audioData: Data(body.dropFirst(length)), audioFormat: description.format,
      fileExtension: description.fileExtension, mimeType: description.mimeType,
      sampleRate: description.sampleRate, channels: description.channels,
      wordTimings: description.wordTimings, metadata: description.metadata)
  }

  /// The longest description, in bytes, that is read to find a clip's origin.
  static let longestDescription = 1 << 20

  /// The number of bytes at the start of a file that contain the length of its description.
  static let prefixLength = headerLength

  /// Returns the length of the description in bytes, from the first `prefixLength` bytes of a file.
  ///
  /// Nil if they are not the first bytes of a clip.
  static func descriptionLength(in prefix: Data) -> Int? {
    guard prefix.count == headerLength, prefix.prefix(magic.count) == magic else { return nil }
    let length = prefix.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return length <= longestDescription ? length : nil
  }

  /// Returns the origin of a clip from its description, without checking the hash; nil if it is not
  /// recorded.
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
