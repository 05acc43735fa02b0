import Foundation
import TestSupport
import Testing

/// Tests of a production with the built program: the sounds of a drama, its stems, its draft of a cast.
@Suite struct ProductionTests {
  /// Synthesises a sound with sox.
  private func sound(_ name: String, _ words: String..., in folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "sounds"), withIntermediateDirectories: true)
    let path = folder.path(of: "sounds/\(name)")
    let run = try Program.run("sox", ["-n", "-r", "44100", "-c", "2", path, "synth"] + words)
    try #require(run.status == 0, "\(run.errors)")
  }

  private static let script = """
    INT. LAMP ROOM - NIGHT

    [[Sound: door slams]]

    MARA
    There you are. What happened to the light?

    SFX: A GULL

    TOBIN
    The motor stopped at eleven.
    """

  private static let cast = """
    { "narrator": "espeak://en-gb",
      "characters": { "MARA": "espeak://en-gb+f3", "TOBIN": "espeak://en-gb+m3" },
      "sounds": {
        "files": {
          "door*": { "file": "sounds/door.flac", "gain": -12, "pan": -0.5 },
          "tone": { "file": "sounds/tone.ogg", "gain": -12 }
        },
        "scenes": { "INT. LAMP*": "tone" } } }
    """

  private func stage() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try sound("door.flac", "0.4", "noise", "vol", "0.5", in: folder)
    try sound("tone.ogg", "3", "sine", "220", "vol", "0.5", in: folder)
    try folder.write(Self.script, as: "s.fountain")
    try folder.write(Self.cast, as: "cast.json")
    return folder
  }

  @Test func `another program adds the stems up to the chapter`() throws {
    let folder = try stage()
    try Guion2audio.run(
      "s.fountain", "--format", "wav", "--loudness", "off", "--stereo", "--stems", "roles,buses",
      "--project", "reaper", "-o", "out", in: folder, exits: 0)
    let chapter = try #require(
      try folder.names(in: "out").first { $0.hasSuffix(".wav") }.map { "out/\($0)" })
    let stems = try folder.names(in: "out/stems").filter { !$0.hasSuffix("bus voices.wav") }
    #expect(stems.count == 5)
    // Each stem is added, and the chapter is subtracted.
    var words = ["-D", "-m"]
    for stem in stems { words += ["-v", "1", folder.path(of: "out/stems/\(stem)")] }
    words += ["-v", "-1", folder.path(of: chapter), "-n", "stats"]
    let run = try Program.run("sox", words)
    let level = try #require(
      run.errors.split(separator: "\n").first { $0.hasPrefix("RMS lev dB") }?
        .split(separator: " ").dropFirst(3).first.flatMap { Double($0) })
    #expect(level < -90, "\(run.errors)")
    try Guion2audio.run("verify", "out", in: folder, exits: 0)
  }

  @Test func `check lists sounds without files, and cast drafts them`() throws {
    let folder = try stage()
    let check = try Guion2audio.run("check", "s.fountain", in: folder, exits: 0)
    #expect(check.output.contains("s.fountain:8:1: note: \"A GULL\" has no file"))
    #expect(!check.output.contains("door"))
    let draft = try Guion2audio.run("cast", "s.fountain", in: folder, exits: 0).output
    #expect(draft.contains("\"a gull\": { \"note\": \"line 8;"))
    #expect(draft.contains("sounds/door.flac"))
    try folder.write(draft, as: "cast.json")
    let again = try Guion2audio.run("cast", "s.fountain", in: folder, exits: 0).output
    #expect(again == draft)
    try FileManager.default.removeItem(atPath: folder.path(of: "cast.json"))
    let whole = try Guion2audio.run("check", "s.fountain", in: folder, exits: 0)
    #expect(whole.output.contains("the script asks for 2 sounds without files"))
    let new = try Guion2audio.run("cast", "s.fountain", in: folder, exits: 0).output
    #expect(new.contains("\"door slams\": { \"note\": \"line 3;"))
  }

  @Test func `a missing sound is one error at its place in the cast`() throws {
    let folder = try stage()
    try FileManager.default.removeItem(atPath: folder.path(of: "sounds/door.flac"))
    let run = try Guion2audio.run("s.fountain", "-o", "out", in: folder, exits: 65)
    #expect(run.errors.contains("cast.json:5:26: error: the sound \"door*\" (sounds/door.flac)"))
    #expect(run.errors.components(separatedBy: "bad-sound").count == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "out")))
  }

  @Test(arguments: [
    ["--stems", "rolls"], ["--project", "protools"], ["--markers", "xml"], ["--bits", "20"],
  ])
  func `unknown words are refused with the nearest one`(words: [String]) throws {
    let folder = try stage()
    let run = try Guion2audio.run(
      "plan", "s.fountain", words[0], words[1], in: folder, exits: 64)
    #expect(run.errors.contains(words[0]))
  }
}
