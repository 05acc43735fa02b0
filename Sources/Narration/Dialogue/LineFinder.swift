/// Finds the rows of a file that a person keeps beside a text in the text again, after either has changed: by their
/// words, then by their neighbours.
package struct LineFinder {
  /// A row.
  package struct Row: Hashable, Sendable {
    /// The first letters and digits of its words.
    var key: String
    /// The key of the row before; nil if it does not matter.
    var before: String?

    /// Creates a row from its words, and from those of the row before.
    package init(_ words: some StringProtocol, before: String?) {
      (key, self.before) = (LineFinder.key(words), before.map { LineFinder.key($0) })
    }

    init(key: String, before: String?) { (self.key, self.before) = (key, before) }
  }

  /// Where a row is in the text.
  package enum Place: Equatable, Sendable {
    case line(Int)
    /// No line has the words.
    case gone
    /// Every line with the words belongs to another row.
    case taken
  }

  /// Returns the first letters and digits of words, as they are compared.
  package static func key(_ words: some StringProtocol) -> String {
    let letters = words.prefix(160).filter { $0.isLetter || $0.isNumber }
    return String(CharacterNormalizer.folded(String(letters)).prefix(40))
  }

  /// Returns whether two texts have the same letters and digits.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    func letters(_ text: String) -> String {
      CharacterNormalizer.folded(text.filter { $0.isLetter || $0.isNumber })
    }
    return letters(one) == letters(other)
  }

  /// Returns the place of each row among the lines with these keys. If several lines have the words of a row, the line
  /// before tells which one is meant. With `byBeginning`, a row can have fewer letters, if they are the beginning of only
  /// one key.
  static func places(of rows: [Row], in keys: [String], byBeginning: Bool = false) -> [Place] {
    // The lines with a key, and those with a key behind another one.
    var lines: [Row: Queue] = [:]
    for (index, key) in keys.enumerated() {
      lines[Row(key: key, before: nil), default: Queue()].lines.append(index)
      guard index > 0 else { continue }
      lines[Row(key: key, before: keys[index - 1]), default: Queue()].lines.append(index)
    }
    let sorted = byBeginning ? Set(keys).sorted() : []
    var taken: Set<Int> = []
    return rows.map { row in
      var row = row
      if byBeginning, lines[Row(key: row.key, before: nil)] == nil,
        let whole = beginning(with: row.key, among: sorted)
      {
        row.key = whole
      }
      if lines[row] == nil { row.before = nil }
      return lines[row]?.take(&taken) ?? .gone
    }
  }

  /// Lines with the same words; those that are taken are passed only once.
  private struct Queue {
    var lines: [Int] = []
    private var next = 0

    mutating func take(_ taken: inout Set<Int>) -> Place {
      while next < lines.count {
        next += 1
        if taken.insert(lines[next - 1]).inserted { return .line(lines[next - 1]) }
      }
      return .taken
    }
  }

  /// Returns the only one of sorted keys that begins with some letters.
  private static func beginning(with key: String, among sorted: [String]) -> String? {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < key { low = middle + 1 } else { high = middle }
    }
    let found = sorted[low...].prefix(2).filter { $0.hasPrefix(key) }
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the place of each row among lines. A row whose words no line has is at a free line between the lines of
  /// its neighbours, if there is one for each such row.
  package static func placesWithNeighbours(of rows: [Row], in lines: [String]) -> [Place] {
    var places = places(of: rows, in: lines.map { key($0) })
    let taken = Set(places.compactMap(\.index))
    var row = 0
    var last = -1
    while row < places.count {
      if let line = places[row].index {
        (last, row) = (line, row + 1)
        continue
      }
      let end = places[row...].firstIndex { $0.index != nil } ?? places.count
      let next = end < places.count ? places[end].index ?? lines.count : lines.count
      let lost = (row..<end).filter { places[$0] == .gone }
      let free = last + 1 < next ? (last + 1..<next).filter { !taken.contains($0) } : []
      if free.count == lost.count {
        for (row, line) in zip(lost, free) { places[row] = .line(line) }
      }
      row = end
    }
    return places
  }
}

extension LineFinder.Place {
  /// The index of the line; nil if there is none.
  package var index: Int? { if case .line(let index) = self { index } else { nil } }
}
