import Hablare
import HablareStore
import Narration
import Testing

@MainActor @Suite struct BackgroundTaskTests {
  private func shown(_ task: BackgroundTask) -> String {
    "\(task.state) \(task.currentStep)/\(task.totalSteps) \(task.progressFraction) "
      + "\(task.progressPercentage)%: \(task.message)"
  }

  @Test func aTaskRunsAndCompletes() {
    let task = BackgroundTask(name: "Lines")
    #expect(task.name == "Lines")
    #expect(shown(task) == "queued 0/0 0.0 0%: ")
    task.start(totalSteps: 8)
    #expect(shown(task) == "running 0/8 0.0 0%: ")
    task.advance(to: 5, message: "Fifth")
    #expect(shown(task) == "running 5/8 0.625 62%: Fifth")
    #expect(!task.isFinished)
    task.complete(message: "Done")
    #expect(shown(task) == "completed 8/8 1.0 100%: Done")
    #expect(task.isFinished)
  }

  @Test func anErrorIsStored() {
    let task = BackgroundTask(name: "Lines")
    task.start(totalSteps: 4)
    task.advance(to: 1, message: "First")
    task.fail(VoiceProviderError.quotaExceeded, message: "Failed")
    #expect(shown(task) == "failed 1/4 0.25 25%: Failed")
    #expect(task.error as? VoiceProviderError == .quotaExceeded)
    #expect(task.isFinished)
    task.start(totalSteps: 4)
    #expect(task.error == nil && task.state == .running)
  }

  @Test func cancellingEndsATask() {
    let task = BackgroundTask(name: "Lines")
    task.cancel(message: "Cancelled")
    #expect(shown(task) == "cancelled 0/0 0.0 0%: Cancelled")
    #expect(task.isFinished)
  }

  @Test(arguments: [(1, 3, 33), (2, 3, 66), (3, 3, 100), (199, 200, 99), (0, 7, 0), (29, 100, 29)])
  func percentagesAreRoundedDown(step: Int, of total: Int, percent: Int) {
    let task = BackgroundTask(name: "")
    task.start(totalSteps: total)
    task.advance(to: step, message: "")
    #expect(task.progressPercentage == percent)
  }

  @Test(arguments: [(-1, 0), (0, 0), (3, 3), (4, 3)])
  func stepsStayWithinTheirTotal(step: Int, expected: Int) {
    let task = BackgroundTask(name: "")
    task.start(totalSteps: 3)
    task.advance(to: step, message: "")
    #expect(task.currentStep == expected)
  }
}
