import Hablare
import Narration

/// What a build has taught about the paces of voices.
public struct PaceLesson: Sendable {
  /// By voice, and by provider.
  public private(set) var paces: [PaceKey: VoicePace] = [:]
  /// Seconds of the chapters that were rendered, by index.
  public private(set) var chapters: [Int: Double] = [:]

  /// Nothing is learned yet.
  public init() {}

  /// Adds a chapter that was rendered at a rate in hertz.
  mutating func add(_ chapter: ChapterPlan, _ sound: ChapterSound, sampleRate: Int) {
    let rate = Double(sampleRate)
    chapters[chapter.index] = Double(sound.samples) / rate
    let items = chapter.read.passages.flatMap(\.items)
    for (index, (item, place)) in zip(items, sound.placements).enumerated() {
      // Where another voice spoke, its own has taught nothing.
      guard sound.standIns[index] == nil, let first = item.spans.first?.performance else {
        continue
      }
      let key = PaceKey(first)
      // A speech that is whispered in part is of two voices, and only its whole length is known.
      guard item.spans.allSatisfy({ $0.performance === first || PaceKey($0.performance) == key })
      else { continue }
      let units = item.spans.reduce(0) {
        $0 + SpeechAmount($1.captionText).units / $1.performance.options.rate
      }
      let seconds = Double(place.end - place.start) / rate - item.innerPauses
      guard let pace = VoicePace(units: units, seconds: seconds) else { continue }
      for key in [key, PaceKey(voicesLike: first)] { paces[key, default: VoicePace()].add(pace) }
    }
  }
}
