import Guion
import Hablare

/// Counts the progress of all chapters, and reports it in order.
actor Progress {
  private let sampleRate: Int
  private let onEvent: @Sendable (RenderEvent) -> Void
  private var total = 0
  private var done = 0
  private var samples: [Int: Int] = [:]
  private var totalSamples = 0

  init(sampleRate: Int, onEvent: @escaping @Sendable (RenderEvent) -> Void) {
    self.sampleRate = sampleRate
    self.onEvent = onEvent
  }

  func start(_ work: WorkList, chapters: Int, reused: Int) {
    total = work.rendered.reduce(0) { $0 + $1.chapter.itemCount }
    onEvent(.start(chapters: chapters, items: total, reused: reused))
    for moved in work.moved {
      onEvent(
        .taken(
          chapter: moved.chapter.index, title: moved.chapter.title,
          from: moved.record.files[0].file))
    }
    for rendered in work.rendered {
      let chapter = rendered.chapter
      onEvent(.due(chapter: chapter.index, title: chapter.title, rendered.reasons))
    }
  }

  func waiting(for path: String, heldBy holder: String) {
    onEvent(.waiting(path: path, heldBy: holder))
  }

  func mixed(_ items: Int, in chapter: Int, samples count: Int) {
    done += items
    totalSamples += count - samples[chapter, default: 0]
    samples[chapter] = count
    onEvent(
      .item(
        chapter: chapter, done: done, total: total,
        audioSeconds: Double(totalSamples) / Double(sampleRate)))
  }

  func finished(_ chapter: Int, file: String, samples count: Int) {
    samples[chapter] = nil
    onEvent(
      .chapter(index: chapter, file: file, duration: Double(count) / Double(sampleRate)))
  }

  func warning(_ chapter: Int, _ source: Int, _ diagnostic: Diagnostic) {
    onEvent(.warning(chapter: chapter, source: source, diagnostic))
  }

  func outage(_ outage: Outage) { onEvent(.outage(outage)) }

  func failed(_ chapter: Int, _ error: RenderError) {
    onEvent(.failed(chapter: chapter, error))
  }
}
