import Dispatch
import Foundation
import Hablare

/// Speaks a list of tips into a store, with a progress bar that Ctrl-C cancels.
///
/// Run it, press Ctrl-C, and run it again: what was finished is kept, and not spoken twice.
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
      // Cancelling is no error: what is finished is given.
      let records = try await GenerationService().generateList(list, to: store)
      bar.finish()
      report(records, of: list)
    } catch {
      bar.finish()
      print("The first \(list.currentIndex) are in the store. \(error)")
      exit(1)
    }
  }

  /// What there is, also where it is not all.
  @MainActor private static func report(
    _ records: [TypedDataStorage], of list: SpeakableItemList
  ) {
    for record in records {
      let seconds = String(format: "%5.1f s", record.durationSeconds)
      print("\(seconds)  \(record.prompt)")
    }
    if list.isCancelled {
      print("Cancelled: \(list.currentIndex) of \(list.totalCount) are in tea.sqlite.")
    }
  }

  /// Has Ctrl-C do something else than end the program.
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
