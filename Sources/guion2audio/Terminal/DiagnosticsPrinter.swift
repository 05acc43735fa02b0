import Basics
import Guion
import Narration
import Synchronization

/// Prints diagnostics, sorted by position.
/// If the style has one line per diagnostic, lines are printed immediately. If the style is a document,
/// `finish` prints the document.
final class DiagnosticsPrinter: Sendable {
  enum Destination {
    /// The stream for commands whose result is not diagnostics.
    case standardError
    /// The stream for commands whose result is diagnostics.
    case standardOutput
  }

  private let least: Diagnostic.Severity
  private let listsAllNotes: Bool
  private let style: DiagnosticsStyle
  private let asEvents: Bool
  private let destination: Destination
  private let groupsNotes: Bool
  private let look: TerminalLook
  private let stored = Mutex<[Diagnostic]>([])
  private let storedWords = Mutex<[FindingsDocument.Words]>([])

  /// Creates a printer for diagnostics with the severity `least` or a higher severity.
  /// Notes are grouped by code if diagnostics are the result or `groupsNotes` is set. If `listsAllNotes` is set, every
  /// note of a group is listed.
  init(
    least: Diagnostic.Severity, style: DiagnosticsStyle, asEvents: Bool,
    to destination: Destination,
    listsAllNotes: Bool = true, groupsNotes: Bool = false, look: TerminalLook = .plain
  ) {
    self.look = look
    (self.least, self.style, self.asEvents, self.destination) = (
      least, style, asEvents, destination
    )
    self.listsAllNotes = listsAllNotes
    self.groupsNotes = groupsNotes || destination == .standardOutput
  }

  /// Whether all diagnostics form one document.
  /// Other output must not be mixed into the document.
  var isDocument: Bool { style.isDocument }

  /// Prints diagnostics, or stores them for `finish`.
  func print(_ diagnostics: [Diagnostic]) {
    let shown = diagnostics.filter(isShown)
    if style.isDocument { return stored.withLock { $0 += shown } }
    let sorted = shown.sorted(by: Self.precedes)
    let isPlain = style != .text || asEvents || look.width == nil && !look.hasColor
    let source = SourceLines(of: isPlain ? [] : Set(sorted.compactMap(\.file)))
    let isGrouped = style == .text && groupsNotes && !asEvents
    for diagnostic in sorted where !isGrouped || diagnostic.severity > .note {
      write(Array((isPlain ? line(diagnostic) : look.text(of: diagnostic, source)).utf8))
    }
    guard isGrouped else { return }
    let notes = GroupedNotes(
      notes: sorted.filter { $0.severity == .note }, listsAll: listsAllNotes, look: look)
    write(Array(notes.text.utf8))
  }

  /// Prints diagnostics that have appeared or disappeared, one per line: `new: …`, `gone: …`.
  func print(_ diagnostics: [Diagnostic], state: String) {
    for diagnostic in diagnostics.filter(isShown).sorted(by: Self.precedes) {
      let line =
        asEvents
        ? FindingsDocument.event(diagnostic, state: state) : "\(state): \(diagnostic)".visible
      write(Array((line + "\n").utf8))
    }
  }

  /// Prints how many words of each input are read, and how many are not, by rule.
  func print(_ words: [FindingsDocument.Words]) {
    if style.isDocument { return storedWords.withLock { $0 += words } }
    guard style == .text else { return }
    for one in words {
      write(Array((asEvents ? FindingsDocument.event(one) : FindingsDocument.line(one)).utf8))
    }
  }

  private func isShown(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity >= least
      || least == .warning
        && [LintCode.noNaturalVoice, LintCode.backMatter, LintCode.windows1252].contains(
          diagnostic.code)
  }

  /// Writes the document of all diagnostics if the style is a document.
  func finish() {
    guard style.isDocument else { return }
    let all = stored.withLock { $0 }.sorted(by: Self.precedes)
    switch style {
    case .gitlab: write(CodeQualityReport.json(of: all))
    case .sarif: write(SARIFLog(all).json)
    default: write(FindingsDocument.json(of: all, words: storedWords.withLock { $0 }))
    }
  }

  private func write(_ bytes: [UInt8]) {
    switch destination {
    case .standardError: Streams.error(bytes)
    case .standardOutput: Streams.out(bytes)
    }
  }

  private func line(_ diagnostic: Diagnostic) -> String {
    if asEvents { return FindingsDocument.event(diagnostic) + "\n" }
    return style == .github
      ? WorkflowAnnotation(diagnostic).line + "\n" : "\(diagnostic)".visible + "\n"
  }

  private static func precedes(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    let start = SourcePosition(line: 0, column: 0)
    if a.file != b.file { return (a.file ?? "") < (b.file ?? "") }
    return (a.position ?? start) < (b.position ?? start)
  }

  /// The notes of `check` as text, grouped by code with a count, so that many notes do not hide the warnings.
  struct GroupedNotes {
    /// The maximum number of notes listed for each code, unless `listsAll` is set.
    private static let examples = 3

    /// The notes, sorted by position.
    let notes: [Diagnostic]
    let listsAll: Bool
    var look = TerminalLook.plain

    /// A headline for each code, followed by the code's notes; empty if there are no notes.
    /// The most frequent code comes first.
    var text: String {
      let groups = Dictionary(grouping: notes, by: \.code)
      let codes = groups.keys.sorted { one, other in
        let counts = (groups[one]?.count ?? 0, groups[other]?.count ?? 0)
        return counts.0 == counts.1 ? one < other : counts.0 > counts.1
      }
      return codes.map { "\n" + text(of: groups[$0] ?? [], $0) }.joined()
    }

    private func text(of notes: [Diagnostic], _ code: String) -> String {
      let shown = listsAll ? notes.count : min(notes.count, Self.examples)
      let rest = notes.count - shown
      let more = rest == 0 ? "" : "  … and \(rest) more; -v lists them\n"
      return "\(Quantity.count(notes.count, "note")) [\(code)]:\n"
        + notes.prefix(shown).map { look.text(of: $0, indent: "  ") }.joined() + more
    }
  }

  /// A diagnostic as a workflow command.
  /// GitHub Actions shows it beside the source.
  /// The syntax and its escapes follow GitHub's "Workflow commands for GitHub Actions" and
  /// `@actions/core`.
  struct WorkflowAnnotation {
    /// The command, without a line end.
    let line: String

    init(_ diagnostic: Diagnostic) {
      let command =
        switch diagnostic.severity {
        case .error: "error"
        case .warning: "warning"
        case .note: "notice"
        }
      var properties: [(String, String)] = []
      if let file = diagnostic.file { properties.append(("file", file)) }
      if let position = diagnostic.linePosition {
        properties += [("line", "\(position.line)"), ("col", "\(position.column)")]
      }
      properties.append(("title", diagnostic.code))
      let list = properties.map { "\($0)=\(Self.property($1))" }.joined(separator: ",")
      line = "::\(command) \(list)::\(Self.data(diagnostic.messageWithPlace).visible)"
    }

    private static func data(_ text: String) -> String {
      text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
      data(text).replacing(":", with: "%3A").replacing(",", with: "%2C").visible
    }
  }

  enum FindingsDocument {
    /// The numbers of words of an input.
    typealias Words = (input: String, count: WordCount)

    /// Returns one object that contains all diagnostics, each on its own line.
    /// The object contains the numbers of words if there are any.
    static func json(of diagnostics: [Diagnostic], words: [Words]) -> [UInt8] {
      var json = JSONWriter(style: .pretty)
      json.beginObject()
      json.key("findings")
      json.beginArray()
      for diagnostic in diagnostics {
        json.beginObject(.inline)
        json.members(of: diagnostic)
        json.end()
      }
      json.end()
      if !words.isEmpty {
        json.key("words")
        json.beginArray()
        for one in words {
          json.beginObject(.inline)
          json.member("input", one.input)
          json.key("words")
          json.words(one.count)
          json.end()
        }
        json.end()
      }
      json.end()
      json.endLine()
      return json.take()
    }

    /// Returns the numbers of words as a progress event.
    static func event(_ words: Words) -> String {
      var json = JSONWriter()
      json.beginObject()
      json.member("event", "words")
      json.member("input", words.input)
      json.key("words")
      json.words(words.count)
      json.end()
      return String(decoding: json.take(), as: UTF8.self) + "\n"
    }

    /// Returns the numbers of words as a line of text.
    static func line(_ words: Words) -> String {
      let rules = words.count.skipped.counts.map { "\($0.words) \($0.rule.rawValue)" }
      let list = rules.isEmpty ? "" : " (\(rules.joined(separator: ", ")))"
      return "\(words.input): \(Quantity.count(words.count.words, "word")) read, "
        .visible + "\(words.count.skippedWords) left out\(list)\n"
    }

    /// Returns a diagnostic as a progress event.
    /// `state` is `new` or `gone`, or nil if that is unknown.
    static func event(_ diagnostic: Diagnostic, state: String? = nil) -> String {
      var json = JSONWriter()
      json.beginObject()
      json.key("event")
      json.string("diagnostic")
      if let state { json.member("state", state) }
      json.members(of: diagnostic)
      json.end()
      return String(decoding: json.take(), as: UTF8.self)
    }
  }

  /// Diagnostics as a code quality report, which GitLab shows in merge requests.
  /// The format is in GitLab's documentation, "Code Quality", section "Code Quality report format".
  enum CodeQualityReport {
    /// Returns the report.
    /// Diagnostics without a file are left out, because the format requires a file.
    static func json(of diagnostics: [Diagnostic]) -> [UInt8] {
      var json = JSONWriter(style: .pretty)
      var counts: [String: Int] = [:]
      let lines = SourceLines(of: Set(diagnostics.compactMap(\.file)))
      json.beginArray()
      for diagnostic in diagnostics {
        guard let file = diagnostic.file else { continue }
        let identity = "\(diagnostic.code)\n\(file)\n\(lines.subject(of: diagnostic))"
        counts[identity, default: 0] += 1
        json.beginObject()
        json.member("description", diagnostic.messageWithPlace)
        json.member("check_name", diagnostic.code)
        // The fingerprint ignores the line and the message. So it stays the same if lines are inserted above the
        // finding, or if a later version words the message differently.
        json.member("fingerprint", fingerprint(of: identity, number: counts[identity] ?? 1))
        json.member("severity", severity(of: diagnostic))
        json.key("location")
        json.beginObject(.inline)
        json.member("path", file)
        json.key("lines")
        json.beginObject(.inline)
        json.member("begin", diagnostic.linePosition?.line ?? 1)
        json.end()
        json.end()
        json.end()
      }
      json.end()
      json.endLine()
      return json.take()
    }

    private static func fingerprint(of identity: String, number: Int) -> String {
      SHA256.hash("\(identity)\n\(number)").hex
    }

    private static func severity(of diagnostic: Diagnostic) -> String {
      switch diagnostic.severity {
      case .error: "critical"
      case .warning: "minor"
      case .note: "info"
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of diagnostic: Diagnostic) {
    member("severity", diagnostic.severity.rawValue)
    member("code", diagnostic.code)
    member("message", diagnostic.message)
    if let file = diagnostic.file { member("file", file) }
    if let position = diagnostic.position {
      member("line", position.line)
      member("column", position.column)
    }
  }
}

/// The format of diagnostics (`--diagnostics`).
enum DiagnosticsStyle: String, CaseIterable {
  /// One line per diagnostic, in the form of compiler messages.
  case text
  case json
  /// One line per diagnostic, which GitHub Actions shows beside the source.
  case github
  /// A code quality report for GitLab.
  case gitlab
  /// A log in the Static Analysis Results Interchange Format 2.1.0.
  case sarif

  /// Whether all diagnostics form one document.
  /// Such a document can be written only when all diagnostics are known.
  var isDocument: Bool { self != .text && self != .github }
}
