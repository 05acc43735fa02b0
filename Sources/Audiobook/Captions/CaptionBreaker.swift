/// Breaks a text into what is shown at once: two lines at most, cut at the ends of sentences first, then of
/// clauses, then at blanks.
struct CaptionBreaker {
  /// The most columns in a line (Netflix, "Timed Text Style Guide: General Requirements", and the BBC's are
  /// within one of it).
  static let lineWidth = 42

  /// Where a text is cut, in numbers of its pieces.
  struct Cut: Equatable {
    /// The lines, one or two.
    var lines: [Range<Int>]
    var pieces: Range<Int> { (lines.first?.lowerBound ?? 0)..<(lines.last?.upperBound ?? 0) }
  }

  /// The costs of what a reader likes less; only their order of size matters.
  ///
  /// A break at a blank is worse than three more cues, one at a comma than one more, so that sentences stay
  /// whole wherever they fit.
  private enum Cost {
    static let cue = 20
    static func end(_ ending: CaptionPiece.Ending) -> Int {
      switch ending {
      case .sentence: 0
      case .clause: 30
      case .word: 100
      case .inside: 120
      }
    }
    /// Lines of one cue are to be alike, but a comma is worth a few columns.
    static func line(_ ending: CaptionPiece.Ending) -> Int {
      switch ending {
      case .sentence: 0
      case .clause: 4
      case .word: 20
      case .inside: 60
      }
    }
    /// Words that flash up alone.
    static let short = 15
    static let shortWidth = 12
  }

  private let pieces: [CaptionPiece]
  /// The columns before each piece and behind the last, each piece with its blank.
  private let columns: [Int]
  private let name: Int
  private let namesAll: Bool

  /// Breaks the pieces of a text.
  ///
  /// Where a speaker's `name` is shown before the text, so many columns are left for it: in the first cue, or
  /// in each.
  static func cuts(of pieces: [CaptionPiece], name: Int = 0, namesAll: Bool = false) -> [Cut] {
    CaptionBreaker(pieces, name: name, namesAll: namesAll).cuts()
  }

  private init(_ pieces: [CaptionPiece], name: Int, namesAll: Bool) {
    (self.pieces, self.name, self.namesAll) = (pieces, name, namesAll)
    columns = pieces.reduce(into: [0]) { columns, piece in
      columns.append((columns.last ?? 0) + piece.width + (piece.hasBlank ? 1 : 0))
    }
  }

  /// The cheapest way to the end from each piece, found from the end.
  private func cuts() -> [Cut] {
    var best = [Int](repeating: 0, count: pieces.count + 1)
    var ends = [Int](repeating: 0, count: pieces.count)
    for start in pieces.indices.reversed() {
      best[start] = Int.max
      for end in start + 1...pieces.count {
        // Two lines hold no more, whatever the name.
        if width(start..<end) > 2 * Self.lineWidth + 1 { break }
        let cost = cost(of: start..<end) + best[end]
        if cost < best[start], middle(of: start..<end) != nil {
          (best[start], ends[start]) = (cost, end)
        }
      }
    }
    var cuts: [Cut] = []
    var place = 0
    while place < pieces.count, let middle = middle(of: place..<ends[place]) {
      let end = ends[place]
      cuts.append(Cut(lines: middle < end ? [place..<middle, middle..<end] : [place..<end]))
      place = end
    }
    return cuts
  }

  private func cost(of range: Range<Int>) -> Int {
    let width = width(range)
    let isAll = range.count == pieces.count
    // Of two that are broken alike, the ones of more even length.
    let evenness = width * width / 900
    let short = !isAll && width < Cost.shortWidth ? Cost.short : 0
    let end = range.upperBound == pieces.count ? 0 : Cost.end(pieces[range.upperBound - 1].ending)
    return Cost.cue + evenness + short + end
  }

  /// The columns of pieces in one line.
  private func width(_ range: Range<Int>) -> Int {
    columns[range.upperBound] - columns[range.lowerBound]
      - (pieces[range.lowerBound].hasBlank ? 1 : 0)
  }

  /// Where the second line of a cue begins, which is its end where it has one; nil where it does not fit.
  private func middle(of range: Range<Int>) -> Int? {
    // A name finds room above a single line.
    if width(range) <= Self.lineWidth { return range.upperBound }
    let name = range.lowerBound == 0 || namesAll ? self.name : 0
    if name > Self.lineWidth / 2 { return nil }
    var best: (cost: Int, middle: Int)?
    for middle in range.dropFirst() {
      let first = width(range.lowerBound..<middle)
      let second = width(middle..<range.upperBound)
      guard first + name <= Self.lineWidth else { break }
      guard second <= Self.lineWidth else { continue }
      // Of two alike, the one that is longer below.
      let cost =
        2 * abs(first - second) + (first > second ? 1 : 0)
        + 2 * Cost.line(pieces[middle - 1].ending)
      if cost < best?.cost ?? Int.max { best = (cost, middle) }
    }
    return best?.middle
  }
}
