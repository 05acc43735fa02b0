import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of the command `studio`: what it prints and opens, and how it ends.
///
/// Tests/Studio tests its page and its server.
@Suite struct StudioTests {
  private static let script = "INT. HALL - DAY\n\nANN\nIs anybody there?\n"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("tea.fountain", Self.script) }

  private func studio(
    _ options: String..., environment: [String: String] = [:]
  ) throws -> RunningCommand {
    let studio = try RunningCommand(
      ["studio", "tea.fountain"] + options, in: folder, environment: environment)
    RunningCommand.eventually { studio.errors.contains("Ctrl-C") || studio.hasEnded }
    return studio
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `it prints an address and ends with its terminal`(signal: Int32) throws {
    let studio = try studio("--no-open")
    let address = try #require(URL(string: studio.output.trimmingCharacters(in: .newlines)))
    #expect(address.host == "127.0.0.1" && (address.port ?? 0) > 1023 && address.path == "/")
    #expect(address.query?.hasPrefix("token=") == true)
    #expect(!studio.hasEnded)
    studio.send(signal)
    #expect(studio.waitForEnd() == 128 + signal)
    #expect(RunningCommand.eventually { ProcessTable.children(of: studio.pid).isEmpty })
    // Without a request nothing is written.
    #expect(try folder.names() == ["tea.fountain"])
  }

  /// Other users can see the arguments of programs, so the browser gets an address that works once, not the
  /// permanent one.
  @Test func `the browser gets an address for one visit`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "bin"), withIntermediateDirectories: false)
    let program = try folder.write(
      "#!/bin/sh\necho \"$1\" > \(folder.path(of: "opened"))\n", as: "bin/xdg-open")
    chmod(program, 0o755)
    let path = "\(folder.path(of: "bin")):/usr/bin:/bin"
    let studio = try studio(environment: ["PATH": path, "DISPLAY": ":7"])
    RunningCommand.eventually { (try? folder.text(of: "opened"))?.hasSuffix("\n") == true }
    let opened = try folder.text(of: "opened")
    #expect(opened.hasPrefix("http://127.0.0.1:") && opened.contains("/?ticket="))
    let token = try #require(studio.output.split(separator: "=").last)
    #expect(!opened.contains(token))
    studio.send(SIGINT)
    #expect(studio.waitForEnd() == 130)
  }

  @Test func `an input that is not a script ends it before a port is opened`() throws {
    let missing = try Guion2audio.run("studio", "none.fountain", in: folder)
    #expect(missing.status == 66 && missing.errors.contains("cannot read none.fountain"))
    #expect(missing.output.isEmpty)
    let input = try Guion2audio.run("studio", "-", "--from", "fountain", in: folder)
    #expect(input.status == 64 && input.errors.contains("needs a file"))
    let two = try Guion2audio.run("studio", "tea.fountain", "tea.fountain", in: folder)
    #expect(two.status == 64 && two.errors.contains("only one input is accepted"))
    let option = try Guion2audio.run("studio", "tea.fountain", "--shard", "1/2", in: folder)
    #expect(option.status == 64 && option.errors.contains("--shard"))
  }

  @Test func `a wrong cast is reported, and the studio stays open to show it`() throws {
    try folder.write(#"{ "narrator": "espeak://nobody" }"#, as: "cast.json")
    let studio = try studio("--no-open")
    #expect(studio.errors.contains("cast.json:1:15") && !studio.hasEnded)
    studio.send(SIGINT)
    #expect(studio.waitForEnd() == 130)
    #expect(try folder.text(of: "cast.json") == #"{ "narrator": "espeak://nobody" }"#)
  }
}
