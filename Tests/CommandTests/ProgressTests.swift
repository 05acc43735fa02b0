import Foundation
import TestSupport
import Testing

@Suite struct ProgressTests {
  private func events(_ text: String) throws -> [[String: Any]] {
    try text.lines.map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  private func keys(_ event: [String: Any]) -> [String] { event.keys.sorted() }

  @Test func everyLineIsJSONWithTheDocumentedFields() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run(
      "s.fountain", "-o", "out", "--progress", "json", "-j", "2", in: folder, exits: 0)
    let events = try events(result.errors)
    let fields: [String: [String]] = [
      "start": ["chapters", "event", "items", "reused"],
      "item": ["audioSeconds", "chapter", "done", "eta", "event", "total"],
      "chapter": ["duration", "event", "file", "index"],
      "end": ["chapters", "duration", "event", "failed", "wall"],
    ]
    for event in events {
      let name = try #require(event["event"] as? String)
      #expect(keys(event) == fields[name])
    }
    let names = events.compactMap { $0["event"] as? String }
    #expect(names.first == "start")
    #expect(names.last == "end")
    #expect(names.filter { $0 == "chapter" }.count == 3)
    #expect(names.filter { $0 == "start" || $0 == "end" }.count == 2)
  }

  @Test func theNumbersAddUp() throws {
    let folder = try TemporaryFolder(
      "s.fountain", Script.long(scenes: 4, lines: 3) + Script.twoScenes)
    let result = try Guion2audio.run(
      "s.fountain", "-o", "out", "--progress=json", in: folder, exits: 0)
    let events = try events(result.errors)
    let manifest = try folder.json(of: "out/manifest.json")
    let chapters = try #require(manifest["chapters"] as? [[String: Any]])
    let items = chapters.compactMap { ($0["items"] as? [Any])?.count }.reduce(0, +)
    #expect(events.first?["items"] as? Int == items)
    #expect(events.first?["chapters"] as? Int == chapters.count)
    let done = events.filter { $0["event"] as? String == "item" }.compactMap { $0["done"] as? Int }
    #expect(done == done.sorted())
    #expect(done.last == items)
    let seconds = events.compactMap { $0["audioSeconds"] as? Double }
    #expect(seconds == seconds.sorted())
    let finished = events.filter { $0["event"] as? String == "chapter" }
    #expect(Set(finished.compactMap { $0["index"] as? Int }) == Set(1...chapters.count))
    for event in finished {
      let chapter = chapters.first { $0["index"] as? Int == event["index"] as? Int }
      #expect(event["file"] as? String == chapter?["file"] as? String)
      let (told, written) = (
        event["duration"] as? Double ?? 0, chapter?["duration"] as? Double ?? 1
      )
      #expect(abs(told - written) <= 0.0005)
    }
    #expect(events.last?["chapters"] as? Int == chapters.count)
    #expect(events.last?["failed"] as? Int == 0)
  }

  @Test func warningsAreJSONToo() throws {
    let folder = try TemporaryFolder("s.fountain", "ANN\nHi.\n\nANNABEL\nHo.\n")
    try folder.write(
      #"{"characters": {"ANN": "espeak://en", "ANNABELL": "espeak://en"}}"#, as: "cast.json")
    let result = try Guion2audio.run("s.fountain", "--progress", "json", in: folder, exits: 0)
    let warning = try #require(
      try events(result.errors).first { $0["event"] as? String == "diagnostic" })
    #expect(warning["code"] as? String == "uncast-character")
    #expect(warning["line"] as? Int == 4)
  }

  @Test func plainPrintsALineForEachChapter() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run(
      "s.fountain", "-o", "out", "--progress", "plain", "-j", "1", in: folder, exits: 0)
    let lines = result.errors.lines
    #expect(lines.count == 4)
    for (index, line) in lines.prefix(3).enumerated() {
      #expect(line.hasPrefix("[\(index + 1)/3] 00"))
    }
    #expect(
      Set(lines.prefix(3).map { $0.dropFirst(6).split(separator: "  ").first.map(String.init) })
        == Set(Script.twoSceneFiles.map(Optional.some)))
    #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("\r"))
  }

  /// Without a terminal `auto` means plain.
  ///
  /// A bar is drawn only on request.
  @Test func autoMeansPlainInAFile() throws {
    let folder = try TemporaryFolder("s.fountain", "Words.")
    let auto = try Guion2audio.run("s.fountain", "-o", "a", in: folder, exits: 0)
    #expect(auto.errors.lines.first?.hasPrefix("[1/1] 001 s.mp3  0:0") == true)
    let bar = try Guion2audio.run(
      "s.fountain", "-o", "b", "--progress", "bar", in: folder, exits: 0)
    #expect(bar.errors.hasPrefix("\r["))
    #expect(bar.errors.lines.last?.contains(" files written, ") == true)
  }

  @Test func nonePrintsOnlyTheSummary() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Guion2audio.run(
      "s.fountain", "-o", "out", "--progress", "none", in: folder, exits: 0)
    #expect(result.errors.lines.count == 1)
    #expect(result.errors.hasPrefix("3 chapters rendered, "))
  }
}
