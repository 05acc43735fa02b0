import Foundation
import Glibc
import Testing
import TestSupport

@testable import Hablare

/// Tests of programs that keep running.
///
/// A script plays such a program and misbehaves on request.
struct RunningCommandTests {
  /// A program that writes a WAV file for each line.
  ///
  /// If a line begins with a cue, the program does what the cue means.
  private static let body = """
    import os, sys, time, wave
    folder, log = sys.argv[1], open(sys.argv[2], "a")
    log.write(f"{os.getpid()} {sys.argv[3:]}\\n"); log.flush()
    for number, line in enumerate(sys.stdin):
        line = line.rstrip("\\n")
        cue = line.split(" ")[0]
        if cue == "die": sys.stderr.write("the reason\\n"); os._exit(5)
        if cue == "kill": os.kill(os.getpid(), 9)
        if cue == "hang": time.sleep(600)
        if cue == "leave": sys.exit(0)
        if cue == "nothing": print("", flush=True); continue
        if cue == "missing": print("/nowhere.wav", flush=True); continue
        if cue == "flood": sys.stdout.write("x" * 100000); sys.stdout.flush(); time.sleep(600)
        path = os.path.join(folder, f"{number}.wav")
        with wave.open(path, "wb") as file:
            file.setnchannels(1); file.setsampwidth(2); file.setframerate(8000)
            file.writeframes(b"\\1\\0" * len(line.encode()))
        print(path if cue != "relative" else f"{number}.wav", flush=True)
        if cue == "twice": print(path, flush=True)
    """

  private let scripts: ScriptFolder
  private let provider: CommandVoiceProvider

  init() throws {
    scripts = try ScriptFolder()
    let path = try scripts.python(Self.body)
    var configuration = CommandConfiguration(
      command: [path, "{output}", scripts.folder.path(of: "log"), "{voice}", "{rate}"])
    configuration.voices = ["a", "b", "c", "d"].map { .init(id: $0) }
    configuration.keepsRunning = true
    configuration.timeout = 60
    configuration.concurrency = 1
    configuration.maximumProcesses = 3
    provider = CommandVoiceProvider(id: "kept", configuration: configuration)
  }

  private func say(
    _ text: String, voice: String = "a", rate: Double = 1
  ) async throws -> Int {
    let request = VoiceEngineRequest(
      text: text, voiceId: voice, languageCode: "en", options: .init(rate: rate))
    return try await provider.generate(request: request).audioData.count / 2
  }

  /// The processes that have been started.
  private var started: [Int32] {
    (scripts.text("log") ?? "").split(separator: "\n").compactMap {
      $0.split(separator: " ").first.flatMap { Int32($0) }
    }
  }

  @Test func `one process speaks many lines`() async throws {
    for text in ["one", "two words", "a line\nand\u{2028}another", "relative file", "äöü"] {
      #expect(try await say(text) == SpokenText.oneLine(text).utf8.count)
    }
    #expect(started.count == 1, "\(scripts.text("log") ?? "")")
    #expect(try await say("other", voice: "b") == 5)
    #expect(try await say("faster", rate: 1.5) == 6)
    #expect(try await say("again") == 5)
    #expect(started.count == 3)
    await provider.shutdown()
    for pid in started { #expect(await WorkerProcesses.areGone(group: pid)) }
    #expect(try await say("after") == 5)
    await provider.shutdown()
  }

  @Test func `there are never too many processes, and the longest unused one is ended first`()
    async throws
  {
    for voice in ["a", "b", "c", "a", "d", "a"] { _ = try await say("x", voice: voice) }
    let pids = started
    #expect(pids.count == 4)
    // b had been unused for the longest time when d was requested.
    #expect(await WorkerProcesses.areGone(group: pids[1]))
    #expect(!WorkerProcesses.alive(group: pids[0]).isEmpty)
    await provider.shutdown()
  }

  @Test(arguments: [
    ("die now", "status 5: the reason"), ("kill now", "signal 9"),
    ("leave", "ended without an answer"),
    ("nothing", "no data"), ("missing", "No such file"), ("flood", "more than 8192 bytes"),
  ])
  func `a failure only affects its own line`(text: String, reason: String) async throws {
    #expect(try await say("before") == 6)
    let error = await Result.of { try await say(text) }.failure
    #expect(Failure.message(error).contains(reason), "\(Failure.message(error))")
    #expect(try await say("after") == 5)
    #expect(started.count == 2)
    await provider.shutdown()
  }

  @Test func `an additional answer is not used for the next line`() async throws {
    _ = await Result.of { try await say("twice") }.failure
    // Whether the second answer arrives before the next line is sent is a matter of luck.
    var count = 0
    for _ in 0..<2 where count == 0 { count = (try? await say("after this")) ?? 0 }
    #expect(count == 10)
    await provider.shutdown()
  }

  @Test func `silence is accepted for text without words`() async throws {
    let folder = try ScriptFolder()
    let mute = try folder.shell("while read line; do echo; done")
    var configuration = CommandConfiguration(command: [mute])
    configuration.keepsRunning = true
    let provider = CommandVoiceProvider(id: "mute", configuration: configuration)
    let request = VoiceEngineRequest(text: "— …", voiceId: "default", languageCode: "en")
    #expect(try await provider.generate(request: request).audioData.isEmpty)
    await provider.shutdown()
  }

  @Test func `cancelling releases the turn`() async throws {
    let task = Task { try await say("hang") }
    #expect(await WorkerProcesses.eventually { started.count == 1 })
    task.cancel()
    #expect(await Result.of { try await task.value }.failure is CancellationError)
    #expect(try await say("after") == 5)
    await provider.shutdown()
  }

  @Test func `a stopped process has a time limit too, and the next line gets another process`()
    async throws
  {
    let folder = try ScriptFolder()
    let samples = Data(FakeSpeechServer.wav([1, 0, 2, 0, 3, 0], rate: 8000))
    try samples.write(to: URL(filePath: folder.folder.path(of: "sound")))
    let program = try folder.shell(
      """
      cd '\(folder.folder.path)'; echo $$ >> log
      while read line; do
        if [ "$line" = stop ]; then kill -STOP $$; fi
        cp sound "$1/1.wav"; echo "$1/1.wav"
      done
      """)
    var configuration = CommandConfiguration(command: [program, "{output}"])
    (configuration.keepsRunning, configuration.timeout) = (true, 3)
    let kept = CommandVoiceProvider(id: "kept", configuration: configuration)
    func say(_ text: String) async throws -> Int {
      let request = VoiceEngineRequest(text: text, voiceId: "default", languageCode: "en")
      return try await kept.generate(request: request).audioData.count / 2
    }
    let error = await Result.of { try await say("stop") }.failure
    #expect(error as? VoiceProviderError == .timedOut(seconds: 3))
    #expect(try await say("after") == 3)
    let pids = (folder.text("log") ?? "").split(separator: "\n").compactMap { Int32($0) }
    #expect(pids.count == 2)
    #expect(await WorkerProcesses.areGone(group: pids[0]))
    kill(pids[1], SIGSTOP)
    await kept.shutdown()
    #expect(await WorkerProcesses.areGone(group: pids[1]))
  }

  @Test func `processes end with the provider`() async throws {
    var provider: CommandVoiceProvider? = CommandVoiceProvider(
      id: "kept", configuration: self.provider.configuration)
    let request = VoiceEngineRequest(text: "one", voiceId: "a", languageCode: "en")
    _ = try await provider?.generate(request: request)
    let pid = try #require(started.first)
    provider = nil
    #expect(await WorkerProcesses.areGone(group: pid))
  }
}
