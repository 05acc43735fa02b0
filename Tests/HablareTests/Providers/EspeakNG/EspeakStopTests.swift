import Foundation
import Glibc
import TestSupport
import Testing

@testable import Hablare

/// Tests of worker processes that are stopped (SIGSTOP), not killed.
///
/// No caller may wait for them without a time limit.
struct EspeakStopTests {
  /// Short limits, because tests wait for them.
  private static let short = WorkerTimeLimit(
    base: 1, perHundred: 0, margin: 1, listing: 1, start: 1)

  private static func say(_ text: String, in pool: EspeakWorker) async throws -> Data {
    try await pool.speak(EspeakSpeech.request(text), identifier: "gmw/en-US").data
  }

  private static func warmPool(slots: Int = 2) async throws -> (
    pool: EspeakWorker, root: Int32, hello: Data
  ) {
    let pool = EspeakWorker(workerPath: nil, slots: slots, limit: short)
    let hello = try await say("Hello.", in: pool)
    return (pool, try #require(await pool.workerPid), hello)
  }

  @Test func `another worker speaks the lines of a stopped one`() async throws {
    let (pool, root, hello) = try await Self.warmPool(slots: 3)
    kill(root, SIGSTOP)
    // There are more lines than slots, so some lines wait for others.
    try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<8 { group.addTask { try await Self.say("Hello.", in: pool) } }
      for try await sound in group { #expect(sound == hello) }
    }
    let next = try #require(await pool.workerPid)
    #expect(next != root)
    #expect(await WorkerProcesses.areGone(group: root))
    await pool.shutdown()
  }

  @Test func `a completely stopped worker is replaced`() async throws {
    let (pool, root, hello) = try await Self.warmPool()
    kill(-root, SIGSTOP)
    #expect(try await Self.say("Hello.", in: pool) == hello)
    #expect(await WorkerProcesses.areGone(group: root))
    await pool.shutdown()
  }

  @Test func `another worker returns the list of voices`() async throws {
    let (pool, root, _) = try await Self.warmPool()
    let listing = try await pool.listing()
    kill(root, SIGSTOP)
    #expect(try await pool.listing() == listing)
    #expect(await pool.workerPid != root)
    await pool.shutdown()
  }

  @Test func `another worker speaks a line whose voice is stopped before it begins`()
    async throws
  {
    let (pool, root, hello) = try await Self.warmPool()
    var zygote: Int32?
    let isQuiet = await WorkerProcesses.eventually {
      let children = WorkerProcesses.alive(group: root).filter { $0.parent == root }
      zygote = children.first?.pid
      return children.count == 1
    }
    try #require(isQuiet)
    kill(try #require(zygote), SIGSTOP)
    async let first = Self.say("Hello.", in: pool)
    async let second = Self.say("Hello.", in: pool)
    #expect(try await [first, second] == [hello, hello])
    #expect(await WorkerProcesses.areGone(group: root))
    await pool.shutdown()
  }

  /// Returns a worker that stops itself at each of its first `times` starts.
  private func stoppingWorker(_ scripts: ScriptFolder, times: Int) throws -> String {
    try scripts.shell(
      """
      echo $$ >> '\(scripts.folder.path)/started'
      if [ $(wc -l < '\(scripts.folder.path)/started') -le \(times) ]; then kill -STOP $$; fi
      exec '\(Program.built(WorkerProgram.espeak.name))' "$@"
      """, as: "worker")
  }

  /// Returns a worker that sends hello, and then stops for good.
  private func silentWorker(_ scripts: ScriptFolder) throws -> String {
    try scripts.python(
      """
      import array, os, signal, socket, struct, sys
      with open("\(scripts.folder.path)/started", "a") as file: file.write(f"{os.getpid()}\\n")
      slots = [os.memfd_create("slot") for _ in range(int(sys.argv[2]))]
      hello = struct.pack("III", 0x61326770, int(sys.argv[1]), len(slots))
      rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", slots))]
      control = socket.socket(fileno=3)
      control.sendmsg([hello], rights)
      os.kill(os.getpid(), signal.SIGSTOP)
      """, as: "worker")
  }

  private func started(_ scripts: ScriptFolder) -> [Int32] {
    (scripts.text("started") ?? "").split(separator: "\n").compactMap { Int32($0) }
  }

  @Test func `a worker that is stopped at its start is replaced`() async throws {
    let scripts = try ScriptFolder()
    let path = try stoppingWorker(scripts, times: 1)
    let pool = EspeakWorker(workerPath: path, slots: 2, limit: Self.short)
    async let first = Self.say("Hello.", in: pool)
    async let second = Self.say("Hello.", in: pool)
    #expect(try await first == second)
    #expect(started(scripts).count == 2)
    await pool.shutdown()
    for pid in started(scripts) { #expect(await WorkerProcesses.areGone(group: pid)) }
  }

  @Test func `workers that never start give an error`() async throws {
    let scripts = try ScriptFolder()
    let path = try stoppingWorker(scripts, times: 100)
    let pool = EspeakWorker(workerPath: path, slots: 2, limit: Self.short)
    let outcome = await Result.of { try await Self.say("Hello.", in: pool) }
    #expect(
      outcome.failure as? VoiceProviderError
        == .engineUnavailable("\(path) did not answer within 1 s"))
    #expect(started(scripts).count == 2)
    for pid in started(scripts) { #expect(await WorkerProcesses.areGone(group: pid)) }
  }

  @Test func `a line is retried once, then it is an error`() async throws {
    let scripts = try ScriptFolder()
    let path = try silentWorker(scripts)
    let pool = EspeakWorker(workerPath: path, slots: 2, limit: Self.short)
    let outcome = await Result.of { try await Self.say("Hello.", in: pool) }
    #expect(outcome.failure as? VoiceProviderError == .timedOut(seconds: 2))
    #expect(started(scripts).count == 2)
    for pid in started(scripts) { #expect(await WorkerProcesses.areGone(group: pid)) }
  }

  @Test func `shutting down does not wait for a stopped worker`() async throws {
    let (pool, root, _) = try await Self.warmPool()
    kill(-root, SIGSTOP)
    await pool.shutdown()
    #expect(await WorkerProcesses.areGone(group: root))
  }

  @Test func `cancelling does not wait for a stopped worker`() async throws {
    let limit = WorkerTimeLimit(base: 600, margin: 1)
    let pool = EspeakWorker(workerPath: nil, slots: 1, limit: limit)
    _ = try await Self.say("Hello.", in: pool)
    let root = try #require(await pool.workerPid)
    kill(root, SIGSTOP)
    let line = Task { try await Self.say("Hello.", in: pool) }
    await Task.yield()
    line.cancel()
    #expect(await line.result.failure is CancellationError)
    _ = try await Self.say("Hello.", in: pool)
    await pool.shutdown()
  }

  /// The pool sends more packets than the socket can hold, while the stopped worker reads none.
  @Test func `a full socket blocks no caller`() async throws {
    let (pool, root, hello) = try await Self.warmPool(slots: 128)
    kill(root, SIGSTOP)
    let lines = (0..<1000).map { _ in Task { try await Self.say("Hello.", in: pool) } }
    for line in lines.prefix(900) { line.cancel() }
    for line in lines.suffix(100) { #expect(try await line.value == hello) }
    await pool.shutdown()
  }

  @Test func `a stopped worker does not survive its program`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let pool = EspeakWorker(workerPath: nil, slots: 1)
      _ = try await EspeakStopTests.say("Hello.", in: pool)
      let root = await pool.workerPid ?? 0
      kill(-root, SIGSTOP)
      try Data("\(root)".utf8).write(to: EspeakStopTests.note(of: getppid()))
      kill(getpid(), SIGKILL)
    }
    let note = Self.note(of: getpid())
    let root = try #require(Int32(String(decoding: Data(contentsOf: note), as: UTF8.self)))
    try FileManager.default.removeItem(at: note)
    try #require(root > 0)
    #expect(await WorkerProcesses.areGone(group: root))
  }

  private static func note(of pid: Int32) -> URL { URL(filePath: "/tmp/hablare-stopped-\(pid)") }
}
