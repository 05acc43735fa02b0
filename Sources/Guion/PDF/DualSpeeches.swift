/// Two speeches that stand side by side.
struct DualSpeeches {
  /// The left speech and the right one: their cues, and the lines in which they have a part.
  private(set) var speeches: [(cue: PrintedLine.Piece, line: PrintedLine, rows: [PrintedLine])]
  /// The left edge of the right speech.
  let division: Double
  /// The index of the line below.
  let end: Int

  /// Finds two speeches whose first cue is in `line`; nil if there is no other speech at its side.
  init?(_ lines: [PrintedLine], at index: Int, _ line: PrintedLine, _ grid: ScriptGrid) {
    guard let cue = line.pieces.first, line.pieces.count <= 2, line.pieces.allSatisfy(\.canBeCue),
      cue.left > grid.action - grid.characterWidth
    else { return nil }
    var end = index + 1
    while end < lines.count, grid.isTight(lines[end], below: lines[end - 1], inSpeech: true) {
      end += 1
    }
    let block = Array(lines[index + 1..<end])
    guard !block.isEmpty else { return nil }
    self.end = end
    guard line.pieces.count == 2 else {
      guard let second = Self.second(in: block, beside: cue, grid) else { return nil }
      division = second.division
      let row = block[second.index]
      speeches = [
        (cue, line, Array(block[...second.index]) + block[(second.index + 1)...]),
        (row.pieces[1], row, Array(block[(second.index + 1)...])),
      ]
      return
    }
    let second = block.filter { $0.pieces.count > 1 }.map { $0.pieces[1].left }
    guard let division = second.min() ?? block.map(\.left).max(),
      division > cue.right,
      block.contains(where: { $0.left < division - grid.characterWidth })
    else { return nil }
    self.division = division
    speeches = line.pieces.map { ($0, line, block) }
  }

  /// Finds the cue of a right speech that begins below the first line of the left speech, and the left edge of that speech.
  private static func second(
    in block: [PrintedLine], beside cue: PrintedLine.Piece, _ grid: ScriptGrid
  ) -> (index: Int, division: Double)? {
    let width = grid.characterWidth
    let middle = (grid.action + grid.actionEnd) / 2
    guard
      let index = block.firstIndex(where: { row in
        row.pieces.count == 2 && row.pieces[1].canBeCue && row.pieces[1].left > middle - 2 * width
      })
    else { return nil }
    let right = block[index].pieces[1]
    // The speeches begin further left than their cues.
    let left = block[...index].map(\.left).min() ?? cue.left
    guard left < cue.left - width else { return nil }
    let half = (left + right.left) / 2
    let below = block[(index + 1)...].flatMap { row in
      row.pieces.flatMap { [$0.left] + $0.runs.map(\.left) }
    }
    let above = block[..<index].flatMap(\.pieces) + [block[index].pieces[0]]
    guard let division = below.filter({ $0 > half }).min(), division < right.left - width,
      above.allSatisfy({ piece in
        piece.right < division + 2 * width
          && ([piece.left] + piece.runs.map(\.left)).allSatisfy { $0 < division - width }
      })
    else { return nil }
    return (index, division)
  }
}

extension PrintedLine.Piece {
  fileprivate var canBeCue: Bool {
    isInCapitals && !text.hasPrefix("(") && !isHeading && text.utf8.count <= 50
  }

  /// Returns the parts of the piece in the left half (0) or the right half (1) of a page.
  func half(_ half: Int, at division: Double) -> [Self] {
    if left >= division { return half == 1 ? [self] : [] }
    guard let cut = runs.first(where: { $0.left >= division })?.offset ?? blank(near: division)
    else { return half == 0 ? [self] : [] }
    return [half == 0 ? part(0..<cut) : part(cut..<words.bytes.count)]
  }

  /// Returns the offset behind the blank at a place: some programs write both halves of a line as one run.
  private func blank(near place: Double) -> Int? {
    let width = (right - left) / Double(max(1, words.bytes.count))
    guard width > 1, right - place > 3 * width else { return nil }
    let middle = Int(((place - left) / width).rounded())
    return [middle, middle - 1, middle + 1]
      .first { words.bytes.indices.contains($0) && words.bytes[$0] == 0x20 }.map { $0 + 1 }
  }
}
