/// Breaks a text into cues of at most two lines.
///
/// It prefers the ends of sentences, then of clauses, then blanks.
struct CaptionBreaker {
  /// The maximum number of columns in a line (Netflix, "Timed Text Style Guide: General Requirements"; the
  /// BBC's limit differs by at most one).
  static let lineWidth = 42

  /// The lines of one cue, as indices of pieces.
  struct Cut: Equatable {
    /// The lines, one or two.
    var lines: [Range<Int>]
    var pieces: Range<Int> { (lines.first?.lowerBound ?? 0)..<(lines.last?.upperBound ?? 0) }
  }

  /// The costs of breaks that readers dislike; only their relative size matters.
  ///
  /// A break at a blank costs more than three additional cues, and a break at a comma more than one. So
  /// sentences stay whole wherever they fit.
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
    /// The two lines of a cue should have about the same length, but a break at a comma is worth a few columns.
    static func line(_ ending: CaptionPiece.Ending) -> Int {
      switch ending {
      case .sentence: 0
      case .clause: 4
      case .word: 20
      case .inside: 60
      }
    }
    /// The cost of a cue that is too short to read before it disappears.
    static let short = 15
    static let shortWidth = 12
  }

  private let pieces: [CaptionPiece]
  /// The columns before each piece and after the last one, each piece counted with its blank.
  private let columns: [Int]
  private let name: Int
  private let namesAll: Bool

  /// Returns the cues for the pieces of a text.
  ///
  /// `name` is the width of the speaker's name in columns, 0 if no name is shown. That space stays free in the
  /// first cue, or in each cue if `namesAll` is set.
  static func cuts(of pieces: [CaptionPiece], name: Int = 0, namesAll: Bool = false) -> [Cut] {
    CaptionBreaker(pieces, name: name, namesAll: namesAll).cuts()
  }

  private init(_ pieces: [CaptionPiece], name: Int, namesAll: Bool) {
    (self.pieces, self.name, self.namesAll) = (pieces, name, namesAll)
    columns = pieces.reduce(into: [0]) { columns, piece in
      columns.append((columns.last ?? 0) + piece.width + (piece.hasBlank ? 1 : 0))
    }
  }

  /// Finds the cheapest way to the end from each piece, working backwards.
  private func cuts() -> [Cut] {
    var best = [Int](repeating: 0, count: pieces.count + 1)
    var ends = [Int](repeating: 0, count: pieces.count)
    for start in pieces.indices.reversed() {
      best[start] = Int.max
      for end in start + 1...pieces.count {
        // Two lines cannot hold more, even without a name.
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
    // Among equally good breaks, cues of similar length are cheapest.
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

  /// Returns the piece that begins the second line, the end of the range if one line is enough, or nil if two
  /// lines are too short.
  private func middle(of range: Range<Int>) -> Int? {
    // The name goes above a single line.
    if width(range) <= Self.lineWidth { return range.upperBound }
    let name = range.lowerBound == 0 || namesAll ? self.name : 0
    if name > Self.lineWidth / 2 { return nil }
    var best: (cost: Int, middle: Int)?
    for middle in range.dropFirst() {
      let first = width(range.lowerBound..<middle)
      let second = width(middle..<range.upperBound)
      guard first + name <= Self.lineWidth else { break }
      guard second <= Self.lineWidth else { continue }
      // Among equally good breaks, the longer line goes below.
      let cost =
        2 * abs(first - second) + (first > second ? 1 : 0)
        + 2 * Cost.line(pieces[middle - 1].ending)
      if cost < best?.cost ?? Int.max { best = (cost, middle) }
    }
    return best?.middle
  }
}
