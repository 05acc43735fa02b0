import Audio
import Hablare
import Narration

/// Notes when spans sound while a chapter is mixed, whatever the order in which they are.
struct SpanTrack {
  let sampleRate: Int
  private var items: [Int: [SpanTiming]] = [:]

  init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Notes the next span of an item: its clip starts at a sample of the chapter.
  mutating func note(_ clip: Clip, of span: SpokenSpan, item: Int, start: Int) {
    let sound = clip.sound
    let first = start + sound.head
    let end = max(first, start + sound.pcm.samples.count - sound.tail)
    let words = clip.words.map { word in
      var moved = word
      moved.sample += start
      return moved
    }
    items[item, default: []].append(
      SpanTiming(of: span, heard: first..<end, words: words, sampleRate: sampleRate))
  }

  /// The timings in the order of the items.
  var timings: [SpanTiming] { items.sorted { $0.key < $1.key }.flatMap(\.value) }
}
