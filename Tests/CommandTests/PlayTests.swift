import Foundation
import TestSupport
import Testing

/// Tests of `play`, with a player that takes samples as fast as they would be heard, or faster.
@Suite struct PlayTests {
  private static let script = """
    INT. HALL - DAY

    ANN
    The first words are here.

    INT. YARD - NIGHT

    ANN
    The second words are here, and they are longer.

    """

  /// A folder with a script and a player, which records what it plays and when it heard the first sound.
  private func stage(_ player: String = Self.player) throws -> TemporaryFolder {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try folder.write(player, as: "aplay")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: "aplay"))
    return folder
  }

  private static let player = """
    #!/usr/bin/env python3
    import os, sys, time
    folder = os.path.dirname(os.path.abspath(__file__))
    source, out, first = open(sys.argv[-1], "rb"), open(folder + "/played", "wb"), None
    open(folder + "/words", "w").write(" ".join(sys.argv[1:-1]))
    while data := source.read1(4800):
        if first is None and any(data):
            first = time.time()
            open(folder + "/first", "w").write(str(first))
        out.write(data)

    """

  private func play(_ words: String..., in folder: TemporaryFolder, exits: Int32 = 0) throws
    -> ProgramResult
  {
    let result = try Program.run(
      Guion2audio.path, ["play", "s.fountain", "--voice", "espeak://en-us"] + words,
      in: folder.path, environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    #expect(result.status == exits, "\(result.errors)")
    return result
  }

  @Test func `a script is heard, and leaves no files`() throws {
    let folder = try stage()
    let before = Set(try folder.names(in: "."))
    let result = try play(in: folder)
    #expect(
      result.output.isEmpty && result.errors.contains("INT. HALL - DAY\n"), "\(result.errors)")
    #expect(try folder.text(of: "words") == "-q -t raw -f S16_LE -r 22050 -c 1")
    let bytes = try Data(contentsOf: URL(filePath: folder.path(of: "played"))).count
    #expect((4...60).contains(Double(bytes) / 44_100), "\(bytes)")
    let new = Set(try folder.names(in: ".")).subtracting(before)
    #expect(new.isSubset(of: ["played", "words", "first", "cache", ".cache"]), "\(new)")
    _ = try play("--start", "yard", in: folder)
    let rest = try Data(contentsOf: URL(filePath: folder.path(of: "played"))).count
    #expect(rest < bytes && rest > 44_100)
    _ = try play("--start", "2", in: folder)
    #expect(try Data(contentsOf: URL(filePath: folder.path(of: "played"))).count == rest)
  }

  @Test func `wrong starts and failing players have one message`() throws {
    let folder = try stage("#!/bin/sh\necho 'no sound card' >&2\nexit 3\n")
    let failed = try play(in: folder, exits: 69)
    #expect(
      failed.errors.contains("aplay could not play the audio: no sound card"), "\(failed.errors)")
    #expect(
      try play("--start", "9", in: folder, exits: 64).errors.contains("the book has 2 chapters"))
    #expect(
      try play("--start", "sea", in: folder, exits: 64).errors.contains(
        "no chapter has these words"))
  }

  /// ffplay ends with status 0 if there is no sound device; other players may wait for ever.
  @Test(arguments: [
    ("#!/bin/sh\necho 'no device' >&2\nhead -c 100 \"${10}\" >/dev/null\n", "no device"),
    ("#!/bin/sh\nexec sleep 60\n", "did not begin to play within 10 s"),
    ("#!/no/such/shell\n", "aplay could not play the audio: it cannot be started (No such file"),
  ])
  func `a player that plays nothing is no success`(_ player: String, _ words: String) throws {
    let result = try play(in: stage(player), exits: 69)
    #expect(
      result.errors.contains(words) && result.errors.contains("guion2audio INPUT"),
      "\(result.errors)")
  }

  @Test func `keys go to the next scene and end`() throws {
    // The player waits, so that the keys come before the end.
    let folder = try stage(
      Self.player.replacing("out.write(data)", with: "out.write(data); time.sleep(0.05)"))
    let terminal = try PseudoTerminal()
    let command = try RunningCommand(
      ["play", "s.fountain", "--voice", "espeak://en-us"], in: folder,
      environment: ["PATH": folder.path + ":/usr/bin:/bin"], terminal: terminal.path)
    var shown = ""
    RunningCommand.eventually {
      shown += terminal.read()
      return shown.contains("INT. HALL") || command.hasEnded
    }
    terminal.type("n")
    RunningCommand.eventually {
      shown += terminal.read()
      return shown.contains("INT. YARD") || command.hasEnded
    }
    terminal.type("q")
    #expect(command.waitForEnd() == 0, "\(shown)")
    #expect(shown.contains("space: pause") && shown.contains("INT. YARD"), "\(shown)")
  }
}
