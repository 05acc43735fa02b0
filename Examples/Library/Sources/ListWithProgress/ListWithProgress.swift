import Dispatch
import Foundation
import Hablare
import HablareStore

/// Speaks a list of tips into a store and shows a progress bar; Ctrl-C cancels the list.
///
/// Run the program, press Ctrl-C, and run it again: stored items are not spoken again.
@main struct ListWithProgress {
  @MainActor static func main() async throws {
    let voice = EspeakNGVoiceProvider()
    let list = SpeakableItemList(
      name: "Tea", items: tips.map { Tip(textToSpeak: $0, voiceProvider: voice) })
    let store = try GenerationStore(at: URL(filePath: "tea.sqlite"))
    let interrupt = onInterrupt { list.cancel() }
    defer { interrupt.cancel() }
    let bar = ProgressBar(list) { FileHandle.standardError.write(Data($0.utf8)) }
    do {
      // Cancelling is not an error: the stored items are returned.
      let records = try await GenerationService().generateList(list, to: store)
      bar.finish()
      report(records, of: list)
    } catch {
      bar.finish()
      print("The first \(list.currentIndex) items are stored in tea.sqlite. \(error)")
      exit(1)
    }
  }

  /// Prints the stored items, even if the list is not complete.
  @MainActor private static func report(
    _ records: [TypedDataStorage], of list: SpeakableItemList
  ) {
    for record in records {
      let seconds = String(format: "%5.1f s", record.durationSeconds)
      print("\(seconds)  \(record.prompt)")
    }
    if list.isCancelled {
      print("Cancelled: \(list.currentIndex) of \(list.totalCount) items are stored in tea.sqlite.")
    }
  }

  /// Makes Ctrl-C call an action instead of ending the program.
  @MainActor private static func onInterrupt(
    _ action: @escaping @MainActor () -> Void
  ) -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { action() } }
    source.resume()
    return source
  }

  private static let tips = [
    "Fill the kettle with fresh water.", "Warm the pot.", "One spoon of tea for each cup.",
    "Pour the water while it still boils.", "Wait four minutes.", "Milk goes in last.",
  ]
}

/// A tip, spoken in English.
struct Tip: SpeakableItem {
  let textToSpeak: String
  let voiceProvider: any VoiceProvider
  var voiceId = "en-gb"
  var languageCode = "en-GB"
}
