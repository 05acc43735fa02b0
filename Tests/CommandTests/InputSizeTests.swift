import Foundation
import Basics
import TestSupport
import Testing

/// Tests of inputs one byte above their limit, and at the limit.
///
/// An input above its limit causes exactly one error. An input at its limit causes no such error.
@Suite struct InputSizeTests {
  /// An input of a chosen size.
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var limit: InputLimit
    /// The arguments of the command.
    var words: [String]
    /// The exit code above the limit.
    var code: Int32 = 65
    /// The name of the input in messages, or nil if it is the name of the limit.
    var input: String?
    var environment: [String: String] = [:]
    /// A function that writes the input.
    var write: @Sendable (_ folder: TemporaryFolder, _ size: Int) throws -> Void
    /// Text after the program's name in a shell, or nil to run the program directly.
    var shell: String?

    var testDescription: String { name }
    var message: String { limit.message(of: input ?? limit.name) }
  }

  /// Returns a function that writes a file of a size: a beginning, a filling, and an end.
  ///
  /// Without a filling, a hole of zeros fills the file.
  private static func file(
    _ name: String, from start: String = "", filling byte: Character? = nil, to end: String = ""
  ) -> @Sendable (TemporaryFolder, Int) throws -> Void {
    { folder, size in
      let count = size - start.utf8.count - end.utf8.count
      let middle = byte.map { String(repeating: $0, count: count) } ?? ""
      let path = try folder.write(start + middle + end, as: name)
      if byte == nil { #expect(truncate(path, size) == 0) }
    }
  }

  /// Returns a function that writes a cast file containing a text of a size.
  private static func cast(
    _ json: @escaping @Sendable (String) -> String
  ) -> @Sendable (TemporaryFolder, Int) throws -> Void {
    { folder, size in
      try folder.write(json(String(repeating: "x", count: size)), as: "cast.json")
    }
  }

  /// Returns a function that writes a document with a text of a size between two other texts.
  private static func text(
    _ name: String, _ start: String, _ end: String
  ) -> @Sendable (TemporaryFolder, Int) throws -> Void {
    { folder, size in
      try folder.write(start + String(repeating: "x", count: size) + end, as: name)
    }
  }

  private static let script = "s.fountain"
  private static let plan = ["plan", script]

  static let files: [Row] = [
    Row(
      name: "document", limit: .document, words: ["elements", "big.txt"], write: file("big.txt")),
    Row(
      name: "document in a pipe", limit: .document, words: [], write: file("big.txt"),
      shell: "cat big.txt | \"$PROGRAM\" elements - --from text"),
    Row(
      name: "folder", limit: .folder, words: ["elements", "book"],
      write: { folder, size in
        try? FileManager.default.createDirectory(
          atPath: folder.path(of: "book"), withIntermediateDirectories: false)
        try file("book/a.md")(folder, size / 2)
        try file("book/b.md")(folder, size - size / 2)
      }),
    Row(
      name: "order file", limit: .orderFile, words: ["elements", "book"],
      write: { folder, size in
        try? FileManager.default.createDirectory(
          atPath: folder.path(of: "book"), withIntermediateDirectories: false)
        try folder.write("Words.", as: "book/a.md")
        try file("book/nav.txt", from: "a.md\n#", filling: "x")(folder, size)
      }),
    Row(
      name: "book.toml", limit: .orderFile, words: ["elements", "book"],
      write: { folder, size in
        try? FileManager.default.createDirectory(
          atPath: folder.path(of: "book"), withIntermediateDirectories: false)
        try folder.write("Words.", as: "book/a.md")
        try file("book/book.toml", from: "#", filling: "x")(folder, size)
      }),
    Row(
      name: "front matter", limit: .frontMatter, words: ["elements", "a.md"],
      write: { folder, size in
        try file("a.md", from: "---\na: 1\n#", filling: "x", to: "\n---\nWords.")(folder, size + 14)
      }),
    Row(
      name: "cast beside the script", limit: .castFile, words: plan,
      write: file("cast.json", from: "{", filling: " ", to: "}")),
    Row(
      name: "cast in a pipe", limit: .castFile, words: [],
      write: file("c.json", from: "{", filling: " ", to: "}"),
      shell: "cat c.json | \"$PROGRAM\" plan s.fountain --cast /dev/stdin"),
    Row(
      name: "cast to complete", limit: .castFile, words: ["cast", script, "-o", "c.json"],
      write: file("c.json", from: "{", filling: " ", to: "}")),
    Row(
      name: "cover", limit: .cover, words: plan + ["--cover", "c.png"], input: "the cover c.png",
      write: file("c.png")),
    Row(
      name: "configuration", limit: .configuration, words: plan, code: 78,
      environment: ["GUION2AUDIO_CONFIG": "config.json"],
      write: file("config.json", from: "{", filling: " ", to: "}")),
    Row(
      name: "manifest", limit: .manifest, words: ["verify", "."], write: file("manifest.json")),
  ]

  static let texts: [Row] = [
    Row(
      name: "title of the cast", limit: .title, words: plan, input: "title",
      write: cast { "{\"metadata\": {\"title\": \"\($0)\"}}" }),
    Row(
      name: "author of the cast", limit: .title, words: plan, input: "author",
      write: cast { "{\"metadata\": {\"author\": [\"\($0)\"]}}" }),
    Row(
      name: "title page", limit: .title, words: ["plan", "t.fountain"],
      input: "\"Title\" of the title page",
      write: text("t.fountain", "Title: ", "\n\nIt is dark.")),
    Row(
      name: "front matter", limit: .title, words: ["plan", "t.md"],
      input: "\"title\" of the title page",
      write: text("t.md", "---\ntitle: ", "\n---\nIt is dark.")),
    Row(
      name: "heading that is the title", limit: .title, words: ["plan", "t.md"],
      write: text("t.md", "# ", "\n\nIt is dark.")),
    Row(
      name: "name", limit: .name, words: plan, input: "this key",
      write: cast { "{\"characters\": {\"\($0)\": \"espeak://en-gb\"}}" }),
    Row(
      name: "alias", limit: .name, words: plan, input: "an entry of aliases",
      write: cast { "{\"characters\": {\"A\": {\"aliases\": [\"\($0)\"]}}}" }),
    Row(
      name: "direction", limit: .name, words: plan, input: "this key",
      write: cast { "{\"delivery\": {\"\($0)\": {\"gain\": 1}}}" }),
    Row(
      name: "pronunciation", limit: .name, words: plan, input: "say",
      write: cast { "{\"pronunciations\": [{\"text\": \"a\", \"say\": \"\($0)\"}]}" }),
    Row(
      name: "voice", limit: .voice, words: plan,
      write: { folder, size in
        try cast { "{\"narrator\": \"espeak://\($0)\"}" }(folder, size - 9)
      }),
    Row(
      name: "text of JSON", limit: .string, words: plan,
      write: cast { "{\"characters\": {\"A\": {\"voice\": \"espeak://en\", \"note\": \"\($0)\"}}}" }
    ),
    Row(
      name: "values", limit: .values, words: plan,
      write: { folder, size in
        let values = String(repeating: "1,", count: size - 3) + "1"
        try folder.write("{\"narrator\": [\(values)]}", as: "cast.json")
      }),
    Row(
      name: "depth", limit: .depth, words: plan,
      write: { folder, size in
        let (open, close) = ("[", "]")
        try folder.write(
          "{\"narrator\": " + String(repeating: open, count: size - 1)
            + String(repeating: close, count: size - 1) + "}", as: "cast.json")
      }),
    Row(
      name: "mistakes", limit: .mistakes, words: plan,
      write: { folder, size in
        let entries = (0..<size).map { "\"\($0)\": 1" }.joined(separator: ", ")
        try folder.write("{\(entries)}", as: "cast.json")
      }),
  ]

  private func run(_ row: Row, size: Int) throws -> ProgramResult {
    let folder = try TemporaryFolder(Self.script, "INT. HALL - DAY\n\nIt is dark.\n")
    try row.write(folder, size)
    var environment = row.environment
    environment["PROGRAM"] = Guion2audio.path
    if let shell = row.shell {
      return try Program.run("sh", ["-c", shell], in: folder.path, environment: environment)
    }
    return try Program.run(
      Guion2audio.path, row.words, in: folder.path, environment: environment)
  }

  @Test(arguments: files + texts)
  func `one byte above the limit is the only error`(_ row: Row) throws {
    let result = try run(row, size: row.limit.maximum + 1)
    #expect(result.status == row.code, "\(result.errors.prefix(500))")
    let found = result.errors.lines.filter { $0.contains(row.message) }
    #expect(found.count == 1, "\(row.message): \(result.errors.prefix(500))")
    // A manifest is not an input of a book, so its error has no code.
    if row.limit != .manifest {
      #expect(found.allSatisfy { $0.hasSuffix("error: \(row.message) [too-large]") })
    }
  }

  @Test(arguments: files + texts)
  func `an input at the limit is read`(_ row: Row) throws {
    let result = try run(row, size: row.limit.maximum)
    #expect(!result.errors.contains(row.message), "\(result.errors.prefix(500))")
    #expect(!result.errors.contains("too-large"), "\(result.errors.prefix(500))")
  }

  @Test func `a title from the command line is wrong usage`() throws {
    let folder = try TemporaryFolder(Self.script, "It is dark.\n")
    let most = InputLimit.title.maximum
    for option in ["--title", "--author"] {
      let result = try Guion2audio.run(
        "plan", Self.script, option, String(repeating: "x", count: most + 1), in: folder, exits: 64)
      #expect(result.errors.contains("\(option) is larger than 10 kB; shorten it"))
      try Guion2audio.run(
        "plan", Self.script, option, String(repeating: "x", count: most), in: folder, exits: 0)
    }
  }

  @Test func `a key above its limit is refused`() throws {
    let folder = try TemporaryFolder()
    let key = String(repeating: "k", count: InputLimit.key.maximum + 1)
    let result = try Guion2audio.run(
      "providers", "login", "elevenlabs", "--no-verify", in: folder, input: key + "\n", exits: 65)
    #expect(result.errors == "guion2audio: \(InputLimit.key.message)\n")
  }

  @Test func `a journal above its limit stops a build`() throws {
    let folder = try TemporaryFolder(Self.script, "It is dark.\n")
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "out/.guion2audio"), withIntermediateDirectories: true)
    let journal = try folder.write("", as: "out/.guion2audio/journal")
    #expect(truncate(journal, InputLimit.record.maximum + 1) == 0)
    let result = try Guion2audio.run(Self.script, "-o", "out", in: folder, exits: 73)
    #expect(result.errors.contains(InputLimit.record.message), "\(result.errors)")
  }

  /// A long text in a script has no limit of its own.
  ///
  /// The time of each command is proportional to the length of the text.
  @Test(arguments: [
    "INT. X - DAY\n\nIt is dark.", "X\nHello.", "ANN\n(x)\nHello.", "ANN\nX",
    "# X\n\n# Y\n\nHello.",
    "!x", "[[x]]\n\nHello.", "> X:\n\nHello.",
  ])
  func `a long text is planned and checked`(_ form: String) throws {
    let words = String(repeating: "lorem ipsum ", count: 10_000) + "dolor"
    let script =
      "INT. HALL - DAY\n\n"
      + form.replacing("X", with: words.uppercased()).replacing("x", with: words) + "\n"
    let folder = try TemporaryFolder(Self.script, script)
    for command in ["plan", "check", "cast"] {
      try Guion2audio.run(command, Self.script, in: folder, exits: 0)
    }
  }

  @Test func `the documentation lists every limit`() throws {
    let page = try ReferencePage.inputs.text
    for limit in InputLimit.all {
      #expect(page.contains("| \(limit.name) | \(limit.size) | \(limit.reason) |"))
    }
  }
}
