import Basics
import FoundationEssentials
public import Guion
import Narration

/// Everything that is wrong with books, and what is likely a mistake, each finding once.
public struct CheckReport: Sendable {
  /// The findings, in the order of the books.
  public private(set) var findings: [Diagnostic] = []
  /// Why a book could not be surveyed as a whole, for each such book.
  public private(set) var errors: [BookError] = []

  /// What is known of one book.
  private struct Part {
    var findings: [Diagnostic] = []
    /// The files that say who speaks and how: its documents and its cast file.
    var casts: Set<String> = []
    var error: BookError?
  }

  /// Checks books; what other documents of a folder leave unused of the `cast.json` beside them counts too.
  ///
  /// What is wrong with a provider hides nothing that is wrong with a script. Throws `CancellationError`.
  public init(of books: [Book]) async throws {
    var parts: [Part] = []
    for book in books { parts.append(try await Self.part(book)) }
    parts += Self.neighbours(of: books)
    findings = Self.joined(parts)
    errors = parts.compactMap(\.error)
  }

  private static func part(_ book: Book) async throws -> Part {
    var part = Part()
    do {
      let material = try book.read()
      part.casts = Set(
        material.manuscript.documents.map(\.path) + [material.cast.file].compactMap(\.self))
      part.findings += ScriptChecker().findings(in: script(material, book.options))
      let survey = try await book.survey(of: material)
      part.findings += survey.diagnostics
      if let plan = survey.book?.plan {
        part.findings += VoiceLicences.findings(in: plan, material.cast.cast)
      }
    } catch let error as BookError {
      part.findings += error.diagnostics
      // A report that says nothing of an input would look as if there were nothing to say.
      if error.kind == .missingInput, !error.message.isEmpty {
        part.findings.append(
          Diagnostic(
            code: "unreadable", severity: .error, message: error.message, file: error.file))
      }
      part.error = error
    }
    return part
  }

  private static func script(_ material: Book.Material, _ options: BookOptions) -> CheckedScript {
    let cast = material.cast.cast
    return CheckedScript(
      material.manuscript, cast: cast, language: options.language(of: material.manuscript, cast).0)
  }

  /// What the other documents of a folder leave unused of the `cast.json` beside them: an entry that one
  /// document does not use is there for another.
  private static func neighbours(of books: [Book]) -> [Part] {
    let books = books.filter { if case .beside = $0.cast { true } else { false } }
    let known = Set(books.map(\.input.path))
    let folders = Dictionary(grouping: books.filter { !$0.input.isFolder }, by: \.input.castFile)
    return folders.keys.sorted().flatMap { castFile -> [Part] in
      guard var book = folders[castFile]?.first else { return [] }
      let folder = FilePath(castFile).folder
      let place = folder.text.isEmpty ? "." : folder.text
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      return names.sorted().compactMap { name in
        let path = folder.appending(FilePath(name)).text
        // What is no file may be a pipe that nobody writes to.
        guard !known.contains(path), FileStatus(path, followingLinks: true)?.isFile == true,
          let input = try? BookInput(path), !input.isFolder
        else { return nil }
        book.input = input
        guard let material = try? book.read(), material.cast.file == castFile else { return nil }
        let unused = ScriptChecker().unusedEntries(in: script(material, book.options))
        return Part(findings: unused.filter { $0.file == castFile }, casts: [castFile])
      }
    }
  }

  /// The place of an entry of a cast.
  private struct Entry: Hashable {
    var code: String
    var file: String
    var position: SourcePosition?

    /// Nil for findings that are not about an entry that nobody uses.
    init?(_ finding: Diagnostic) {
      let uses = [LintCode.unusedRole, LintCode.unusedPronunciation].map(\.name)
      guard uses.contains(finding.code), let file = finding.file else { return nil }
      (code, self.file, position) = (finding.code, file, finding.position)
    }
  }

  /// All findings, each once.
  ///
  /// An entry of a cast that one book does not use may be used by another: it is a finding only if no book
  /// that shares the cast uses it.
  private static func joined(_ parts: [Part]) -> [Diagnostic] {
    let entries = Dictionary(
      parts.flatMap { Set($0.findings.compactMap(Entry.init)) }.map { ($0, 1) },
      uniquingKeysWith: +)
    let sharers = Dictionary(parts.flatMap(\.casts).map { ($0, 1) }, uniquingKeysWith: +)
    var seen: Set<Diagnostic> = []
    var seenEntries: Set<Entry> = []
    return parts.flatMap(\.findings).filter { finding in
      guard let entry = Entry(finding) else { return seen.insert(finding).inserted }
      return entries[entry] == sharers[entry.file] && seenEntries.insert(entry).inserted
    }
  }
}
