import Hablare
import HablareStore
import HablareTesting
import Testing

@testable import ListWithProgress

@MainActor @Suite struct ListWithProgressTests {
  private final class Terminal {
    var lines: [String] = []
  }

  private func list(_ texts: [String], _ voice: ToneVoiceProvider) -> SpeakableItemList {
    SpeakableItemList(
      name: "Tea",
      items: texts.map { Tip(textToSpeak: $0, voiceProvider: voice, voiceId: "alto") })
  }

  @Test(arguments: [
    (0.0, "[        ]   0%  Tea"), (0.5, "[####    ]  50%  Tea"), (0.99, "[####### ]  99%  Tea"),
    (1.0, "[########] 100%  Tea"),
  ])
  func aBarHasItsLength(progress: Double, text: String) {
    #expect(ProgressBar.text(progress: progress, message: "Tea", width: 8) == text)
  }

  @Test func aListIsSpokenIntoTheStore() async throws {
    let store = try GenerationStore.inMemory()
    let terminal = Terminal()
    let list = list(["One.", "Two.", "Three."], ToneVoiceProvider())
    let bar = ProgressBar(list) { terminal.lines.append($0) }
    let records = try await GenerationService().generateList(list, to: store)
    bar.finish()
    #expect(records.map(\.prompt) == ["One.", "Two.", "Three."])
    #expect(list.isComplete && list.progress == 1)
    #expect(terminal.lines.first == "\r\u{1B}[K[                        ]   0%  Waiting")
    #expect(
      terminal.lines.last == "\r\u{1B}[K[########################] 100%  Completed 3 of 3\n")
  }

  @Test func whatWasFinishedBeforeCtrlCIsShown() async throws {
    let gate = ToneGate()
    let tone = ToneVoiceProvider(gate: gate)
    let store = try GenerationStore.inMemory()
    let terminal = Terminal()
    let list = list(["One.", "Two.", "Three.", "Four."], tone)
    let bar = ProgressBar(list) { terminal.lines.append($0) }
    gate.open("One.")
    gate.open("Two.")
    let generation = Task {
      try await GenerationService().generateList(list, to: store, maxConcurrent: 1)
    }
    await gate.waits(for: "Three.")
    list.cancel()
    let records = try await generation.value
    bar.finish()
    #expect(records.map(\.prompt) == ["One.", "Two."])
    #expect(list.isCancelled && !list.isComplete && list.currentIndex == 2)
    #expect(terminal.lines.last?.contains("Cancelled after 2 of 4") == true)
    // The next run continues after the last finished item.
    gate.openAll()
    let rest = try await GenerationService().generateList(list, to: store, maxConcurrent: 1)
    #expect(rest.map(\.prompt) == ["One.", "Two.", "Three.", "Four."])
    #expect(tone.requests.map(\.text) == ["One.", "Two.", "Three.", "Three.", "Four."])
  }
}
