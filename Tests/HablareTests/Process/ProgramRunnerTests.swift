import Foundation
import Glibc
import TestSupport
import Testing

@testable import Hablare

struct ProgramRunnerTests {
  private static let limits = ProgramRunner.Limits(seconds: 60, bytes: 4 << 20)

  private static func run(
    _ script: String, input: [UInt8] = [], limits: ProgramRunner.Limits = limits,
    fileSizeLimit: Int? = nil
  ) async throws -> String {
    var command = ChildCommand(path: "/bin/sh", arguments: ["-c", script])
    command.fileSizeLimit = fileSizeLimit
    let output = try await ProgramRunner.run(command, input: input, limits: limits)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    ("what goes in comes out", "cat", "in", "in"),
    ("arguments are words, not shell text", "printf '%s' \"$0\"", "", "/bin/sh"),
    ("nothing said is nothing", "true", "", ""),
    ("errors are not output", "echo no >&2; echo yes", "", "yes\n"),
    ("input need not be read", "echo done", "ignored", "done\n"),
    ("input may be closed at once", "exec 0<&-; echo done", "ignored", "done\n"),
    ("what a helper holds open is not waited for", "sleep 600 & echo done", "", "done\n"),
    ("a helper in a session of its own neither", "setsid sleep 61 & echo done", "", "done\n"),
    ("only the standard streams are open", "ls /proc/self/fd | tr '\\n' ' '", "", "0 1 2 3 "),
  ])
  func `a program's output is returned`(
    what: String, script: String, input: String, output: String
  ) async throws {
    #expect(try await Self.run(script, input: Array(input.utf8)) == output, "\(what)")
  }

  @Test func `large data can go in both directions at the same time`() async throws {
    let input = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let command = ChildCommand(path: "/bin/cat", arguments: [])
    #expect(try await ProgramRunner.run(command, input: input, limits: Self.limits) == input)
  }

  @Test func `input that is not read does not block`() async throws {
    let input = [UInt8](repeating: 65, count: 3_000_000)
    #expect(try await Self.run("exec 0<&-; echo done", input: input) == "done\n")
  }

  @Test(arguments: [
    ("exit 3", "ended with exit status 3"),
    ("echo first >&2; echo 'the reason' >&2; echo >&2; exit 1", "status 1: the reason"),
    ("printf 'a \\033[31mred\\033[0m word\\n' >&2; exit 1", "status 1: a [31mred[0m word"),
    (
      "head -c 1000000 /dev/zero | tr '\\0' x >&2; echo >&2; echo last >&2; exit 2",
      "status 2: last"
    ),
    ("kill -9 $$", "ended by signal 9"),
    ("kill -SEGV $$", "ended by signal 11"),
    ("yes", "wrote more than 4194304 bytes"),
    ("trap '' TERM; yes", "wrote more than 4194304 bytes"),
    ("cat /dev/zero", "wrote more than 4194304 bytes"),
    ("d=$(mktemp -d); trap 'rm -r $d' EXIT; exec cat /dev/zero > $d/big", "more than 100000 bytes"),
  ])
  func `failures are reported`(script: String, reason: String) async throws {
    let error = await Result.of { try await Self.run(script, fileSizeLimit: 100_000) }.failure
    guard case .engineCrashed(let message)? = error as? VoiceProviderError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains(reason))
  }

  @Test(arguments: [
    "sleep 600", "trap '' TERM; while :; do sleep 1; done", "sleep 600 & wait", "kill -STOP $$",
    "trap '' TERM; kill -STOP $$",
  ])
  func `a program that exceeds the time limit is ended with all its children`(script: String)
    async throws
  {
    let scripts = try ScriptFolder()
    let note = scripts.folder.path(of: "pid")
    let error = await Result.of {
      try await Self.run("echo $$ > \(note); \(script)", limits: .init(seconds: 1, bytes: 100))
    }.failure
    #expect(error as? VoiceProviderError == .timedOut(seconds: 1))
    let pid = try #require(scripts.text("pid").flatMap { Int32($0.dropLast()) })
    #expect(await WorkerProcesses.areGone(group: pid))
  }

  @Test func `cancelling ends the program`() async throws {
    let scripts = try ScriptFolder()
    let note = scripts.folder.path(of: "pid")
    let task = Task { try await Self.run("echo $$ > \(note); exec sleep 600") }
    var pid: Int32?
    let exists = await WorkerProcesses.eventually {
      pid = scripts.text("pid").flatMap { Int32($0.dropLast()) }
      return pid != nil
    }
    #expect(exists)
    task.cancel()
    #expect(await Result.of { try await task.value }.failure is CancellationError)
    #expect(await WorkerProcesses.areGone(group: try #require(pid)))
  }

  @Test func `a cancelled task starts no program`() async throws {
    let scripts = try ScriptFolder()
    let note = scripts.folder.path(of: "ran")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Self.run("touch \(note)")
    }
    #expect(await Result.of { try await task.value }.failure is CancellationError)
    #expect(scripts.text("ran") == nil)
  }

  @Test(arguments: ["/nowhere/program", "/", "/etc/passwd"])
  func `a program that cannot be run is named in the error`(path: String) async throws {
    let command = ChildCommand(path: path, arguments: [])
    let error = await Result.of { try await ProgramRunner.run(command, limits: Self.limits) }
      .failure
    guard case .engineUnavailable(let message)? = error as? VoiceProviderError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.hasPrefix(command.name))
  }

  @Test func `no child survives a killed program`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let note = "/tmp/hablare-child-\(getppid())"
      Task {
        // `exec` replaces the shell by `sleep`, because the kernel's signal reaches only the program itself
        // and not its children.
        try await ProgramRunnerTests.run(
          "echo $$ > \(note).new; mv \(note).new \(note); exec sleep 600")
      }
      _ = await WorkerProcesses.eventually { FileManager.default.fileExists(atPath: note) }
      kill(getpid(), SIGKILL)
    }
    let note = URL(filePath: "/tmp/hablare-child-\(getpid())")
    let text = String(decoding: try Data(contentsOf: note), as: UTF8.self)
    try FileManager.default.removeItem(at: note)
    let pid = try #require(Int32(text.dropLast()))
    #expect(await WorkerProcesses.areGone(group: pid))
  }

  /// The kernel's signal reaches only the script.
  ///
  /// The script's child sees that its standard input ends.
  @Test func `a script's child notices that the program which it serves was killed`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let note = "/tmp/hablare-grandchild-\(getppid())"
      let program = ChildProgram(
        ChildCommand(
          path: "/bin/sh",
          arguments: ["-c", "echo $$ > \(note).new; mv \(note).new \(note); cat; echo done"])
      ) { _, _ in
        .goOn
      } onEnd: { _ in
      }
      _ = await WorkerProcesses.eventually { FileManager.default.fileExists(atPath: note) }
      withExtendedLifetime(program) { _ = kill(getpid(), SIGKILL) }
    }
    let note = URL(filePath: "/tmp/hablare-grandchild-\(getpid())")
    let text = String(decoding: try Data(contentsOf: note), as: UTF8.self)
    try FileManager.default.removeItem(at: note)
    let pid = try #require(Int32(text.dropLast()))
    #expect(await WorkerProcesses.areGone(group: pid))
  }
}
