/// Replaces groups of symbols, longest group first.
struct Rewriting: Sendable {
  private let rows: [Phones: Phones]
  private let longest: Int

  init(_ rows: [(String, String)]) {
    self.rows = Dictionary(rows.map { (Phones($0), Phones($1)) }) { $1 }
    longest = self.rows.keys.map(\.count).max() ?? 1
  }

  func rewritten(_ signs: Phones) -> Phones {
    var (result, place): (Phones, Int) = ([], 0)
    outer: while place < signs.count {
      for length in (1...longest).reversed() where place + length <= signs.count {
        if let row = rows[Phones(signs[place..<place + length])] {
          result += row
          place += length
          continue outer
        }
      }
      result.append(signs[place])
      place += 1
    }
    return result
  }
}
