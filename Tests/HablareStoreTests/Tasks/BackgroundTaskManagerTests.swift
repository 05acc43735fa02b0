import Hablare
import HablareStore
import Narration
import Synchronization
import Testing

@MainActor @Suite struct BackgroundTaskManagerTests {
  /// A task that records when it runs, and does not wait.
  private final class Noting: ScreenplayTask {
    let backgroundTask: BackgroundTask
    private let log: Log
    private let error: VoiceProviderError?
    private let isCancelled = Atomic(false)

    init(_ name: String, _ log: Log, failing error: VoiceProviderError? = nil) {
      backgroundTask = BackgroundTask(name: name)
      (self.log, self.error) = (log, error)
    }

    func execute() async throws {
      if isCancelled.load(ordering: .relaxed) || Task.isCancelled {
        await backgroundTask.cancel(message: "cancelled")
        throw CancellationError()
      }
      await backgroundTask.start(totalSteps: 1)
      log.note("begin \(backgroundTask.name)")
      await Task.yield()
      log.note("end \(backgroundTask.name)")
      if let error {
        await backgroundTask.fail(error, message: "failed")
        throw error
      }
      await backgroundTask.complete(message: "done")
    }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }
  }

  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock(\.self) }
  }

  private let log = Log()
  private let manager = BackgroundTaskManager()

  @Test func tasksRunOneAfterTheOther() async throws {
    let running = ["a", "b", "c"].map { manager.enqueue(Noting($0, log)) }
    #expect(manager.tasks.map(\.name) == ["a", "b", "c"])
    #expect(manager.tasks.allSatisfy { $0.state == .queued })
    for task in running { try await task.value }
    #expect(log.all == ["begin a", "end a", "begin b", "end b", "begin c", "end c"])
    #expect(manager.tasks.allSatisfy { $0.state == .completed })
    manager.removeFinished()
    #expect(manager.tasks.isEmpty)
  }

  @Test func aFailureDoesNotStopOtherTasks() async throws {
    let bad = manager.enqueue(Noting("bad", log, failing: .quotaExceeded))
    let good = manager.enqueue(Noting("good", log))
    await #expect(throws: VoiceProviderError.quotaExceeded) { try await bad.value }
    try await good.value
    #expect(manager.tasks.map(\.state) == [.failed, .completed])
  }

  @Test func aWaitingTaskCanBeCancelled() async throws {
    let tasks = ["a", "b", "c"].map { Noting($0, log) }
    let running = tasks.map { manager.enqueue($0) }
    manager.cancelTask(tasks[1].backgroundTask)
    await #expect(throws: CancellationError.self) { try await running[1].value }
    try await running[2].value
    #expect(manager.tasks.map(\.state) == [.completed, .cancelled, .completed])
    #expect(log.all == ["begin a", "end a", "begin c", "end c"])
    // A task that has ended, or that the queue does not know, is not changed.
    manager.cancelTask(tasks[0].backgroundTask)
    manager.cancelTask(BackgroundTask(name: "stranger"))
    #expect(manager.tasks.map(\.state) == [.completed, .cancelled, .completed])
  }

  @Test func cancellingTheReturnedTaskCancelsTheTask() async {
    let running = manager.enqueue(Noting("a", log))
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(manager.tasks.map(\.state) == [.cancelled])
  }

  @Test func theAppHasItsOwnQueue() {
    #expect(BackgroundTaskManager.shared === BackgroundTaskManager.shared)
    #expect(BackgroundTaskManager.shared !== manager)
  }
}
