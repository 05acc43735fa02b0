import Foundation
import TestSupport
import Testing

/// Tests of estimates for espeak's voices, before and after a build.
@Suite struct PlanLearningTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples").standardized

  private func run(_ words: String..., in folder: TemporaryFolder) throws -> ProgramResult {
    let result = try Program.run(
      Guion2audio.path, words + ["--cache", "cache"], in: folder.path)
    try #require(result.status == 0, "\(words): \(result.errors)")
    return result
  }

  private func plan(_ input: String, in folder: TemporaryFolder) throws -> [String: Any] {
    let result = try run("plan", input, "-o", "out", "--json", in: folder)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  /// Returns the error of a plan's estimate, as a fraction of the duration in the folder.
  private func error(_ plan: [String: Any]) throws -> Double {
    let estimate = try #require(plan["builtEstimate"] as? Double)
    return abs(estimate / (try #require(plan["builtSeconds"] as? Double)) - 1)
  }

  /// Before the build, espeak's usual pace is correct to a few percent.
  ///
  /// After it, the measured pace is used.
  @Test(arguments: [
    "de/die-geduld.fountain", "fr/l-ascenseur.fountain", "es/la-masa-madre.fountain",
  ])
  func `the second estimate is closer`(_ example: String) throws {
    let folder = try TemporaryFolder()
    let input = Self.examples.appending(path: example).path
    let before = try #require(try plan(input, in: folder)["seconds"] as? Double)
    #expect(try folder.names().isEmpty)
    let built = try run(input, "-o", "out", "-v", in: folder)
    let summary =
      #/the rendered chapters have [0-9.]+ seconds of audio; the estimate of [0-9.]+ seconds was /#
    #expect(built.errors.contains(summary))
    let known = try plan(input, in: folder)
    let actual = try #require(known["builtSeconds"] as? Double)
    let manifest = try folder.json(of: "out/manifest.json")
    #expect(abs(actual - (try #require(manifest["duration"] as? Double))) < 0.001)
    #expect(abs(before / actual - 1) < 0.06)
    let after = try error(known)
    // A first estimate can be right by chance.
    #expect(after < max(0.01, abs(before / actual - 1)), "\(before) \(after) \(actual)")
    #expect(after < 0.01)
    let roles = try #require(known["roles"] as? [[String: Any]])
    #expect(roles.allSatisfy { $0["measured"] as? Bool == true })
    let text = try run("plan", input, "-o", "out", in: folder).output
    #expect(
      text.firstMatch(
        of:
          /\nthe folder has [0-9.]+ seconds of audio; the estimate of [0-9.]+ seconds was (right|[0-9.]+ % too [a-z]+)\n/
      )
        != nil, "\(text)")
  }

  @Test func `without a cache nothing is learned, and another cache knows nothing`() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let environment = ["XDG_CACHE_HOME": folder.path(of: "home")]
    let first = try Guion2audio.run(
      "plan", "s.fountain", "--json", in: folder, environment: environment)
    let built = try Guion2audio.run(
      "s.fountain", "-v", "--no-cache", in: folder, environment: environment)
    #expect(built.status == 0)
    #expect(built.errors.contains("rendered"))
    #expect(!folder.exists("home/guion2audio/paces"))
    _ = try Guion2audio.run("s.fountain", "--force", in: folder, environment: environment)
    #expect(folder.exists("home/guion2audio/paces"))
    let unknown = try Guion2audio.run(
      "plan", "s.fountain", "-o", "new", "--json", "--no-cache", in: folder,
      environment: environment)
    #expect(
      unknown.output == first.output.replacing(#""./s.audiobook""#, with: #""new""#))
    let known = try Guion2audio.run(
      "plan", "s.fountain", "-o", "new", "--json", in: folder, environment: environment)
    #expect(known.output != unknown.output)
    _ = try Guion2audio.run("cache", "clear", in: folder, environment: environment)
    #expect(!folder.exists("home/guion2audio/paces"))
  }

  /// The book has the same bytes, whatever was learned before.
  @Test func `learned paces change no audio`() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    for build in ["one", "two"] {
      _ = try run("s.fountain", "-o", build, "--format", "wav", in: folder)
    }
    #expect(try folder.contents(of: "one") == folder.contents(of: "two"))
    #expect(folder.exists("cache/paces"))
  }

  @Test func `an unwritable cache is not an error`() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try folder.write("a file", as: "cache")
    _ = try run("s.fountain", in: folder)
    _ = try run("plan", "s.fountain", in: folder)
  }
}
