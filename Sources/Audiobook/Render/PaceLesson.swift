import Hablare
import Narration

/// The paces of voices learned by a build.
public struct PaceLesson: Sendable {
  /// The paces, by voice and by provider.
  public private(set) var paces: [PaceKey: VoicePace] = [:]
  /// The durations of the rendered chapters in seconds, by index.
  public private(set) var chapters: [Int: Double] = [:]

  /// Creates an empty lesson.
  public init() {}

  /// Adds a chapter that was rendered at a sample rate in hertz.
  mutating func add(_ chapter: ChapterPlan, _ sound: ChapterSound, sampleRate: Int) {
    let rate = Double(sampleRate)
    chapters[chapter.index] = Double(sound.samples) / rate
    let items = chapter.read.passages.flatMap(\.items)
    for (index, (item, place)) in zip(items, sound.placements).enumerated() {
      // A fallback voice gives no information about the item's own voice.
      guard sound.fallbacks[index] == nil, let first = item.spans.first?.performance else {
        continue
      }
      let key = PaceKey(first)
      // If one part of a speech is whispered, the speech has two paces, but only its total length is known.
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
