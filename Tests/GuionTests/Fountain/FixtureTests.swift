import Guion
import Testing

/// Tests of the scripts in Fixtures/fountain.
///
/// Next to each script is an outline with the position of every element.
@Suite struct FixtureTests {
  static let names = ["line-ends", "notes-and-boneyards", "speech-or-not", "not-utf8"]

  private static let folder: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(4).joined(separator: "/") + "/Fixtures/fountain/"
  }()

  @Test(arguments: names) func outline(_ name: String) throws {
    let parsed = try FountainParser(file: Self.folder + name + ".fountain")
    let expected = try SourceFile.bytes(of: Self.folder + name + ".outline")
    #expect(describe(parsed) == String(decoding: expected, as: UTF8.self))
  }

  private func describe(_ parsed: FountainParser) -> String {
    var lines = parsed.titlePage.map { "\($0.key): \($0.values.joined(separator: " / "))" }
    lines += zip(parsed.elements.places, parsed.elements).map { "\($0) \($1.outline)" }
    lines += parsed.diagnostics.map(\.description)
    return lines.map { $0 + "\n" }.joined()
  }
}
