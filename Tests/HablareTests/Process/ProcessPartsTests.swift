import Foundation
import Glibc
import Synchronization
import Testing
import TestSupport

@testable import Hablare

struct ProcessPartsTests {
  @Test func `secrets are not inherited`() {
    let variables = ChildEnvironment.variables(from: [
      "PATH": "/bin", "LANG": "de_DE.UTF-8", "ELEVENLABS_API_KEY": "1", "GITHUB_TOKEN": "2",
      "my_secret": "3", "DB_PASSWORD": "4", "TOKEN": "5", "API_KEY_2": "6", "credentials_file": "7",
    ])
    #expect(variables == ["LANG=de_DE.UTF-8", "PATH=/bin"])
    #expect(ChildEnvironment.variables(from: ["LANG": ""]) == ["LANG=", "LC_CTYPE=C.UTF-8"])
    let mine = ["HOME=/root", "x_key=sk", "A=b=c"]
    #expect(ChildEnvironment.withoutSecrets(mine) == ["HOME=/root", "A=b=c"])
  }

  /// Neither the variable's name nor the program that starts the child shows that the variable is a secret.
  @Test func `no program inherits the variables of a configuration`() async throws {
    var server = OpenAIConfiguration()
    server.keyVariable = "SPEECH_OF_PROCESS_PARTS"
    let names = ["SPEECH_OF_PROCESS_PARTS", "SPEECH_OF_PROCESS_PARTS_FILE", "OPENAI_API_KEY_FILE"]
    var configuration = UserConfiguration()
    configuration.providers = [ProviderSettings(id: "server", kind: .openAI(server))]
    _ = CredentialStore(configuration: configuration, environment: [:])
    let command = ChildCommand(
      path: "/usr/bin/env", arguments: [], environment: names.map { "\($0)=sk" } + ["PLAIN=1"])
    let output = try await ProgramRunner.run(command, limits: .init(seconds: 60, bytes: 10_000))
    #expect(String(decoding: output, as: UTF8.self) == "PLAIN=1\n")
  }

  @Test(arguments: [
    Array("fLaC".utf8) + SoundBytes.noise, Array("ID3".utf8) + SoundBytes.noise,
    FakeSpeechServer.wav([0, 0], rate: 1),
  ])
  func `data that only begins like audio is the program's fault`(bytes: [UInt8]) throws {
    let sound = ProgramSound(
      program: "p", mayBeEmpty: true, delivery: try ProgramDelivery(VoiceOptions()))
    let error = #expect(throws: VoiceProviderError.self) { try sound.output(of: Data(bytes)) }
    #expect(error?.description.contains("the speech engine failed: p sent ") == true)
  }

  @Test func `a program is found on the path or by its own path`() throws {
    let scripts = try ScriptFolder()
    let path = try scripts.shell("true", as: "speaker")
    try scripts.folder.write("", as: "text")
    let folder = scripts.folder.path
    let found = ["HOME": folder, "PATH": ":.:bin:\(folder):/bin"]
    #expect(try ExecutablePath.find("speaker", environment: found) == path)
    #expect(try ExecutablePath.find("~/speaker", environment: found) == path)
    #expect(try ExecutablePath.find(path, environment: found) == path)
    for name in ["speeker", "text", "./speaker", "\(folder)/none", "\(folder)", ""] {
      #expect(throws: VoiceProviderError.self) {
        try ExecutablePath.find(name, environment: found)
      }
    }
  }

  @Test func `a private folder belongs to its owner and is removed`() throws {
    var path = ""
    do {
      let folder = try PrivateFolder()
      path = folder.path
      try Data("x".utf8).write(to: URL(filePath: folder.path(of: "file")))
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a digest is computed again when the file has changed`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("one", as: "file")
    let identity = FileDigests()
    let first = identity.digest(of: path)
    #expect(first == "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed")
    #expect(identity.digest(of: path) == first)
    try folder.write("three", as: "file")
    #expect(identity.digest(of: path) != first)
    #expect(identity.digest(of: folder.path) == nil)
    #expect(identity.digest(of: "/nowhere") == nil)
  }

  @Test func `only regular files within the size limit are read`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("sound", as: "file")
    #expect(try AnswerFile.read(path, limit: 5) == Data("sound".utf8))
    #expect(throws: AnswerFile.Fault.self) { try AnswerFile.read(path, limit: 4) }
    mkfifo(folder.path(of: "pipe"), 0o600)
    for path in [folder.path(of: "pipe"), folder.path, "/dev/zero", folder.path(of: "none")] {
      #expect(throws: AnswerFile.Fault.self) { try AnswerFile.read(path, limit: 100) }
    }
  }

  @Test func `turns are taken in order, and never more at a time than the limit`() async throws {
    let queue = TurnQueue(count: 2)
    let gauge = Gauge()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try await queue.perform {
            gauge.enter()
            await Task.yield()
            gauge.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(gauge.most <= 2)
    #expect(gauge.now == 0)
  }

  @Test func `a caller that is cancelled while waiting only loses its turn`() async throws {
    let queue = TurnQueue(count: 1)
    let (stream, gate) = AsyncStream<Void>.makeStream()
    let (started, start) = AsyncStream<Void>.makeStream()
    let first = Task {
      try await queue.perform {
        start.yield()
        for await _ in stream { break }
      }
    }
    for await _ in started { break }
    let waiting = (0..<20).map { _ in Task { try await queue.perform {} } }
    for task in waiting { task.cancel() }
    for task in waiting {
      #expect(await Result.of { try await task.value }.failure is CancellationError)
    }
    gate.yield()
    try await first.value
    try await queue.perform {}
  }
}

/// Counts the current callers, and the largest number of callers at the same time.
private final class Gauge: Sendable {
  private let state = Mutex((now: 0, most: 0))

  var now: Int { state.withLock { $0.now } }
  var most: Int { state.withLock { $0.most } }

  func enter() {
    state.withLock { state in
      state.now += 1
      state.most = max(state.most, state.now)
    }
  }

  func leave() { state.withLock { $0.now -= 1 } }
}
