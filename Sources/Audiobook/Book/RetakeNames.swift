import Basics
import Foundation
package import Guion
import Hablare
package import Narration

/// The names of lines that a build speaks again with new takes.
package struct RetakeNames: Sendable {
  /// The texts between the commas.
  private let pieces: [Substring]

  /// A name, and the lines that it refers to in each book.
  private struct Entry {
    var name: String
    var lines: [LineSelection?]
    var isKnown: Bool { lines.contains { $0 != nil } }
  }

  /// Reads names separated by commas: `FILE:LINE`, `LINE` or the name of a role.
  /// Throws a `BookError` if a name is blank.
  package init(_ text: String) throws(BookError) {
    pieces = text.split(separator: ",", omittingEmptySubsequences: false)
    if pieces.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw BookError(
        .wrongRequest, .retake,
        " \(text): a name is empty; write FILE:LINE, LINE or the name of a role, "
          + "separated by commas")
    }
  }

  /// Sets the new takes of each book, and returns warnings about names that change nothing.
  /// The warnings use the names in `settings`. Throws a `BookError` if a name refers to no line of any book.
  package func apply(
    to books: inout [PlannedBook], settings: SettingNames = .library
  ) throws(BookError) -> [Diagnostic] {
    let entries = try entries(books)
    for index in books.indices {
      let lines = entries.compactMap { $0.lines[index] }
        .reduce(into: LineSelection()) { $0.add($1) }
      books[index].options.retakes = Self.retakes(lines, books[index])
    }
    return entries.compactMap { entry in
      let retakes = zip(entry.lines, books).compactMap { lines, book in
        lines.map { Self.retakes($0, book) }
      }
      return Self.warning(
        about: entry.name, retakes, isShard: books.first?.options.shard != nil, settings)
    }
  }

  private static func retakes(
    _ lines: LineSelection, _ book: PlannedBook
  ) -> Retakes {
    Retakes(of: lines, in: book.plan, options: book.options, directory: book.directory)
  }

  /// Returns the warning about a name that selects no new take; nil if the name selects a new take.
  private static func warning(
    about name: String, _ retakes: [Retakes], isShard: Bool, _ settings: SettingNames
  ) -> Diagnostic? {
    guard retakes.allSatisfy(\.chapters.isEmpty) else { return nil }
    let name = "\(settings.name(.retake)) \(name)"
    let uncached = Set(retakes.flatMap(\.uncached)).sorted()
    if uncached.isEmpty {
      // Users pass the same names to all shards without knowing which shard has which lines. So a name without
      // lines in this shard is no mistake.
      guard !isShard else { return nil }
      return Diagnostic(
        code: "retake", severity: .warning,
        message: "\(name) changes nothing, because \(settings.name(.only)) excludes its chapters")
    }
    return Diagnostic(
      code: "retake", severity: .warning,
      message: "\(name) changes nothing, because \(uncached.joined(separator: " and ")) always "
        + "speaks a line the same way")
  }

  // MARK: Names

  private func entries(_ books: [PlannedBook]) throws(BookError) -> [Entry] {
    let names = books.map { LineNames($0, isOnlyBook: books.count == 1) }
    var entries: [Entry] = []
    var unknown: [String] = []
    var start = pieces.startIndex
    while start < pieces.endIndex {
      let (entry, end) = entry(from: start, names)
      if entry.isKnown {
        entries.append(entry)
      } else {
        unknown.append("\(entry.name): " + Self.hint(for: entry.name, names))
      }
      start = end
    }
    guard unknown.isEmpty else {
      throw BookError(.wrongRequest, .retake, " \(unknown.joined(separator: "; "))")
    }
    return entries
  }

  /// Returns the entry that begins at a piece, and the start of the next entry.
  /// Names of documents and roles may contain commas, so the longest known name wins.
  private func entry(from start: Int, _ names: [LineNames]) -> (Entry, end: Int) {
    func entry(_ end: Int) -> Entry {
      let name = pieces[start..<end].joined(separator: ",").trimmingCharacters(in: .whitespaces)
      return Entry(name: name, lines: names.map { $0.selection(of: name) })
    }
    var end = pieces.endIndex
    while end > start + 1, !entry(end).isKnown { end -= 1 }
    return (entry(end), end)
  }

  /// Returns a hint about what an unknown name may mean.
  private static func hint(for name: String, _ names: [LineNames]) -> String {
    if let nearest = names.lazy.compactMap({ $0.nearest(to: name) }).first {
      return "no spoken text begins on this line; did you mean \(nearest)?"
    }
    if Int(name) != nil { return "there are several documents; name one of them: FILE:\(name)" }
    if name.contains(/:[0-9]+$/) { return "no document of the book has this name" }
    let hint = RoleName.hint(for: name, among: names.flatMap(\.roles))
    return "no line and no role has this name; \(hint)"
  }

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
}

/// The name of a role as people read and write it.
package enum RoleName {
  /// Returns the name as messages show it.
  /// The narrator's name is empty and is shown as `(narrator)`. No cue contains parentheses.
  package static func shown(_ name: String) -> String {
    name.isEmpty ? "(narrator)" : name.visible
  }

  /// Returns the role that a name refers to; nil if no speaking role has this name.
  /// The name may be any spelling of a cue, an alias from the cast, or `narrator`. The name of the narrator's role is
  /// empty.
  package static func role(_ typed: String, among roles: [String], cast: Cast) -> String? {
    // Tables show the narrator as `(narrator)`, which cannot be a cue.
    if typed.lowercased() == shown(""), roles.contains("") { return "" }
    let folded = CharacterNormalizer.folded(typed)
    let alias = cast.characters.first { character in
      character.aliases.contains { CharacterNormalizer.folded($0) == folded }
    }
    if let name = roles.first(where: { CharacterNormalizer.folded($0) == folded }) ?? alias?.name,
      roles.contains(name)
    {
      return name
    }
    return typed.lowercased() == "narrator" && roles.contains("") ? "" : nil
  }

  /// Returns a hint about which role an unknown name may mean.
  package static func hint(for typed: String, among roles: [String]) -> String {
    let folded = CharacterNormalizer.folded(typed)
    let nearest = Spelling.nearest(
      to: folded, among: roles.filter { !$0.isEmpty }, limit: 1, within: max(1, folded.count / 4))
    return nearest.first.map { "did you mean \($0)?" } ?? "known roles: \(listed(roles))"
  }

  /// The maximum number of roles that a message lists.
  private static let maximumListed = 10

  private static func listed(_ roles: [String]) -> String {
    // Several books may have the same role, and the message names it once.
    let names =
      Set(roles).filter { !$0.isEmpty }.sorted().map(\.visible)
      + (roles.contains("") ? ["narrator"] : [])
    let others = names.count - maximumListed
    return names.prefix(maximumListed).joined(separator: ", ")
      + (others > 0 ? " and \(others) more" : "")
  }
}

/// Roles that an option names.
struct RoleChoice {
  /// The names of the roles; the narrator's name is empty.
  private(set) var roles: Set<String> = []
  /// The errors about names that no speaking role has.
  private(set) var unknown: [BookError] = []

  init(_ typed: [String], _ setting: BuildSetting, _ casting: Casting, _ cast: Cast) {
    let names = casting.roles.map(\.name) + [""]
    for name in typed {
      if let role = RoleName.role(name, among: names, cast: cast) {
        roles.insert(role)
      } else {
        let hint = RoleName.hint(for: name, among: names)
        unknown.append(
          BookError(.wrongRequest, setting, " \(name): no role has this name; \(hint)"))
      }
    }
  }
}
