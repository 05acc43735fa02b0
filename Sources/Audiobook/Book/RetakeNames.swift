import Foundation
public import Guion

/// The names of lines of which a build asks for new takes .
public struct RetakeNames: Sendable {
  /// What stands between the commas.
  private let pieces: [Substring]

  /// A name, and the lines that it means in each book.
  private struct Entry {
    var name: String
    var lines: [LineSelection?]
    var isKnown: Bool { lines.contains { $0 != nil } }
  }

  /// Reads names that are separated by commas: `FILE:LINE`, `LINE` or the name of a role.
  ///
  /// Throws a `BookError` if one of them is blank.
  public init(_ text: String) throws(BookError) {
    pieces = text.split(separator: ",", omittingEmptySubsequences: false)
    if pieces.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw BookError(
        .wrongRequest, .retake,
        " \(text): FILE:LINE, LINE or the name of a role, separated by commas")
    }
  }

  /// Gives each book its new takes, and returns warnings about names that change nothing.
  ///
  /// `settings` are the names that the warnings use.
  /// Throws a `BookError` if a name means no line of any book.
  public func apply(
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

  /// What there is to say of a name for which nothing is asked.
  private static func warning(
    about name: String, _ retakes: [Retakes], isShard: Bool, _ settings: SettingNames
  ) -> Diagnostic? {
    guard retakes.allSatisfy(\.chapters.isEmpty) else { return nil }
    let name = "\(settings.name(.retake)) \(name)"
    let unkept = Set(retakes.flatMap(\.unkept)).sorted()
    if unkept.isEmpty {
      // The lines of a share are not known to whoever starts all shares.
      guard !isShard else { return nil }
      return Diagnostic(
        code: "retake", severity: .warning,
        message: "\(name) changes nothing: \(settings.name(.only)) leaves its chapters out")
    }
    return Diagnostic(
      code: "retake", severity: .warning,
      message: "\(name) changes nothing: \(unkept.joined(separator: " and ")) says a line "
        + "the same way each time")
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

  /// The entry that begins at a piece, and where the next one begins.
  ///
  /// Documents and roles may have commas in their names: the longest name that is known counts.
  private func entry(from start: Int, _ names: [LineNames]) -> (Entry, end: Int) {
    func entry(_ end: Int) -> Entry {
      let name = pieces[start..<end].joined(separator: ",").trimmingCharacters(in: .whitespaces)
      return Entry(name: name, lines: names.map { $0.selection(of: name) })
    }
    var end = pieces.endIndex
    while end > start + 1, !entry(end).isKnown { end -= 1 }
    return (entry(end), end)
  }

  /// What may be meant by a name that is not known.
  private static func hint(for name: String, _ names: [LineNames]) -> String {
    if let nearest = names.lazy.compactMap({ $0.nearest(to: name) }).first {
      return "no line that is spoken begins there; did you mean \(nearest)?"
    }
    if Int(name) != nil { return "there are several documents; name one of them: FILE:\(name)" }
    let hint = RoleName.hint(for: name, among: names.flatMap(\.roles))
    return "there is no such line, and nobody of this name speaks; \(hint)"
  }
}
