import Guion
import Narration

/// What the lines of a book can be called: `FILE:LINE`, `LINE`, or a role.
struct LineNames {
  let roles: [String]
  private let cast: Cast
  /// The names of each document: as the manifest has it, and as it was typed.
  private let documents: [[String]]
  /// The lines of each document at which something that is spoken begins, in order.
  private let lines: [[Int]]
  private let takesNumbers: Bool

  /// The names in a book; a number by itself is one only if the run has no other document.
  init(_ book: PlannedBook, isOnlyBook: Bool) {
    (roles, cast) = (book.roleNames, book.cast)
    documents = zip(book.plan.sources, book.paths).map { source, path in
      [source.file, path].map(Self.plain)
    }
    takesNumbers = isOnlyBook && documents.count == 1
    var found = [Set<Int>](repeating: [], count: documents.count)
    for passage in book.plan.chapters.flatMap(\.read.passages) {
      for place in passage.items.map(\.place) where found.indices.contains(place.source) {
        if place.line > 0 { found[place.source].insert(place.line) }
      }
    }
    lines = found.map { $0.sorted() }
  }

  /// The lines that a name means; nil if it means none.
  func selection(of name: String) -> LineSelection? {
    if let place = place(name), lines[place.source].contains(place.line) {
      return LineSelection(places: [place])
    }
    return RoleName.role(name, among: roles, cast: cast).map { LineSelection(roles: [$0]) }
  }

  /// The nearest line to one at which nothing begins, as a name; nil if the name is that of no document.
  func nearest(to name: String) -> String? {
    guard let place = place(name),
      let line = lines[place.source].min(by: { abs($0 - place.line) < abs($1 - place.line) })
    else { return nil }
    guard let colon = name.lastIndex(of: ":") else { return "\(line)" }
    return name[...colon] + "\(line)"
  }

  /// The document and the line of `FILE:LINE`, whether something is spoken there or not.
  private func place(_ name: String) -> ScriptPlace? {
    if takesNumbers, let line = Self.line(name[...]) { return ScriptPlace(line: line) }
    guard let colon = name.lastIndex(of: ":"), let line = Self.line(name[colon...].dropFirst()),
      let source = document(Self.plain(String(name[..<colon])))
    else { return nil }
    return ScriptPlace(source: source, line: line)
  }

  /// The document of a name, or of the end of its name if there is only one such document.
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

  /// A path without `./` before it.
  private static func plain(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }
}
