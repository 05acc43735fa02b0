import Foundation
import TestSupport
import Testing

@testable import Hablare
@testable import HablareStore

/// Tests of records that are created only from audio.
@Suite struct AudioRecordTests {
  /// Half a second of silence at 8,000 Hz.
  private static let samples = Data(count: 8_000)
  private static let wave =
    Data(WAVHeader.bytes(samples: 4_000, sampleRate: 8_000)) + samples

  @Test func `audio is enough for a record with its properties`() async throws {
    let record = try TypedDataStorage(audio: Self.wave)
    #expect(record.audioFormat == .wav)
    #expect(record.mimeType == "audio/wav")
    #expect(record.durationSeconds == 0.5)
    #expect(record.sampleRate == 8_000)
    #expect(record.channels == 1)
    #expect(record.requestorID == "recording.audio")
    #expect(record.characterCount == 0)
    #expect(record.byteCount == Self.wave.count)
    #expect(try record.getBinary() == Self.wave)
    let store = try GenerationStore.inMemory()
    try await store.save(record, audio: record.getBinary())
    #expect(try await store.record(id: record.id) == record)
  }

  @Test func `other known properties can be given`() throws {
    let record = try TypedDataStorage(
      audio: Self.wave, id: "r", providerId: "studio", prompt: "A door.", voiceID: "ann",
      languageCode: "en", metadata: ["take": 2], owningElement: "e")
    #expect(record.id == "r")
    #expect(record.requestorID == "studio.audio")
    #expect(record.prompt == "A door.")
    #expect(record.voiceName == "ann")
    #expect(record.languageCode == "en")
    #expect(record.metadata == ["take": 2])
    #expect(record.owningElement == "e")
  }

  @Test func `raw samples are audio if their rate is given`() throws {
    let record = try TypedDataStorage(
      audio: Self.samples, format: .pcm16, sampleRate: 8_000, channels: 2)
    #expect(record.durationSeconds == 0.25)
    #expect(record.channels == 2)
    #expect(record.audioFormat == .pcm16)
  }

  @Test(
    arguments: [
      (Data(), nil, "its format is unknown"),
      (Data("<html>no</html>".utf8), nil, "its format is unknown"),
      (Data("#!AMR\n\u{0}".utf8), nil, "AMR cannot be read"),
      (Data("RIFF....WAVE".utf8), nil, "its length as wav cannot be determined"),
      (wave, .flac, "its length as flac cannot be determined"),
      (samples, .pcm16, "raw samples need a sample rate"),
    ] as [(Data, VoiceEngineAudioFormat?, String)])
  func `data that cannot be measured is refused with the reason`(
    audio: Data, format: VoiceEngineAudioFormat?, reason: String
  ) {
    #expect(throws: StoreError.notAudio(reason: reason)) {
      try TypedDataStorage(audio: audio, format: format)
    }
  }
}
