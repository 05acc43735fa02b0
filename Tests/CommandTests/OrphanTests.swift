import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that programs started by the command end with it, even if it is killed before they answer.
@Suite struct OrphanTests {
  /// A program that writes its process id to a file and never answers.
  private static let silent =
    "#!/bin/sh\necho $$ > \"$0.new\"; mv \"$0.new\" \"$0.pid\"; exec sleep 600\n"

  private func stage() throws -> TemporaryFolder {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try folder.write(Self.silent, as: "program")
    chmod(folder.path(of: "program"), 0o700)
    return folder
  }

  /// Kills the command as soon as the program runs, and checks that the program ends.
  private func kill(_ command: RunningCommand, _ folder: TemporaryFolder) throws {
    var program: pid_t?
    RunningCommand.eventually {
      program = (try? folder.text(of: "program.pid")).flatMap { pid_t($0.dropLast()) }
      return program != nil || command.hasEnded
    }
    let pid = try #require(program, "the program was not started: \(command.errors)")
    try #require(ProcessTable.entry(pid) != nil)
    command.send(SIGKILL)
    #expect(command.waitForEnd() == 128 + SIGKILL)
    #expect(RunningCommand.eventually { ProcessTable.entry(pid) == nil })
  }

  /// With `keepsRunning`, the provider's program stays for many lines, and has not answered the first one
  /// yet.
  @Test(arguments: [false, true]) func `a configured program ends with the command`(
    keepsRunning: Bool
  ) throws {
    let folder = try stage()
    let entry: [String: Any] = [
      "type": "command", "voices": ["a"], "keepRunning": keepsRunning,
      "command": [folder.path(of: "program"), "{output}"],
    ]
    let configuration = try JSONSerialization.data(withJSONObject: ["providers": ["own": entry]])
    try folder.write(String(decoding: configuration, as: UTF8.self), as: "config.json")
    let command = try RunningCommand(
      ["s.fountain", "-o", "out", "--voice", "own://a"], in: folder,
      environment: ["GUION2AUDIO_CONFIG": folder.path(of: "config.json")])
    try kill(command, folder)
  }

  @Test func `a program used as worker ends with the command that waits for its hello`()
    throws
  {
    let folder = try stage()
    // The command in its own folder: a worker next to it would be used first.
    let copy = try Program.run(
      "cp", ["--dereference", Guion2audio.path, folder.path(of: "guion2audio")])
    try #require(copy.status == 0)
    let note = folder.path(of: "errors")
    let process = try ChildProcess(
      folder.path(of: "guion2audio"),
      ["say", "Hello.", "--voice", "espeak://en-us", "-o", "a.wav"],
      in: folder.path, environment: ["GUION2AUDIO_ESPEAK": folder.path(of: "program")],
      input: .file("/dev/null"), output: .file("/dev/null"), errors: .file(note))
    var program: pid_t?
    RunningCommand.eventually {
      program = (try? folder.text(of: "program.pid")).flatMap { pid_t($0.dropLast()) }
      return program != nil || process.hasEnded
    }
    let pid = try #require(program, "the program was not started")
    process.send(SIGKILL)
    #expect(RunningCommand.eventually { process.hasEnded && ProcessTable.entry(pid) == nil })
  }
}
