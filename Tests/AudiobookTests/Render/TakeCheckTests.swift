import Audio
import Foundation
import Hablare
import Testing

@testable import Audiobook

/// Tests of which takes are bad, judged only by their audio.
@Suite struct TakeCheckTests {
  private static let rate = 24_000

  private static func check(
    _ words: String, pace: Double = 0.053, tempo: Double = 1, ownEstimate: Double = .infinity
  ) -> TakeCheck {
    TakeCheck(words, secondsPerUnit: pace, tempo: tempo, ownEstimate: ownEstimate)
  }

  /// Returns a hum of this many seconds, with a second of silence before and after it.
  private static func hum(_ seconds: Double, level: Int16 = 8000) -> PCM {
    let silence = [Int16](repeating: 0, count: rate)
    let sound = [Int16](repeating: level, count: Int((seconds * Double(rate)).rounded()))
    return PCM(samples: silence + sound + silence, sampleRate: rate)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var words: String
    var seconds: Double
    var pace = 0.053
    var tempo = 1.0
    var own = Double.infinity
    var isBad: Bool
    var testDescription: String { "\(words.prefix(20)) in \(seconds) s, \(pace) at \(tempo)" }

    init(
      _ words: String, _ seconds: Double, pace: Double = 0.053, tempo: Double = 1,
      own: Double = .infinity, bad isBad: Bool = false
    ) {
      (self.words, self.seconds, self.isBad) = (words, seconds, isBad)
      (self.pace, self.tempo, self.own) = (pace, tempo, own)
    }
  }

  /// 100 characters, for which a person needs about six seconds.
  private static let line =
    "The lamp went out at ten to four, and nobody on the stairs had seen who carried it up to the attics."

  static let rows = [
    Row(line, 6), Row(line, 60), Row(line, 3), Row(line, 2),
    Row(line, 1.7, bad: true), Row(line, 0.6, bad: true), Row(line, 0.001, bad: true),
    // A voice with a known pace, fast or slow.
    Row(line, 1.7, pace: 0.035), Row(line, 0.6, pace: 0.035, bad: true),
    Row(line, 2.8, pace: 0.1, bad: true), Row(line, 4, pace: 0.1),
    // However slow the learned pace is, a take is good if a voice can speak that fast.
    Row(line, 2.9, pace: 1), Row(line, 2.8, pace: 1, bad: true),
    // The requested tempo, with voices that follow it and voices that do not.
    Row(line, 1.5, tempo: 2), Row(line, 6, tempo: 2), Row(line, 0.3, tempo: 2, bad: true),
    Row(line, 12, tempo: 0.5), Row(line, 3, tempo: 0.5), Row(line, 1.2, tempo: 0.5, bad: true),
    // The provider's own estimate: a take that reaches it is complete.
    Row(line, 1, own: 1), Row(line, 0.9, own: 1, bad: true), Row(line, 0.1, own: 0),
    // These texts are too short to judge their takes.
    Row("Yes.", 0.02), Row("Who is there?", 0.05), Row("Nooooooooooooooooooo!", 0.2),
    // Text that can be spoken in few or many words.
    Row("1234567890", 0.6), Row("FBI, CIA, KGB, NSA.", 1), Row("3.14159 %", 0.5),
    Row("12:45, 13:45, 14:45, 15:45, 16:45", 1.5), Row("https://example.com/a/b", 1),
    Row("12:45, 13:45, 14:45, 15:45, 16:45", 0.2, bad: true),
    // In other scripts each letter is a syllable.
    Row("他没有看到谁把灯拿到楼上去了，因为楼梯上一个人也没有。", 5),
    Row("他没有看到谁把灯拿到楼上去了，因为楼梯上一个人也没有。", 0.4, bad: true),
    Row("Лампа погасла, и никто на лестнице не видел, кто её унёс.", 3.5),
    Row("Лампа погасла, и никто на лестнице не видел, кто её унёс.", 0.35, bad: true),
  ]

  @Test(arguments: rows)
  func `a take is cut short if no voice can speak its text in that time`(row: Row) {
    let check = Self.check(row.words, pace: row.pace, tempo: row.tempo, ownEstimate: row.own)
    let fault = check.fault(in: Self.hum(row.seconds))
    if row.isBad {
      #expect(fault == .cutShort(heard: row.seconds, needed: check.needed))
    } else {
      #expect(fault == nil)
    }
  }

  @Test(
    arguments: [
      ("Yes.", 0, TakeFault.silent), (line, 0, .silent), (line, 103, .silent), (line, 104, nil),
      ("7", 0, .silent), ("你", 0, .silent),
      // Voices do not have to speak these texts.
      ("…", 0, nil), ("-- !?", 0, nil), ("🎉", 0, nil), ("%", 0, nil), ("", 0, nil),
    ] as [(String, Int16, TakeFault?)])
  func `a take of words is bad if trimming leaves nothing`(
    words: String, level: Int16, fault: TakeFault?
  ) {
    #expect(Self.check(words).fault(in: Self.hum(10, level: level)) == fault)
    #expect(
      Self.check(words).fault(in: PCM(samples: [], sampleRate: Self.rate))
        == (words.contains(/\w/) ? .silent : nil))
  }

  @Test(arguments: [
    (TakeFault.silent, "was silent"),
    (.cutShort(heard: 0.42, needed: 5.23), "spoke 0.4 s of a line that needs about 5.2 s"),
    (.cutShort(heard: 1, needed: 61.4), "spoke 1 s of a line that needs about 61 s"),
  ]) func `a fault describes what was heard`(fault: TakeFault, words: String) {
    #expect("\(fault)" == words)
  }

  struct Voice: Sendable, CustomTestStringConvertible {
    var id: String
    var lines: [String]
    var testDescription: String { id }
  }

  /// Lines like those sent to speech servers: long and short ones, with numbers, names and pauses.
  static let voices = [
    Voice(
      id: "en-us",
      lines: [
        "Yes.", "Who is there?", "Mmm.", "One for the road.", "I told you, didn't I? Twice.", line,
        "In 1984, at 7:30 p.m., 1,250 people stood outside No. 10.", "Call the FBI. Or the CIA!",
        "Wait... wait... wait... No. Go.", "Nooooo! Stop it, stop it, stop it!",
      ]),
    Voice(id: "en-gb+f3", lines: ["Three in the attic, and nobody saw them come.", line]),
    Voice(id: "de", lines: ["Die Lampe ging um zehn vor vier aus, und niemand hatte es gesehen."]),
    Voice(id: "fr-fr", lines: ["La lampe s'est éteinte à quatre heures moins dix, hélas."]),
    Voice(id: "es", lines: ["La lámpara se apagó a las cuatro menos diez, y nadie lo vio."]),
  ]

  /// The check gets no learned pace, as for a voice that has not spoken before.
  @Test(arguments: voices, [0.5, 0.7, 1, 1.2, 2])
  func `speech of an engine is good whole or halved, and bad if only a tenth arrives`(
    voice: Voice, rate: Double
  ) async throws {
    let provider = EspeakNGVoiceProvider(slots: 1)
    for words in voice.lines {
      let output = try await provider.generate(
        request: VoiceEngineRequest(
          text: words, voiceId: voice.id, languageCode: String(voice.id.prefix(2)),
          options: VoiceOptions(rate: rate)))
      let sound = try output.pcm().trimmed().pcm
      let check = Self.check(words, tempo: rate)
      func part(_ divisor: Int) -> PCM {
        PCM(
          samples: Array(sound.samples.prefix(sound.samples.count / divisor)),
          sampleRate: sound.sampleRate)
      }
      #expect(check.fault(in: sound) == nil, "\(words)")
      #expect(check.fault(in: part(2)) == nil, "\(words)")
      let tenth = check.fault(in: part(10))
      if check.needed >= TakeCheck.shortestNeed {
        #expect(tenth != nil && tenth != .silent, "\(words)")
      }
    }
    await provider.shutdown()
  }
}
