import Foundation
import Glibc
import TestSupport
import Testing

@testable import Hablare

/// Tests of files that are not a model, and of processes that die.
@Suite(.enabled(if: NeuralSamples.isInstalled, NeuralSamples.reason))
struct HibariFailureTests {
  private static let ids = NeuralSamples.sentences[0]

  private static func error(
    of engine: NeuralEngine, _ model: NeuralModel
  ) async -> VoiceProviderError? {
    await Result.of { try await engine.check(model) }.failure as? VoiceProviderError
  }

  /// A graph that returns its input: a model, but not a voice.
  private static let foreign: [UInt8] = {
    func message(_ field: UInt8, _ content: [UInt8]) -> [UInt8] {
      [field << 3 | 2, UInt8(content.count)] + content
    }
    func value(_ name: String) -> [UInt8] {
      let shape = message(2, message(1, [0x08, 1]))
      return message(1, Array(name.utf8)) + message(2, message(1, [0x08, 1] + shape))
    }
    let node =
      message(1, Array("x".utf8)) + message(2, Array("y".utf8)) + message(4, Array("Identity".utf8))
    let graph =
      message(1, node) + message(2, Array("g".utf8)) + message(11, value("x"))
      + message(12, value("y"))
    return [0x08, 8] + message(7, graph) + message(8, [0x10, 17])
  }()

  @Test func `a model that cannot speak is refused with the reason`() async throws {
    let folder = try TemporaryFolder()
    let heart = try Data(contentsOf: URL(filePath: NeuralSamples.heart.path))
    func place(_ data: Data, _ name: String) throws -> NeuralModel {
      try data.write(to: URL(filePath: folder.path(of: name)))
      return NeuralModel(path: folder.path(of: name))
    }
    var flipped = heart
    flipped[4_000_000] ^= 0xFF
    mkfifo(folder.path(of: "pipe"), 0o600)
    let cases: [(NeuralModel, String)] = [
      (NeuralModel(path: folder.path(of: "missing")), "cannot be read: No such file"),
      (NeuralModel(path: folder.path), "cannot be read: Is a directory"),
      (NeuralModel(path: folder.path(of: "pipe")), "cannot be read: Invalid argument"),
      (try place(Data(), "empty"), "is damaged or not a model"),
      (try place(Data("no model".utf8), "text"), "is damaged or not a model"),
      (try place(heart.prefix(5_000_000), "truncated"), "is damaged or not a model"),
      (
        try place(Data(Self.foreign), "foreign"),
        "is not a model for this kind of voice: its graph does not compute phoneme durations"
      ),
      (
        NeuralModel(path: try place(flipped, "flipped").path, sha256: NeuralSamples.heart.sha256),
        "does not belong to this voice"
      ),
    ]
    let engine = NeuralEngine(slots: 2)
    for (model, reason) in cases {
      guard case .engineUnavailable(let text) = await Self.error(of: engine, model) else {
        Issue.record("\(model.path) was accepted")
        continue
      }
      #expect(text.hasPrefix("\(model.path) \(reason)"), "\(text)")
    }
    let root = try #require(await engine.workerPid)
    #expect(await WorkerProcesses.eventually { WorkerProcesses.alive(group: root).count == 1 })
    #expect(
      try await engine.speak(NeuralRequest(model: NeuralSamples.heart, ids: Self.ids)).sampleCount
        > 0)
    #expect(await engine.workerPid == root)
    await engine.shutdown()
  }

  @Test(arguments: [
    "/nowhere/libonnxruntime.so", "/etc/passwd", "/usr/lib/x86_64-linux-gnu/libm.so.6",
  ])
  func `a library that is not ONNX Runtime is refused`(path: String) async {
    let engine = NeuralEngine(libraryPath: path, slots: 1)
    for outcome in [
      await Self.error(of: engine, NeuralSamples.heart),
      await Result.of { try await engine.version() }.failure as? VoiceProviderError,
    ] {
      guard case .engineUnavailable(let text) = outcome else {
        Issue.record("\(String(describing: outcome))")
        continue
      }
      #expect(text.hasPrefix("ONNX Runtime cannot be loaded from \(path): "), "\(text)")
    }
    await engine.shutdown()
  }

  @Test func `a truncated library or a pipe is refused with its path`() async throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(filePath: try NaturalFiles.libraryPath()))
    try whole.prefix(9_000_000).write(to: URL(filePath: folder.path(of: "cut.so")))
    mkfifo(folder.path(of: "pipe.so"), 0o600)
    let cases = [
      ("cut.so", "it is damaged or not a library"), ("pipe.so", "it is not a file"),
      ("missing.so", "No such file or directory"),
    ]
    for (name, reason) in cases {
      let path = folder.path(of: name)
      let engine = NeuralEngine(libraryPath: path, slots: 1)
      #expect(
        await Self.error(of: engine, NeuralSamples.heart)
          == .engineUnavailable(
            "ONNX Runtime cannot be loaded from \(path): \(reason); install it again"))
      await engine.shutdown()
    }
  }

  @Test func `each impossible line is its own error`() async throws {
    let engine = NeuralEngine(slots: 1)
    func failure(_ ids: [UInt16]) async -> VoiceProviderError? {
      let line = NeuralRequest(model: NeuralSamples.heart, ids: ids)
      return await Result.of { try await engine.speak(line) }.failure as? VoiceProviderError
    }
    guard case .invalidRequest(let reason) = await failure([]) else {
      Issue.record("an empty line is not refused")
      return
    }
    #expect(reason.hasPrefix("nothing in this line can be pronounced"))
    #expect(await failure([UInt16](repeating: 50, count: 513)) == .textTooLong(limit: 512))
    #expect(await failure([0, 0]) == .engineCrashed(reason: "the audio is silent"))
    guard case .engineCrashed(let text) = await failure([0, 60_000, 0]) else {
      Issue.record("an unknown id was spoken")
      return
    }
    #expect(text.contains("60000"))
    #expect(await failure(Self.ids) == nil)
    await engine.shutdown()
  }

  @Test func `killed children are replaced`() async throws {
    let engine = NeuralEngine(slots: 1)
    let line = NeuralRequest(model: NeuralSamples.heart, ids: Self.ids)
    let sound = try await engine.speak(line).data
    let root = try #require(await engine.workerPid)
    // The process with the model, and a child that waits.
    let processes = WorkerProcesses.alive(group: root).filter { $0.pid != root }
    #expect(processes.count == 2)
    for process in processes {
      kill(process.pid, SIGKILL)
      #expect(
        await WorkerProcesses.eventually {
          !WorkerProcesses.alive(group: root).contains { $0.pid == process.pid }
        })
      #expect(try await engine.speak(line).data == sound)
    }
    #expect(await engine.workerPid == root)
    await engine.shutdown()
  }

  @Test func `the library's version is known, and it neither writes nor connects`() async throws {
    let engine = NeuralEngine(slots: 2)
    #expect(try await engine.version() == "1.28.2")
    _ = try await engine.speak(NeuralRequest(model: NeuralSamples.heart, ids: Self.ids))
    let root = try #require(await engine.workerPid)
    let processes = WorkerProcesses.alive(group: root)
    #expect(processes.count == 3)
    for process in processes {
      let own = "/proc/\(process.pid)"
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(own)/task").count == 1)
      let files = try FileManager.default.contentsOfDirectory(atPath: "\(own)/fd")
        .compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: "\(own)/fd/\($0)")
        }
      #expect(files.count > 3)
      let inodes = files.compactMap { $0.split(separator: "[").last?.dropLast() }
      for table in ["tcp", "tcp6", "udp", "udp6"] {
        let sockets = (try? String(contentsOfFile: "\(own)/net/\(table)", encoding: .utf8)) ?? ""
        let open = sockets.split(separator: "\n").dropFirst().compactMap { line in
          line.split(separator: " ").dropFirst(9).first
        }
        #expect(Set(open).isDisjoint(with: inodes))
      }
      #expect(
        files.allSatisfy {
          $0 == "/dev/null" || $0.hasPrefix("socket:") || $0.hasPrefix("/memfd:")
            || $0.hasPrefix("anon_inode:")
        }, "\(files)")
      let environment = try String(contentsOfFile: "\(own)/environ", encoding: .utf8)
      #expect(!environment.contains("HOME="))
    }
    await engine.shutdown()
  }
}
