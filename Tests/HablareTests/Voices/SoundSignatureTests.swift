import Foundation
import TestSupport
import Testing

@testable import Hablare

struct SoundSignatureTests {
  @Test func `bytes determine the format`() {
    let heads: [(String, SoundSignature?)] = [
      ("fLaC", .format(.flac)), ("ID3", .format(.mp3)), ("FORMxxxxAIFF", .format(.aiff)),
      ("\u{0}\u{0}\u{0}\u{20}ftypM4A ", .format(.m4a)), ("RIFFxxxxWAVE", .format(.wav)),
      ("RIFFxxxxAVI ", nil), ("<!doctype html>", nil), ("", nil), ("OggSxx", .format(.ogg)),
      ("OggS" + String(repeating: "x", count: 24) + "OpusHead", .format(.opus)),
    ]
    for (text, signature) in heads {
      #expect(SoundSignature(Data(text.utf8)) == signature, "\(text)")
      #expect(SoundSignature(Data(("xyz" + text).utf8)[3...]) == signature, "\(text)")
    }
    #expect(SoundSignature([0x1A, 0x45, 0xDF, 0xA3]) == .other("WebM"))
    let page = "OggS" + String(repeating: "x", count: 24)
    #expect(SoundSignature(Data((page + "\u{7F}FLAC").utf8)) == .other("FLAC in Ogg"))
    #expect(SoundSignature(Data((page + "Speex   ").utf8)) == .other("Speex"))
    #expect(SoundSignature(Data("#!AMR\n\u{0}".utf8)) == .other("AMR"))
  }

  private static let frame = FakeElevenLabs.mp3(frames: 1)
  private static let other: [UInt8] = [0xFF, 0xF3, 0x84, 0xC4]
  private static let aac: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 1, 0x1F, 0xFC, 0]

  @Test(
    arguments: [
      (frame, .format(.mp3)), (frame + frame, .format(.mp3)), (frame + [1, 2, 3], nil),
      (frame + other, nil), (Array(frame.dropLast()), nil), ([0xFF, 0xFB, 0x90, 0x64], nil),
      ([0xFF, 0xFF, 1, 0], nil), (aac, .other("AAC")), (aac + aac, .other("AAC")), (aac + [0], nil),
    ] as [([UInt8], SoundSignature?)])
  func `MPEG needs a second frame, or the end of the file`(
    bytes: [UInt8], signature: SoundSignature?
  ) {
    #expect(SoundSignature(bytes) == signature)
  }
}
