import Audio
import Basics
import Guion
import Narration

/// The differences between two versions of a book, scene by scene.
/// A version is an output folder, with the lengths that were rendered, or a plan, with estimated lengths.
package struct BookReport: Sendable {
  package struct Line: Sendable, Equatable {
    /// The name of the role; empty for the narrator.
    package var speaker: String
    package var text: String
    /// The document, if the book has several.
    package var source: String?
    /// The document, even if the book has only one.
    package var file: String?
    /// The line of the document; 0 if unknown.
    package var line: Int
  }

  package struct Version: Sendable {
    package var title = ""
    /// Whether the lengths are estimates.
    package var isEstimated = false
    /// The length in seconds.
    package fileprivate(set) var seconds = 0.0
    fileprivate var scenes: [Scene] = []

    package var sceneCount: Int { scenes.count }
    package var lineCount: Int { scenes.reduce(0) { $0 + $1.lines.count } }
  }

  fileprivate struct Scene: Sendable {
    var name: String
    var start: Double
    var seconds = 0.0
    var lines: [Line] = []
  }

  /// A scene of either version, with its lines that differ.
  package struct SceneChange: Sendable {
    package var name: String
    /// The name in the old version, if it differs.
    package var formerName: String?
    /// The length in the old version, in seconds; nil if the scene is new.
    package var before: Double?
    /// The length in the new version, in seconds; nil if the scene is gone.
    package var after: Double?
    package var added: [Line] = []
    package var gone: [Line] = []
    package var changed: [(before: Line, after: Line)] = []

    /// Whether a line or the heading of the scene differs.
    package var hasChanges: Bool {
      !added.isEmpty || !gone.isEmpty || !changed.isEmpty || formerName != nil
    }
  }

  package let before: Version
  package let after: Version
  /// The scenes in the order of the new version; those that are gone follow the scene before them.
  package private(set) var scenes: [SceneChange] = []

  /// Whether any line differs.
  package var hasChanges: Bool { scenes.contains(where: \.hasChanges) }

  /// Compares two versions.
  package init(_ before: Version, _ after: Version) {
    (self.before, self.after) = (before, after)
    compare()
  }
}

// MARK: - Versions

extension BookReport.Version {
  /// Reads the version in an output folder.
  package init(folder: String) throws(VerifyError) {
    let manifest = try Manifest(inFolder: folder)
    title = manifest.title
    for chapter in manifest.chapters {
      begin(chapter.title, at: 0)
      for item in chapter.items {
        let line = item.spoken
        add(
          .init(
            speaker: line.speaker, text: line.written ?? line.text, source: line.source,
            file: manifest.document(of: item), line: line.line),
          kind: line.kind, isFirst: item.start.value == chapter.items[0].start.value,
          at: item.start.value)
      }
      end(at: chapter.seconds)
    }
  }

  package init(_ plan: BookPlan, estimate: SpeechEstimate) {
    (title, isEstimated) = (plan.title, true)
    let files = plan.sources.map(\.file)
    for chapter in plan.chapters {
      begin(chapter.title, at: 0)
      var time = 0.0
      for (place, passage) in chapter.read.passages.enumerated() {
        time += Double(passage.pauseBefore) / 1000
        for item in passage.items {
          let source = Int(item.source)
          let file = files.indices.contains(source) ? files[source] : nil
          add(
            .init(
              speaker: item.role?.name ?? "", text: item.shownText,
              source: files.count > 1 ? file : nil, file: file, line: Int(item.line)),
            kind: item.kind.identifier, isFirst: place == 0, at: time)
        }
        time += passage.items.map { estimate.seconds(of: $0) }.max() ?? 0
      }
      end(at: time + Double(chapter.read.pauseAfter) / 1000)
    }
  }

  private mutating func begin(_ name: String, at time: Double) {
    scenes.append(.init(name: name, start: time))
  }

  /// Adds an item. A scene heading begins a scene, unless it is the first item of its chapter.
  private mutating func add(
    _ line: BookReport.Line, kind: String, isFirst: Bool, at time: Double
  ) {
    // The program's own words are no lines of the script.
    if kind == SpokenItem.Kind.announcement.identifier { return }
    if kind == SpokenItem.Kind.element(.sceneHeading).identifier {
      if isFirst {
        scenes[scenes.count - 1].name = line.text
      } else {
        close(at: time)
        begin(line.text, at: time)
      }
    }
    scenes[scenes.count - 1].lines.append(line)
  }

  private mutating func end(at time: Double) {
    close(at: time)
    seconds += time
  }

  private mutating func close(at time: Double) {
    scenes[scenes.count - 1].seconds = time - scenes[scenes.count - 1].start
  }
}

// MARK: - Comparison

extension BookReport {
  /// A line at its place: the index of its scene.
  private struct Placed {
    var scene: Int
    var line: Line
    var key: String { line.speaker + "\n" + line.text }
  }

  private static func placed(_ version: Version) -> [Placed] {
    version.scenes.enumerated().flatMap { index, scene in
      scene.lines.map { Placed(scene: index, line: $0) }
    }
  }

  private mutating func compare() {
    let (old, new) = (Self.placed(before), Self.placed(after))
    let pairs = LineAlignment.pairs(
      old.map(\.key), new.map(\.key),
      words: (
        old.map { LineAlignment.words($0.line.text) }, new.map { LineAlignment.words($0.line.text) }
      ))
    let partners = Self.partners(
      pairs.map { (old[$0.old].scene, new[$0.new].scene) }, before, after)
    var changes = after.scenes.enumerated().map { index, scene in
      let former = partners[index].map { before.scenes[$0] }
      return SceneChange(
        name: scene.name, formerName: former.flatMap { $0.name == scene.name ? nil : $0.name },
        before: former?.seconds, after: scene.seconds)
    }
    let taken = Dictionary(
      partners.enumerated().compactMap { new, old in old.map { ($0, new) } }
    ) { first, _ in first }
    var gone = before.scenes.map { SceneChange(name: $0.name, before: $0.seconds) }
    var (matchedOld, matchedNew) = (Set<Int>(), Set<Int>())
    for pair in pairs where partners[new[pair.new].scene] == old[pair.old].scene {
      matchedOld.insert(pair.old)
      matchedNew.insert(pair.new)
      if old[pair.old].key != new[pair.new].key {
        changes[new[pair.new].scene].changed.append((old[pair.old].line, new[pair.new].line))
      }
    }
    for (index, placed) in new.enumerated() where !matchedNew.contains(index) {
      changes[placed.scene].added.append(placed.line)
    }
    for (index, placed) in old.enumerated() where !matchedOld.contains(index) {
      if let scene = taken[placed.scene] {
        changes[scene].gone.append(placed.line)
      } else {
        gone[placed.scene].gone.append(placed.line)
      }
    }
    scenes = Self.ordered(changes, gone, taken)
  }

  /// Returns for each new scene the old scene with which it shares most lines, or which has its name; each old scene
  /// has at most one new one.
  private static func partners(
    _ pairs: [(old: Int, new: Int)], _ before: Version, _ after: Version
  ) -> [Int?] {
    var votes: [[Int: Int]] = after.scenes.map { _ in [:] }
    for pair in pairs { votes[pair.new][pair.old, default: 0] += 1 }
    var partners = [Int?](repeating: nil, count: after.scenes.count)
    var taken: Set<Int> = []
    let ranked = votes.enumerated().flatMap { new, votes in
      votes.map { (new: new, old: $0.key, count: $0.value) }
    }.sorted { ($1.count, $0.new, $0.old) < ($0.count, $1.new, $1.old) }
    for vote in ranked where partners[vote.new] == nil && !taken.contains(vote.old) {
      partners[vote.new] = vote.old
      taken.insert(vote.old)
    }
    for (new, scene) in after.scenes.enumerated() where partners[new] == nil {
      let old = before.scenes.indices.first {
        !taken.contains($0) && before.scenes[$0].name == scene.name
      }
      if let old {
        partners[new] = old
        taken.insert(old)
      }
    }
    return partners
  }

  /// Returns all scenes, with the scenes that are gone after the scene that they followed.
  private static func ordered(
    _ changes: [SceneChange], _ gone: [SceneChange], _ taken: [Int: Int]
  ) -> [SceneChange] {
    var after: [Int: [SceneChange]] = [:]
    var last = -1
    for (index, scene) in gone.enumerated() {
      if let new = taken[index] { last = new } else { after[last, default: []].append(scene) }
    }
    return (after[-1] ?? [])
      + changes.enumerated().flatMap { index, scene in [scene] + (after[index] ?? []) }
  }
}

/// Pairs the lines of two texts in their order: equal lines first, then similar lines between them.
enum LineAlignment {
  typealias Pair = (old: Int, new: Int)

  /// The share of words that a changed line keeps at least.
  private static let leastShare = 0.5
  /// The largest number of comparisons for one stretch of changed lines.
  private static let most = 250_000

  /// Returns the pairs in order. `words` are the sorted words of each line.
  static func pairs(
    _ old: [String], _ new: [String], words: (old: [[String]], new: [[String]])
  ) -> [Pair] {
    var equal: [Pair] = []
    match(old, new, old.indices, new.indices, &equal)
    var (pairs, last): ([Pair], Pair) = ([], (-1, -1))
    for next in equal + [(old.count, new.count)] {
      pairs += similar(last.old + 1..<next.old, last.new + 1..<next.new, words)
      if next.old < old.count { pairs.append(next) }
      last = next
    }
    return pairs
  }

  /// Returns the words of a text in lower case, sorted.
  static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init).sorted()
  }

  /// Adds the equal lines of two ranges: those at both ends, then those around lines that occur once in each range.
  private static func match(
    _ old: [String], _ new: [String], _ oldRange: Range<Int>, _ newRange: Range<Int>,
    _ pairs: inout [Pair]
  ) {
    var (a, b) = (oldRange, newRange)
    while let one = a.first, let other = b.first, old[one] == new[other] {
      pairs.append((one, other))
      (a, b) = (a.dropFirst(), b.dropFirst())
    }
    var ends: [Pair] = []
    while let one = a.last, let other = b.last, old[one] == new[other] {
      ends.append((one, other))
      (a, b) = (a.dropLast(), b.dropLast())
    }
    var last: Pair = (a.lowerBound, b.lowerBound)
    for next in anchors(old, new, a, b) {
      match(old, new, last.old..<next.old, last.new..<next.new, &pairs)
      pairs.append(next)
      last = (next.old + 1, next.new + 1)
    }
    if last.old > a.lowerBound {
      match(old, new, last.old..<a.upperBound, last.new..<b.upperBound, &pairs)
    }
    pairs += ends.reversed()
  }

  /// Returns the longest list of lines that occur once in each range and have the same order in both.
  private static func anchors(
    _ old: [String], _ new: [String], _ a: Range<Int>, _ b: Range<Int>
  ) -> [Pair] {
    func single(_ lines: [String], _ range: Range<Int>) -> [String: Int] {
      var places: [String: Int?] = [:]
      for index in range {
        places[lines[index]] = places[lines[index]] == nil ? .some(index) : .some(nil)
      }
      return places.compactMapValues { $0 }
    }
    let (one, other) = (single(old, a), single(new, b))
    let common = one.compactMap { key, place in other[key].map { (old: place, new: $0) } }
      .sorted { $0.old < $1.old }
    // The longest increasing subsequence, by patience sorting.
    var (piles, before) = ([Int](), [Int?](repeating: nil, count: common.count))
    for index in common.indices {
      var (low, high) = (0, piles.count)
      while low < high {
        let middle = (low + high) / 2
        if common[piles[middle]].new < common[index].new { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? piles[low - 1] : nil
      if low < piles.count { piles[low] = index } else { piles.append(index) }
    }
    var (result, next) = ([Pair](), piles.last)
    while let index = next {
      result.append(common[index])
      next = before[index]
    }
    return result.reversed()
  }

  /// Returns the pairs of similar lines of two ranges, in order, with the most words in common.
  private static func similar(
    _ a: Range<Int>, _ b: Range<Int>, _ words: (old: [[String]], new: [[String]])
  ) -> [Pair] {
    guard !a.isEmpty, !b.isEmpty, a.count * b.count <= most else { return [] }
    var best = [[Double]](
      repeating: [Double](repeating: 0, count: b.count + 1), count: a.count + 1)
    var shares = best
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        let (x, y) = (i - a.lowerBound, j - b.lowerBound)
        shares[x][y] = share(words.old[i], words.new[j])
        let paired = shares[x][y] >= leastShare ? shares[x][y] + best[x + 1][y + 1] : 0
        best[x][y] = max(best[x + 1][y], best[x][y + 1], paired)
      }
    }
    var (x, y, pairs) = (0, 0, [Pair]())
    while x < a.count, y < b.count {
      if shares[x][y] >= leastShare, best[x][y] == shares[x][y] + best[x + 1][y + 1] {
        pairs.append((a.lowerBound + x, b.lowerBound + y))
        (x, y) = (x + 1, y + 1)
      } else if best[x][y] == best[x + 1][y] {
        x += 1
      } else {
        y += 1
      }
    }
    return pairs
  }

  /// Returns the share of the words of two lines that both have, from 0 to 1.
  static func share(_ one: [String], _ other: [String]) -> Double {
    if one == other { return 1 }
    var (i, j, common) = (0, 0, 0)
    while i < one.count, j < other.count {
      if one[i] == other[j] {
        (i, j, common) = (i + 1, j + 1, common + 1)
      } else if one[i] < other[j] {
        i += 1
      } else {
        j += 1
      }
    }
    return 2 * Double(common) / Double(one.count + other.count)
  }
}
