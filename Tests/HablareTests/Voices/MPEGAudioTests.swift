import Foundation
import TestSupport
import Testing

@testable import Hablare

struct MPEGAudioTests {
  private static let frames = FakeElevenLabs.mp3(frames: 3)
  private static let information: [UInt8] =
    [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 17) + Array("Info".utf8)
    + [UInt8](repeating: 0, count: 392)
  private static let id3: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 5] + [1, 2, 3, 4, 5]
  private static let id3v1: [UInt8] = Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)

  @Test(arguments: [
    frames, information + frames, id3 + frames, frames + id3v1, id3 + information + frames + id3v1,
  ])
  func `the frames of an MP3 are found between its tags`(bytes: [UInt8]) throws {
    let stream = try #require(MPEGAudio(bytes))
    #expect(Array(stream.frames) == Self.frames)
    #expect(stream.sampleRate == 44_100 && stream.channels == 1 && stream.samples == 3 * 1152)
  }

  @Test(arguments: [
    [], [0xFF], Array(frames.dropLast(1)), frames + [0], id3, information, [1, 2] + frames,
    Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F], [0xFF, 0xFB, 0x00, 0xC4],
    frames + [0xFF, 0xFB, 0x94, 0xC4] + [UInt8](repeating: 0, count: 380),
  ])
  func `an incomplete MP3 is refused`(bytes: [UInt8]) { #expect(MPEGAudio(bytes) == nil) }

  @Test func `streams are joined without their tags`() throws {
    let streams = [Self.id3 + Self.information + Self.frames, Self.information + Self.frames]
      .compactMap { MPEGAudio($0) }
    let whole = try #require(MPEGAudio.joined(streams))
    #expect(Array(whole.frames) == Self.frames + Self.frames && whole.samples == 6 * 1152)
    let other = try #require(
      MPEGAudio([0xFF, 0xF3, 0x84, 0xC4] + [UInt8](repeating: 0, count: 188)))
    #expect(other.sampleRate == 24_000 && other.samples == 576)
    #expect(MPEGAudio.joined(streams + [other]) == nil)
  }

  @Test(
    .enabled(if: RealMP3.isInstalled, "ffmpeg is not installed, and makes and decodes MP3 here"))
  func `real MP3 is measured exactly, and decodes when joined`() throws {
    let tagged = try RealMP3.make(seconds: 1, options: ["-metadata", "title=Tone"])
    let bare = try RealMP3.make(
      seconds: 1.5, options: ["-write_xing", "0", "-id3v2_version", "0", "-write_id3v1", "1"])
    let streams = try [tagged, bare].map { try #require(MPEGAudio($0)) }
    // Whole frames, including what the encoder adds before and after.
    #expect(streams.map(\.samples) == [40 * 1152, 59 * 1152])
    let whole = try #require(MPEGAudio.joined(streams))
    #expect(try RealMP3.decodedLength(Array(whole.frames)) == whole.samples)
  }
}

/// MP3 as encoders write it.
private enum RealMP3 {
  static var isInstalled: Bool { (try? run(["-version"]))?.status == 0 }

  /// Returns a tone of 660 Hz, at 128 kbit/s and 44.1 kHz.
  static func make(seconds: Double, options: [String]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "tone.mp3")
    let tone = ["-f", "lavfi", "-i", "sine=frequency=660:duration=\(seconds)", "-ar", "44100"]
    #expect(try run(tone + ["-b:a", "128k"] + options + [path]).status == 0)
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// Returns the number of samples that a decoder finds.
  static func decodedLength(_ bytes: [UInt8]) throws -> Int {
    let folder = try TemporaryFolder()
    let (path, output) = (folder.path(of: "in.mp3"), folder.path(of: "out.raw"))
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try run(["-i", path, "-f", "s16le", output]).status == 0)
    return try Data(contentsOf: URL(filePath: output)).count / 2
  }

  private static func run(_ arguments: [String]) throws -> ProgramResult {
    try Program.run("ffmpeg", ["-loglevel", "error"] + arguments)
  }
}
