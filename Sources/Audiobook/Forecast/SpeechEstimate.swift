import Hablare
public import Narration

/// An estimate of a plan's length: the exact pauses, plus the speech at the pace of the voices.
public struct SpeechEstimate: Sendable {
  /// The seconds per unit of `SpeechAmount` at the requested tempo, by performance key.
  private var paces: [String: Double] = [:]
  private var measured: Set<String> = []
  private let inside: ClipPauses

  /// Creates an estimate for a plan; `known` contains the paces from earlier builds.
  package init(for plan: BookPlan, known: [PaceKey: VoicePace] = [:]) {
    inside = plan.pausesInside
    let expected = ExpectedPace(known: known)
    for performance in plan.performances {
      let pace = expected.secondsPerUnit(
        of: performance.voice, languageCode: performance.languageCode,
        options: performance.options, isShaped: plan.isShaped)
      paces[performance.key] = pace / performance.options.rate
      if known[PaceKey(performance, isShaped: plan.isShaped)] != nil {
        measured.insert(performance.key)
      }
    }
  }

  /// Returns whether the voice of a performance was measured in an earlier build.
  package func isMeasured(_ performance: Performance) -> Bool {
    measured.contains(performance.key)
  }

  /// Returns the seconds of speech in a span, without the pause before it.
  package func seconds(of span: SpokenSpan) -> Double {
    let amount = SpeechAmount(span.captionText, inside: inside)
    let spoken = amount.units * (paces[span.performance.key] ?? 0) + amount.seconds
    return switch span.performance.substitute {
    case nil, .prompt: spoken
    case .rehearsal(let rehearsal): (rehearsal.seconds ?? spoken) * rehearsal.gap
    case .take(let take, let start, let end): take.seconds * (end - start)
    }
  }

  /// Returns the seconds from the start of an item to its end, including the pauses within it.
  package func seconds(of item: SpokenItem) -> Double {
    item.spans.reduce(0) { $0 + seconds(of: $1) } + item.innerPauses
  }

  /// Returns the length in seconds of a whole chapter, including all pauses.
  public func seconds(of read: TableRead) -> Double {
    Self.seconds(of: read) { seconds(of: $0) }
  }

  /// Returns the length in seconds of a whole chapter; `length` returns the length of an item.
  static func seconds(of read: TableRead, _ length: (SpokenItem) -> Double) -> Double {
    read.passages.reduce(Double(read.pauseAfter) / 1000) { sum, passage in
      // Simultaneous speeches take as long as the longest of them.
      let longest = passage.items.map(length).max() ?? 0
      return sum + Double(passage.pauseBefore) / 1000 + longest
    }
  }
}

extension SpokenItem {
  /// The silence between the item's spans, in seconds.
  var innerPauses: Double {
    Double(spans.dropFirst().reduce(0) { $0 + $1.pauseBefore }) / 1000
  }
}

extension TableRead {
  /// Whether pauses inside texts have known lengths.
  var isShaped: Bool { pausesInside != ClipPauses() }
}

extension BookPlan {
  /// Every combination of voice and manner in the plan, once each.
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

  /// The keys of all paces that an estimate of the plan uses.
  var paceKeys: Set<PaceKey> {
    Set(
      performances.flatMap {
        [PaceKey(voicesLike: $0, isShaped: isShaped), PaceKey($0, isShaped: isShaped)]
      })
  }

  /// The pauses inside texts, which are the same in all chapters.
  var pausesInside: ClipPauses { chapters.first?.read.pausesInside ?? ClipPauses() }

  /// Whether pauses inside texts have known lengths.
  var isShaped: Bool { pausesInside != ClipPauses() }
}
