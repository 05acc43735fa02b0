/// Replaces groups of symbols, longest group first.
struct Rewriting: Sendable {
  private let rows: [Phones: Phones]
  private let longest: Int

  init(_ rows: [(String, String)]) {
    self.rows = Dictionary(rows.map { (Phones($0), Phones($1)) }) { $1 }
    longest = self.rows.keys.map(\.count).max() ?? 1
  }

  func rewritten(_ symbols: Phones) -> Phones {
    var (result, place): (Phones, Int) = ([], 0)
    outer: while place < symbols.count {
      for length in (1...longest).reversed() where place + length <= symbols.count {
        if let row = rows[Phones(symbols[place..<place + length])] {
          result += row
          place += length
          continue outer
        }
      }
      result.append(symbols[place])
      place += 1
    }
    return result
  }
}
