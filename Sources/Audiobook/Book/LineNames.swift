import Guion
import Narration

/// The names of the lines of a book: `FILE:LINE`, `LINE`, or a role.
struct LineNames {
  let roles: [String]
  private let cast: Cast
  /// The names of each document: its name in the manifest, and its path as the user typed it.
  private let documents: [[String]]
  /// For each document, the numbers of the lines at which a spoken item begins, in order.
  private let lines: [[Int]]
  private let takesNumbers: Bool

  /// Collects the names in a book.
  ///
  /// A number alone is a name only if the run has no other document.
  init(_ book: PlannedBook, isOnlyBook: Bool) {
    (roles, cast) = (book.roleNames, book.cast)
    documents = zip(book.plan.sources, book.paths).map { source, path in
      [source.file, path].map(Self.plain)
    }
    takesNumbers = isOnlyBook && documents.count == 1
    var found = [Set<Int>](repeating: [], count: documents.count)
    for passage in book.plan.chapters.flatMap(\.read.passages) {
      for place in passage.items.map(\.position) where found.indices.contains(place.source) {
        if place.line > 0 { found[place.source].insert(place.line) }
      }
    }
    lines = found.map { $0.sorted() }
  }

  /// Returns the lines that a name refers to; nil if there are none.
  func selection(of name: String) -> LineSelection? {
    if let place = place(name), lines[place.source].contains(place.line) {
      return LineSelection(positions: [place])
    }
    return RoleName.role(name, among: roles, cast: cast).map { LineSelection(roles: [$0]) }
  }

  /// Returns the name of the nearest line at which a spoken item begins; nil if the document is unknown.
  func nearest(to name: String) -> String? {
    guard let place = place(name),
      let line = lines[place.source].min(by: { abs($0 - place.line) < abs($1 - place.line) })
    else { return nil }
    guard let colon = name.lastIndex(of: ":") else { return "\(line)" }
    return name[...colon] + "\(line)"
  }

  /// Returns the document and the line of `FILE:LINE`, even if no spoken item begins there.
  private func place(_ name: String) -> ScriptPosition? {
    if takesNumbers, let line = Self.line(name[...]) { return ScriptPosition(line: line) }
    guard let colon = name.lastIndex(of: ":"), let line = Self.line(name[colon...].dropFirst()),
      let source = document(Self.plain(String(name[..<colon])))
    else { return nil }
    return ScriptPosition(source: source, line: line)
  }

  /// Returns the document with this name, or the only document whose path ends with this name.
  private func document(_ name: String) -> Int? {
    if let source = documents.firstIndex(where: { $0.contains(name) }) { return source }
    let similar = documents.indices.filter { source in
      documents[source].contains { $0.hasSuffix("/" + name) }
    }
    return similar.count == 1 ? similar[0] : nil
  }

  private static func line(_ text: Substring) -> Int? {
    Int(text).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns a path without a leading `./`.
  private static func plain(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }
}
