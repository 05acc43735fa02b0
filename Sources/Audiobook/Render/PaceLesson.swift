import Hablare
import Narration

/// The paces of voices learned by a build.
package struct PaceLesson: Sendable {
  /// The paces, by voice and by provider.
  package private(set) var paces: [PaceKey: VoicePace] = [:]
  /// The durations of the rendered chapters in seconds, by index.
  package private(set) var chapters: [Int: Double] = [:]

  /// Creates an empty lesson.
  package init() {}

  /// Adds a chapter that was rendered at a sample rate in hertz.
  mutating func add(_ chapter: ChapterPlan, _ sound: ChapterSound, sampleRate: Int) {
    let rate = Double(sampleRate)
    chapters[chapter.index] = Double(sound.samples) / rate
    let items = chapter.read.passages.flatMap(\.items)
    let (inside, isShaped) = (chapter.read.pausesInside, chapter.read.isShaped)
    for (index, (item, place)) in zip(items, sound.placements).enumerated() {
      // A fallback voice gives no information about the item's own voice.
      guard sound.fallbacks[index] == nil, let first = item.spans.first?.performance,
        item.spans.allSatisfy({ $0.performance.substitute == nil })
      else { continue }
      let key = PaceKey(first, isShaped: isShaped)
      // If one part of a speech is whispered, the speech has two paces, but only its total length is known.
      guard
        item.spans.allSatisfy({
          $0.performance === first || PaceKey($0.performance, isShaped: isShaped) == key
        })
      else { continue }
      let amounts = item.spans.map { SpeechAmount($0.captionText, inside: inside) }
      let units = zip(item.spans, amounts).reduce(0) {
        $0 + $1.1.units / $1.0.performance.options.rate
      }
      let pauses = amounts.reduce(item.innerPauses) { $0 + $1.seconds }
      let seconds = Double(place.end - place.start) / rate - pauses
      guard let pace = VoicePace(units: units, seconds: seconds) else { continue }
      for key in [key, PaceKey(voicesLike: first, isShaped: isShaped)] {
        paces[key, default: VoicePace()].add(pace)
      }
    }
  }
}
