import Foundation
import TestSupport
import Testing

/// Tests of the user's `defaults`: every option either can have a default or belongs to one run.
@Suite struct UserDefaultTests {
  private func says(_ name: String, _ json: String) throws -> (status: Int32, errors: String) {
    let folder = try TemporaryFolder()
    try folder.write("{ \"defaults\": { \"\(name)\": \(json) } }", as: "config.json")
    let result = try Program.run(
      Guion2audio.path, ["cache", "--cache", folder.path(of: "cache")], in: folder.path,
      environment: ["GUION2AUDIO_CONFIG": folder.path(of: "config.json")])
    return (result.status, result.errors)
  }

  /// Returns every option, with the words that fish offers for its value.
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

  /// Values of every form.
  ///
  /// Every option that can have a default accepts one of them.
  private static let samples = [
    "true", "1", "\"/tmp/x\"", "\"500M\"", "\"espeak://en-us\"", "\"en-GB\"", "-19", "24", "64",
    "44100",
  ]

  @Test func `every option has a default or belongs to one run`() throws {
    let options = try Self.options()
    #expect(options.count > 40)
    var defaults: Set<String> = []
    for (name, words) in options {
      let first = try says(name, "true")
      if first.errors.contains("--\(name) applies to one run only and cannot have a default") {
        #expect(first.status == 78)
        continue
      }
      defaults.insert(name)
      let values = Self.samples + words.map { "\"\($0)\"" }
      let fits = try values.contains { try says(name, $0).status == 0 }
      #expect(fits, "no value of --\(name) is accepted: \(first.errors)")
    }
    #expect(
      defaults.isSuperset(of: ["format", "diagnostics", "cache-limit", "max-cost", "strict"]))
    #expect(
      defaults.isDisjoint(with: ["cast", "gains", "merge", "man", "completions", "no-verify"]))
  }

  /// A default accepts every value that a shell offers for its option.
  @Test func `a default accepts every word that the option accepts`() throws {
    for (name, words) in try Self.options() where try says(name, "0").errors.contains(name) {
      for word in words where word != "none" {
        let said = try says(name, "\"\(word)\"")
        let isOfOneRun = said.errors.contains("applies to one run")
        #expect(said.status == 0 || isOfOneRun, "--\(name) \(word): \(said.errors)")
      }
    }
  }
}
