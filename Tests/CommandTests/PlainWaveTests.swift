import TestSupport
import Testing

/// Tests that WAV files have the plain header that every reader knows.
///
/// Python's `wave` before 3.12 refuses the extensible header.
@Suite struct PlainWaveTests {
  private static let probe = """
    import sys, wave
    with wave.open(sys.argv[1]) as sound:
        data = sound.readframes(sound.getnframes())
        print(sound.getnchannels(), sound.getsampwidth(), sound.getframerate(), len(data) > 20000)
    """

  @Test func aBuildWritesPlainWave() throws {
    let folder = try TemporaryFolder()
    try folder.write(Script.twoScenes, as: "s.fountain")
    let result = try Guion2audio.run(
      "s.fountain", "--format", "wav", "-o", "out", "-q", in: folder, exits: 0)
    let sounds = result.output.split(separator: "\n").filter { $0.hasSuffix(".wav") }
    #expect(sounds.count == 3)
    for sound in sounds {
      let read = try Program.run("python3", ["-c", Self.probe, String(sound)], in: folder.path)
      #expect(read.output == "1 2 22050 True\n", "\(read.errors)")
    }
  }

  @Test func sayWritesPlainWave() throws {
    let folder = try TemporaryFolder()
    try Guion2audio.run("say", "Good morning.", "-o", "x.wav", in: folder, exits: 0)
    let read = try Program.run("python3", ["-c", Self.probe, "x.wav"], in: folder.path)
    #expect(read.output == "1 2 22050 True\n", "\(read.errors)")
    #expect(try folder.names().filter { $0.hasPrefix("x.") } == ["x.wav"])
  }
}
