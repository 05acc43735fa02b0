import Hablare
public import Narration

/// How long a plan will sound: its silences, which are known exactly, and the speech by the pace of the
/// voices.
public struct SpeechEstimate: Sendable {
  /// Seconds for a unit, tempo included, by the key of a performance.
  private var paces: [String: Double] = [:]
  private var measured: Set<String> = []

  /// Makes an estimate for a plan; `known` are the paces of earlier builds.
  public init(for plan: BookPlan, known: [PaceKey: VoicePace] = [:]) {
    let expected = ExpectedPace(known: known)
    for performance in plan.performances {
      let pace = expected.secondsPerUnit(
        of: performance.voice, languageCode: performance.languageCode,
        options: performance.options)
      paces[performance.key] = pace / performance.options.rate
      if known[PaceKey(performance)] != nil { measured.insert(performance.key) }
    }
  }

  /// Whether the voice of a performance was heard in an earlier build.
  public func isMeasured(_ performance: Performance) -> Bool {
    measured.contains(performance.key)
  }

  /// Seconds of speech of a span, without a pause before it.
  public func seconds(of span: SpokenSpan) -> Double {
    SpeechAmount(span.captionText).units * (paces[span.performance.key] ?? 0)
  }

  /// Seconds from the beginning of an item to its end, the pauses within it included.
  public func seconds(of item: SpokenItem) -> Double {
    item.spans.reduce(0) { $0 + seconds(of: $1) } + item.innerPauses
  }

  /// Seconds of a whole chapter, as its file has them.
  public func seconds(of read: TableRead) -> Double {
    read.passages.reduce(Double(read.pauseAfter) / 1000) { sum, passage in
      // Of simultaneous speeches the longest counts.
      let longest = passage.items.map { seconds(of: $0) }.max() ?? 0
      return sum + Double(passage.pauseBefore) / 1000 + longest
    }
  }
}

extension SpokenItem {
  /// Seconds of silence between its spans.
  var innerPauses: Double {
    Double(spans.dropFirst().reduce(0) { $0 + $1.pauseBefore }) / 1000
  }
}

extension BookPlan {
  /// Every voice and manner in it, once each.
  var performances: [Performance] {
    var found: [String: Performance] = [:]
    for chapter in chapters {
      for item in chapter.read.passages.flatMap(\.items) {
        for span in item.spans where found[span.performance.key] == nil {
          found[span.performance.key] = span.performance
        }
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Everything whose pace is of use for it.
  var paceKeys: Set<PaceKey> {
    Set(performances.flatMap { [PaceKey(voicesLike: $0), PaceKey($0)] })
  }
}
