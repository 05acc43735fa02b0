import Foundation
import Guion
import Narration
import TestSupport
import Testing

/// Tests of the table of codes, which help, cast and documentation read.
@Suite struct LintCodeTests {
  private static let root: URL = {
    (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  }()

  @Test func everyCodeIsListedOnceAndComplete() {
    #expect(Set(LintCode.all.map(\.name)).count == LintCode.all.count)
    for code in LintCode.all {
      #expect(code.name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil)
      #expect(!code.meaning.isEmpty && !code.example.isEmpty && !code.advice.isEmpty)
      #expect(code.meaning.hasSuffix(".") && code.advice.hasSuffix("."), "\(code.name)")
      #expect(LintCode.named(code.name) == code)
    }
  }

  /// The example of a check is a script in which the check finds something, and no other check finds anything
  /// worse.
  @Test(arguments: [
    "look-alike-cue", "cue-without-dialogue", "cue-without-blank", "split-dialogue",
    "heading-without-blank", "slugline-time", "speaks-once", "unspeakable-text",
    "unmatched-direction", "mixed-language", "lone-dual-dialogue", "unclosed-note",
    "unclosed-boneyard", "unforced-transition", "page-furniture", "private-section",
  ])
  func examplesHaveTheirFindings(_ name: String) throws {
    let code = try #require(LintCode.named(name))
    #expect(!Found.places(in: code.example, codes: [name]).isEmpty)
  }

  @Test func `the document example has its finding`() throws {
    let code = try #require(LintCode.named("uncast-speaker"))
    #expect(
      Found.places(in: code.example, codes: [code.name], format: .markdown)
        == ["1:1 uncast-speaker", "3:1 uncast-speaker"])
  }

  /// From rule set 1.2 on, these headings and words are read.
  @Test(arguments: [("unread-html", DocumentFormat.markdown), ("numbered-heading", .fountain)])
  func `the examples of older rules have their findings`(_ name: String, _ format: DocumentFormat)
    throws
  {
    let code = try #require(LintCode.named(name))
    var cast = Cast()
    cast.rules = .v1_1
    let found = Found.places(in: code.example, codes: [name], cast: cast, format: format)
    #expect(found == ["1:1 \(name)"])
    #expect(Found.places(in: code.example, codes: [name], format: format).isEmpty)
  }

  @Test func `the example of macros has its finding`() throws {
    let code = try #require(LintCode.named("silent-macros"))
    var cast = Cast()
    cast.rules = .v1_1
    #expect(Found.places(in: code.example, codes: [code.name], cast: cast) == ["1:1 silent-macros"])
  }

  /// Every code of a diagnostic in the sources has an entry.
  @Test func theSourcesUseNoOtherCode() throws {
    let sources = Self.root.appending(path: "Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?:[^.a-z]code: |report\(\s*)"([a-z0-9-]+)"/) {
        found.insert(String(match.output.1))
      }
    }
    #expect(found.count > 40)
    #expect(found.subtracting(LintCode.all.map(\.name)).isEmpty)
  }

  @Test func theDocumentationHasEveryCode() throws {
    let text = try ReferencePage.diagnostics.text
    let missing = LintCode.all.map(\.name).filter { !text.contains("`\($0)`") }
    #expect(missing.isEmpty)
  }
}
