import Hablare
import HablareTesting
import Observation
import Synchronization
import Testing

@MainActor @Suite struct SpeakableItemListTests {
  private struct Line: SpeakableItem {
    var voiceProvider: any VoiceProvider = ToneVoiceProvider()
    var voiceId = "alto"
    var textToSpeak: String
  }

  /// Returns everything that a view can see of a list, in one line.
  private func shown(_ list: SpeakableItemList) -> String {
    let flags = [
      list.isProcessing ? "processing" : nil, list.isComplete ? "complete" : nil,
      list.isCancelled ? "cancelled" : nil, list.hasFailed ? "failed" : nil,
    ]
    return "\(flags.compactMap(\.self).joined(separator: " ")) "
      + "\(list.currentIndex)/\(list.totalCount) \(list.progress): \(list.statusMessage)"
  }

  private func list(_ count: Int) -> SpeakableItemList {
    SpeakableItemList(name: "Lines", items: (0..<count).map { Line(textToSpeak: "Line \($0)") })
  }

  @Test func aWaitingList() {
    let list = list(4)
    #expect(list.name == "Lines")
    #expect(list.items.map(\.textToSpeak) == ["Line 0", "Line 1", "Line 2", "Line 3"])
    #expect(shown(list) == " 0/4 0.0: Waiting")
    #expect(list.error == nil)
  }

  @Test func afterSuccessAListIsComplete() {
    let list = list(4)
    #expect(list.begin {})
    #expect(shown(list) == "processing 0/4 0.0: Generating 1 of 4")
    list.committed(upTo: 1)
    #expect(shown(list) == "processing 1/4 0.25: Generating 2 of 4")
    list.committed(upTo: 4)
    #expect(list.isProcessing && list.progress == 1)
    list.finish(.success)
    #expect(shown(list) == "complete 4/4 1.0: Completed 4 of 4")
  }

  @Test func anEmptyListCompletesWithProgressOne() {
    let list = list(0)
    #expect(list.progress == 0)
    #expect(list.begin {})
    list.finish(.success)
    #expect(shown(list) == "complete 0/0 1.0: Completed 0 of 0")
  }

  @Test func anErrorLeavesTheIndexAtTheCommittedItems() {
    let list = list(8)
    #expect(list.begin {})
    list.committed(upTo: 6)
    list.finish(.failed(VoiceProviderError.quotaExceeded))
    #expect(
      shown(list)
        == "failed 6/8 0.75: Failed after 6 of 8: the account's quota is used up")
    #expect(list.error as? VoiceProviderError == .quotaExceeded)
  }

  @Test func cancellingReachesTheGenerationAndItsEndSetsTheFlag() {
    let list = list(4)
    let stops = Mutex(0)
    #expect(list.begin { stops.withLock { $0 += 1 } })
    list.committed(upTo: 2)
    list.cancel()
    #expect(stops.withLock(\.self) == 1)
    #expect(shown(list) == "processing 2/4 0.5: Cancelling")
    // Items that finish in the meantime are kept.
    list.committed(upTo: 3)
    #expect(shown(list) == "processing 3/4 0.75: Cancelling")
    list.finish(.cancelled)
    #expect(shown(list) == "cancelled 3/4 0.75: Cancelled after 3 of 4")
    #expect(list.error == nil)
    list.cancel()
    #expect(stops.withLock(\.self) == 1)
  }

  @Test func aListCancelledInAdvanceEndsAsSoonAsItBegins() {
    let list = list(4)
    let stops = Mutex(0)
    list.cancel()
    #expect(shown(list) == "cancelled 0/4 0.0: Cancelled")
    #expect(list.begin { stops.withLock { $0 += 1 } })
    #expect(stops.withLock(\.self) == 1)
    list.finish(.cancelled)
    #expect(shown(list) == "cancelled 0/4 0.0: Cancelled after 0 of 4")
    // The cancellation has been used up, so the list can be tried again.
    #expect(list.begin { stops.withLock { $0 += 1 } })
    #expect(shown(list) == "processing 0/4 0.0: Generating 1 of 4")
    #expect(stops.withLock(\.self) == 1)
  }

  @Test func aListIsGeneratedOnlyOnceAtATime() {
    let list = list(2)
    let stops = Mutex<[String]>([])
    #expect(list.begin { stops.withLock { $0.append("first") } })
    list.committed(upTo: 1)
    #expect(!list.begin { stops.withLock { $0.append("second") } })
    #expect(list.currentIndex == 1)
    list.cancel()
    #expect(stops.withLock(\.self) == ["first"])
  }

  @Test func aNewRunForgetsTheLastRun() {
    let list = list(2)
    #expect(list.begin {})
    list.committed(upTo: 1)
    list.finish(.failed(VoiceProviderError.invalidResponse))
    #expect(list.begin {})
    #expect(shown(list) == "processing 0/2 0.0: Generating 1 of 2")
    #expect(list.error == nil)
  }

  @Test func countsNeverGoBackAndNeverExceedTheEnd() {
    let list = list(3)
    list.committed(upTo: 2)
    list.finish(.success)
    #expect(shown(list) == " 0/3 0.0: Waiting")
    #expect(list.begin {})
    list.committed(upTo: 2)
    list.committed(upTo: 1)
    #expect(list.currentIndex == 2)
    list.committed(upTo: 9)
    #expect(list.currentIndex == 3)
  }

  @Test func aViewGetsChanges() {
    let list = list(2)
    #expect(list.begin {})
    let changes = Mutex(0)
    withObservationTracking {
      _ = list.progress
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    list.committed(upTo: 1)
    #expect(changes.withLock(\.self) == 1)
  }
}
