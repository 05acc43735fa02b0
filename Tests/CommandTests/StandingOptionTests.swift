import Foundation
import TestSupport
import Testing

/// The user's `defaults`: every option of the command has one, or belongs to one run.
@Suite struct StandingOptionTests {
  private func says(_ name: String, _ json: String) throws -> (status: Int32, errors: String) {
    let folder = try TemporaryFolder()
    try folder.write("{ \"defaults\": { \"\(name)\": \(json) } }", as: "config.json")
    let result = try Program.run(
      Guion2audio.path, ["cache", "--cache", folder.path(of: "cache")], in: folder.path,
      environment: ["GUION2AUDIO_CONFIG": folder.path(of: "config.json")])
    return (result.status, result.errors)
  }

  /// Every option with the words that fish offers for its value.
  private static func options() throws -> [(name: String, words: [String])] {
    let fish = try Program.run(Guion2audio.path, ["help", "--completions", "fish"], in: "/")
    var found: [String: [String]] = [:]
    for line in fish.output.split(separator: "\n") {
      guard let name = line.firstMatch(of: /-l ([a-z-]+)/)?.output.1 else { continue }
      let words = line.firstMatch(of: /-a '([^']*)'/)?.output.1.split(separator: " ") ?? []
      found[String(name)] = words.map(String.init)
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Values of every form: one of them fits an option that has a default.
  private static let samples = [
    "true", "1", "\"/tmp/x\"", "\"500M\"", "\"espeak://en-us\"", "\"en-GB\"", "-19", "64", "44100",
  ]

  @Test func `every option has a default or belongs to one run`() throws {
    let options = try Self.options()
    #expect(options.count > 40)
    var standing: Set<String> = []
    for (name, words) in options {
      let first = try says(name, "true")
      if first.errors.contains("--\(name) applies to one run only and cannot have a default") {
        #expect(first.status == 78)
        continue
      }
      standing.insert(name)
      let values = Self.samples + words.map { "\"\($0)\"" }
      let fits = try values.contains { try says(name, $0).status == 0 }
      #expect(fits, "no value of --\(name) is accepted: \(first.errors)")
    }
    #expect(
      standing.isSuperset(of: ["format", "diagnostics", "cache-limit", "max-cost", "strict"]))
    #expect(
      standing.isDisjoint(with: ["cast", "gains", "merge", "man", "completions", "no-verify"]))
  }

  /// What a shell offers for a value is a value of the default as well.
  @Test func `a default takes every word that the option takes`() throws {
    for (name, words) in try Self.options() where try says(name, "0").errors.contains(name) {
      for word in words where word != "none" {
        let said = try says(name, "\"\(word)\"")
        let isOfOneRun = said.errors.contains("belongs to one run")
        #expect(said.status == 0 || isOfOneRun, "--\(name) \(word): \(said.errors)")
      }
    }
  }
}
