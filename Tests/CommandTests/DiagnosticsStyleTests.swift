import Foundation
import TestSupport
import Testing

/// Tests of `--diagnostics`, with the same findings in every form.
@Suite struct DiagnosticsStyleTests {
  /// A name with characters that the forms have to escape.
  ///
  /// Message and line have such characters too.
  private static let name = "a, b: 100% é.fountain"

  private static func stage() throws -> TemporaryFolder {
    // The note begins after two characters of two bytes each.
    let folder = try TemporaryFolder(name, "INT. HOUSE 50%\n\nJOHN\néé [[open \"quote\n")
    try folder.write(#"{"narrator": "espeak://en-uk"}"#, as: "cast.json")
    return folder
  }

  private struct Findings: Decodable {
    struct Finding: Decodable, Equatable {
      var severity: String
      var code: String
      var message: String
      var file: String?
      var line: Int?
      var column: Int?
    }

    var findings: [Finding]
  }

  private static func findings(_ text: String) throws -> [Findings.Finding] {
    try JSONDecoder().decode(Findings.self, from: Data(text.utf8)).findings
  }

  @Test func json() throws {
    let folder = try Self.stage()
    let result = try Guion2audio.run(
      "check", Self.name, "--diagnostics", "json", in: folder, exits: 65)
    let found = try Self.findings(result.output)
    #expect(found.map(\.code) == ["slugline-time", "unclosed-note", "unknown-voice"])
    #expect(found.map(\.severity) == ["warning", "warning", "error"])
    #expect(found.map(\.file) == [Self.name, Self.name, "cast.json"])
    #expect(found.map(\.line) == [1, 4, 1] && found.map(\.column) == [1, 6, 14])
    try folder.write("JOHN\nHello.\n", as: "clean.fountain")
    try folder.write("{}", as: "cast.json")
    let clean = try Guion2audio.run(
      "check", "clean.fountain", "--diagnostics=json", in: folder, exits: 0)
    #expect(try Self.findings(clean.output).isEmpty)
  }

  @Test func workflowAnnotations() throws {
    let result = try Guion2audio.run(
      "check", Self.name, "--diagnostics", "github", in: try Self.stage(), exits: 65)
    let file = "file=a%2C b%3A 100%25 é.fountain"
    #expect(
      result.output.lines.first
        == "::warning \(file),line=1,col=1,title=slugline-time::this heading has no time of day; add "
        + "one, such as \"INT. HOUSE 50%25 - DAY\"")
    #expect(result.output.lines.last?.hasPrefix("::error file=cast.json,line=1,col=14,") == true)
    #expect(result.output.lines.allSatisfy { $0.hasPrefix("::") })
  }

  @Test func `a report of code quality has every finding with its line`() throws {
    struct Entry: Decodable {
      struct Location: Decodable {
        struct Lines: Decodable { var begin: Int }
        var path: String
        var lines: Lines
      }
      var description: String
      var check_name: String
      var fingerprint: String
      var severity: String
      var location: Location
    }
    func report(_ folder: TemporaryFolder) throws -> [Entry] {
      let result = try Guion2audio.run(
        "check", Self.name, "--diagnostics", "gitlab", in: folder, exits: 65)
      return try JSONDecoder().decode([Entry].self, from: Data(result.output.utf8))
    }
    let folder = try Self.stage()
    let found = try report(folder)
    #expect(found.map(\.check_name) == ["slugline-time", "unclosed-note", "unknown-voice"])
    #expect(found.map(\.severity) == ["minor", "minor", "critical"])
    #expect(found.map(\.location.path) == [Self.name, Self.name, "cast.json"])
    #expect(found.map(\.location.lines.begin) == [1, 4, 1])
    #expect(Set(found.map(\.fingerprint)).count == 3)
    // A finding keeps its fingerprint if lines are inserted above it. A second similar finding gets a
    // different fingerprint.
    let text = "JOHN\nWho?\n\n" + (try folder.text(of: Self.name))
    try folder.write(text + "\nINT. HOUSE 50%\n\nJOHN\nMe.\n", as: Self.name)
    let moved = try report(folder)
    #expect(moved.map(\.location.lines.begin) == [4, 7, 9, 1])
    #expect(Set(found.map(\.fingerprint)).isSubset(of: Set(moved.map(\.fingerprint))))
    #expect(Set(moved.map(\.fingerprint)).count == 4)
    // The subject is part of the fingerprint: a corrected finding does not take the place of another one.
    try folder.write(text + "\nINT. CELLAR 50%\n\nJOHN\nMe.\n", as: Self.name)
    let other = try report(folder)
    #expect(other[2].check_name == moved[2].check_name)
    #expect(other[2].fingerprint != moved[2].fingerprint)
    #expect(other[3].fingerprint == moved[3].fingerprint)
  }

  @Test(arguments: ["text", "json", "github", "gitlab", "sarif"])
  func `an unreadable input is in every report`(style: String) throws {
    let folder = try TemporaryFolder("a.md", "Hello.\n")
    let result = try Guion2audio.run(
      "check", "a.md", "missing.md", "--diagnostics", style, in: folder, exits: 66)
    #expect(result.output.contains("cannot read missing.md: No such file or directory"))
    #expect(result.errors == "1 error, 0 warnings, 0 notes\n")
  }

  /// A Python script that checks what the schema of SARIF 2.1.0 (OASIS, errata 01) requires of the members in
  /// use.
  ///
  /// The script also checks that there are no other members.
  ///
  /// The schema itself is not installed on the machines that test.
  private static let sarifCheck = """
    import json, sys
    def members(value, required, optional=()):
        assert isinstance(value, dict), value
        assert set(required) <= set(value) <= set(required) | set(optional), value
    def text(value):
        assert isinstance(value, str) and value, value
    LEVELS = {"none", "note", "warning", "error"}
    log = json.load(open(sys.argv[1], encoding="utf-8"))
    members(log, ["version", "runs"], ["$schema"])
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    members(run, ["tool"], ["results", "columnKind"])
    assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
    members(run["tool"], ["driver"])
    driver = run["tool"]["driver"]
    members(driver, ["name"], ["version", "rules"])
    rules = [rule["id"] for rule in driver["rules"]]
    assert len(set(rules)) == len(rules)
    for rule in driver["rules"]:
        members(rule, ["id"], ["shortDescription", "help", "defaultConfiguration"])
        for key in {"shortDescription", "help"} & set(rule):
            members(rule[key], ["text"]); text(rule[key]["text"])
        members(rule.get("defaultConfiguration", {}), [], ["level", "enabled"])
        assert rule.get("defaultConfiguration", {}).get("level", "none") in LEVELS
    for result in run["results"]:
        members(result, ["message"], ["ruleId", "ruleIndex", "level", "locations"])
        members(result["message"], ["text"]); text(result["message"]["text"])
        assert rules[result["ruleIndex"]] == result["ruleId"] and result["level"] in LEVELS
        for location in result.get("locations", []):
            members(location, ["physicalLocation"])
            place = location["physicalLocation"]
            members(place, ["artifactLocation"], ["region"])
            members(place["artifactLocation"], ["uri"])
            uri = place["artifactLocation"]["uri"]
            assert uri and all(c.isalnum() and c.isascii() or c in "-._~/%:" for c in uri), uri
            region = place.get("region", {"startLine": 1})
            members(region, ["startLine"], ["startColumn"])
            assert all(isinstance(n, int) and n >= 1 for n in region.values())
            print(result["ruleId"], uri, region.get("startLine"), region.get("startColumn"))
    """

  @Test func sarif() throws {
    let folder = try Self.stage()
    let result = try Guion2audio.run(
      "check", Self.name, "--diagnostics", "sarif", in: folder, exits: 65)
    try folder.write(result.output, as: "log.sarif")
    let check = try Program.run("python3", ["-c", Self.sarifCheck, folder.path(of: "log.sarif")])
    try #require(check.status == 0, "\(check.errors)")
    // Columns count characters, not bytes.
    let uri = "a%2C%20b%3A%20100%25%20%C3%A9.fountain"
    #expect(
      check.output.lines == [
        "slugline-time \(uri) 1 1", "unclosed-note \(uri) 4 4", "unknown-voice cast.json 1 14",
      ])
  }

  @Test func sarifWithoutFindingsIsALogToo() throws {
    let folder = try TemporaryFolder("a.fountain", "JOHN\nHello.\n")
    let result = try Guion2audio.run(
      "check", "a.fountain", "--diagnostics", "sarif", in: folder, exits: 0)
    try folder.write(result.output, as: "log.sarif")
    let check = try Program.run("python3", ["-c", Self.sarifCheck, folder.path(of: "log.sarif")])
    #expect(check.status == 0 && check.output.isEmpty, "\(check.errors)")
  }

  /// A PDF has pages, and a Word document has paragraphs: no form calls them lines.
  @Test func `a place in a document without lines`() throws {
    let first = """
               INT. ROOM - DAY

               Rain falls on the window of a room that is so long
               that the line goes on.

                                   ANNA
                         Good morning to you, and to all.
      """
    let second = """
               INT. CELLAR

               BEN stands here, in his coat.

                                   BEN
                         Good morning.
      """
    let folder = try TemporaryFolder()
    try Data(MadePDF([first, second]).bytes).write(to: URL(filePath: folder.path(of: "s.pdf")))
    let paragraphs = ["One.", "Two.", "\u{4E2D}\u{6587}\u{5B57}\u{7B26}\u{5728}\u{8FD9}\u{91CC}."]
    let word = MadeWord(paragraphs.map { "<w:p><w:r><w:t>\($0)</w:t></w:r></w:p>" }.joined())
    try Data(word.bytes).write(to: URL(filePath: folder.path(of: "n.docx")))
    for (file, place, line, code) in [
      ("s.pdf", "page 2, line 1", 2001, "slugline-time"),
      ("n.docx", "paragraph 3", 3, "mixed-language"),
    ] {
      func check(_ style: String) throws -> String {
        try Guion2audio.run("check", file, "--diagnostics", style, in: folder, exits: 0).output
      }
      #expect(try check("text").contains("\(file): \(place): warning: "))
      #expect(
        try check("github").contains("::warning file=\(file),title=\(code)::\(place): this "))
      #expect(try check("gitlab").contains("\"description\": \"\(place): this "))
      #expect(try check("sarif").contains("\"text\": \"\(place): this "))
      #expect(try check("sarif").contains("startLine") == false)
      #expect(try Self.findings(check("json")).contains { $0.code == code && $0.line == line })
    }
    let cast = try Guion2audio.run("cast", "s.pdf", in: folder, exits: 0).output
    #expect(cast.contains("his coat, page 2, line 2"), "\(cast)")
  }

  /// `render` prints the findings on standard error.
  @Test func renderHasTheSameForms() throws {
    let folder = try Self.stage()
    for style in ["json", "sarif", "github"] {
      let result = try Guion2audio.run(
        "render", Self.name, "--diagnostics", style, in: folder, exits: 65)
      #expect(result.output.isEmpty)
      switch style {
      case "json":
        #expect(try Self.findings(result.errors).map(\.code) == ["unclosed-note", "unknown-voice"])
      case "sarif":
        try folder.write(result.errors, as: "log.sarif")
        let check = try Program.run(
          "python3", ["-c", Self.sarifCheck, folder.path(of: "log.sarif")])
        #expect(check.status == 0 && check.output.lines.count == 2, "\(check.errors)")
      default:
        #expect(result.errors.lines.allSatisfy { $0.hasPrefix("::") })
      }
    }
  }
}
