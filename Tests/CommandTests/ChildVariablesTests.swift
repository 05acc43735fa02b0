import Foundation
import TestSupport
import Testing

/// Tests of the environment of programs that the command starts.
///
/// It contains no variable with a key.
@Suite struct ChildVariablesTests {
  /// Names that do not look like secrets.
  ///
  /// Only the configuration shows that they hold keys.
  private static let secrets = [
    "MY_SPEECH": "sk-1", "MY_SPEECH_FILE": "/run/sk-2", "OPENAI_API_KEY": "sk-3",
    "ELEVENLABS_API_KEY_FILE": "/run/sk-4", "SOME_TOKEN": "sk-5",
  ]

  /// A program that writes its environment to a file and speaks: once, or line by line.
  private static let program = """
    #!/usr/bin/env python3
    import os, sys, wave
    with open(os.path.dirname(sys.argv[0]) + "/seen", "a") as file:
        file.write("".join(f"{name}={value}\\n" for name, value in os.environ.items()))
    def speak(path):
        with wave.open(path, "wb") as file:
            file.setnchannels(1); file.setsampwidth(2); file.setframerate(22050)
            file.writeframes(b"\\1\\0" * 4000)
    if sys.argv[1] == "kept":
        for line in sys.stdin:
            speak(sys.argv[2] + "/1.wav")
            print(sys.argv[2] + "/1.wav", flush=True)
    else:
        speak(sys.argv[2])
    """

  private static let configuration = """
    { "providers": {
      "server": { "type": "openai", "baseURL": "http://127.0.0.1:9", "keyVariable": "MY_SPEECH" },
      "once": { "type": "command", "command": ["FOLDER/program", "once", "{output}"] },
      "kept": { "type": "command", "command": ["FOLDER/program", "kept", "{output}"],
                "keepRunning": true } } }
    """

  private func stage() throws -> PaidStage {
    var stage = try PaidStage(key: nil)
    let folder = stage.folder
    try executable(Self.program, as: "program", in: folder)
    try folder.write(
      Self.configuration.replacing("FOLDER", with: folder.path), as: "config.json")
    stage.environment.merge(Self.secrets) { $1 }
    stage.environment["PLAIN"] = "seen"
    return stage
  }

  private func executable(_ text: String, as name: String, in folder: TemporaryFolder) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: try folder.write(text + "\n", as: name))
  }

  private func expectNoSecrets(_ folder: TemporaryFolder, hasOthers: Bool = true) throws {
    let seen = try folder.text(of: "seen")
    if hasOthers { #expect(seen.contains("PLAIN=seen\n")) }
    for (name, value) in Self.secrets {
      #expect(!seen.contains(name + "="), "\(name)")
      #expect(!seen.contains(value), "\(name)")
    }
  }

  @Test(arguments: ["once://default", "kept://default"])
  func `a configured program gets no key`(voice: String) throws {
    let stage = try stage()
    let result = try stage.run("say", "Hello there.", "--voice", voice, "-o", "x.wav")
    #expect(result.status == 0, "\(result.errors)")
    try expectNoSecrets(stage.folder)
  }

  @Test func `the worker of espeak gets no key`() throws {
    var stage = try stage()
    let worker = Program.built("guion2audio-espeak")
    try executable(
      "#!/bin/sh\nenv > '\(stage.folder.path)/seen'\nexec '\(worker)' \"$@\"", as: "worker",
      in: stage.folder)
    stage.environment["GUION2AUDIO_ESPEAK"] = stage.folder.path(of: "worker")
    // A worker next to the program would be used first, so the program is copied without its worker.
    let program = stage.folder.path(of: "guion2audio")
    try FileManager.default.copyItem(atPath: Guion2audio.path, toPath: program)
    let result = try Program.run(
      program, ["say", "Hello there.", "-o", "x.wav"], in: stage.folder.path,
      environment: stage.environment)
    #expect(result.status == 0, "\(result.errors)")
    try expectNoSecrets(stage.folder, hasOthers: false)
  }

  @Test func `the player of say gets no key`() throws {
    let stage = try stage()
    try executable(
      "#!/bin/sh\nenv > '\(stage.folder.path)/seen'\ncp \"$1\" '\(stage.folder.path)/played'",
      as: "pw-play", in: stage.folder)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let terminal = try PseudoTerminal()
    let command = try RunningCommand(
      ["say", "Hello there."], in: stage.folder,
      environment: stage.environment.merging(["PATH": stage.folder.path + ":" + path]) { $1 },
      terminal: terminal.path)
    #expect(command.waitForEnd() == 0, "\(terminal.read())")
    #expect(try Data(contentsOf: URL(filePath: stage.folder.path(of: "played"))).count > 10_000)
    try expectNoSecrets(stage.folder)
  }

  @Test func `a failing player is reported with the reason`() throws {
    let stage = try stage()
    try executable("#!/bin/sh\necho 'no sound card' >&2\nexit 3", as: "pw-play", in: stage.folder)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let terminal = try PseudoTerminal()
    let command = try RunningCommand(
      ["say", "Hello there."], in: stage.folder,
      environment: stage.environment.merging(["PATH": stage.folder.path + ":" + path]) { $1 },
      terminal: terminal.path)
    #expect(command.waitForEnd() == 69)
    #expect(terminal.read().contains("pw-play could not play the audio: no sound card"))
  }
}
