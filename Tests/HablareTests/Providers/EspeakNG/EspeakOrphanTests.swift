import FoundationEssentials
import Glibc
import Testing

@testable import Hablare

struct EspeakOrphanTests {
  /// Returns the file in which the child of an exit test leaves the worker's process id for its parent.
  private static func note(of pid: Int32, _ name: String = "engine") -> URL {
    URL(filePath: "/tmp/hablare-orphans-\(name)-\(pid)")
  }

  @Test func `no process survives a killed program`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let pool = EspeakWorker(workerPath: nil, slots: 4)
      let text = String(repeating: "Another line of a long speech. ", count: 3200)
      for voice in ["gmw/en-US", "gmw/de", "roa/fr", "roa/es"] {
        Task { try await pool.speak(EspeakSpeech.request(text), identifier: voice) }
      }
      var root: Int32 = 0
      // The root, four zygotes and four speakers.
      let areThere = await WorkerProcesses.eventually {
        root = await pool.workerPid ?? 0
        return root > 0 && WorkerProcesses.alive(group: root).count == 9
      }
      try Data("\(areThere ? root : 0)".utf8).write(to: EspeakOrphanTests.note(of: getppid()))
      kill(getpid(), SIGKILL)
    }
    let note = Self.note(of: getpid())
    let root = try #require(Int32(String(decoding: Data(contentsOf: note), as: UTF8.self)))
    try FileManager.default.removeItem(at: note)
    try #require(root > 0)
    #expect(await WorkerProcesses.areGone(group: root))
  }

  /// A program that `GUION2AUDIO_ESPEAK` names by mistake.
  ///
  /// It writes nothing and does not read its socket.
  @Test func `a foreign program does not outlive a parent that is killed while waiting for hello`()
    async throws
  {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let note = EspeakOrphanTests.note(of: getppid(), "foreign").path
      let script = "#!/bin/sh\necho $$ > \(note).new\nmv \(note).new \(note)\nexec sleep 600\n"
      try Data(script.utf8).write(to: URL(filePath: "\(note).sh"))
      chmod("\(note).sh", 0o700)
      let pool = EspeakWorker(workerPath: "\(note).sh", slots: 1)
      Task { try await pool.listing() }
      _ = await WorkerProcesses.eventually { access(note, F_OK) == 0 }
      kill(getpid(), SIGKILL)
    }
    let note = Self.note(of: getpid(), "foreign")
    let text = String(decoding: try Data(contentsOf: note), as: UTF8.self)
    for file in [note, URL(filePath: "\(note.path).sh")] {
      try FileManager.default.removeItem(at: file)
    }
    let pid = try #require(Int32(text.dropLast()))
    #expect(await WorkerProcesses.areGone(group: pid))
  }

  @Test func `a released engine ends its worker`() async throws {
    let root: Int32
    do {
      let pool = EspeakWorker(workerPath: nil, slots: 1)
      _ = try await pool.listing()
      root = try #require(await pool.workerPid)
    }
    #expect(await WorkerProcesses.areGone(group: root))
  }

  @Test func `shutting down leaves no process`() async throws {
    let pool = EspeakWorker(workerPath: nil, slots: 2)
    _ = try await pool.speak(EspeakSpeech.request("Hello."), identifier: "gmw/en-US")
    let root = try #require(await pool.workerPid)
    await pool.shutdown()
    #expect(await WorkerProcesses.areGone(group: root))
    #expect(await pool.workerPid == nil)
  }
}
