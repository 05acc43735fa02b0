import Foundation
import TestSupport
import Testing

/// Tests from the script's bytes to the manifest: notes and boneyards are in the elements, but not in the
/// manifest.
@Suite struct SilentWordsTests {
  @Test func noHiddenWordReachesTheManifest() throws {
    for seed in 1001...1015 as ClosedRange<UInt64> {
      let script = MarkedScript(seed: seed)
      let folder = try TemporaryFolder("s.fountain", script.source)
      let elements = try Guion2audio.run("elements", "s.fountain", in: folder, exits: 0).output
        .lowercased()
      try Guion2audio.run(
        "s.fountain", "-o", "out", "--split", "scene", "-q", "--format", "wav", in: folder, exits: 0
      )
      let manifest = try folder.text(of: "out/manifest.json").lowercased()
      let chapters = try #require(
        try folder.json(of: "out/manifest.json")["chapters"] as? [[String: Any]])
      let heard = chapters.flatMap { $0["items"] as? [[String: Any]] ?? [] }
        .compactMap { $0["text"] as? String }.joined(separator: "\n").lowercased()
      for word in script.spoken {
        #expect(elements.contains(word))
        let count = heard.split(separator: word, omittingEmptySubsequences: false).count - 1
        #expect(count == 1, "seed \(seed): \(word) \(count) times in\n\(script.source)")
      }
      for word in script.silent {
        #expect(!manifest.contains(word), "seed \(seed): \(word) in\n\(script.source)")
      }
    }
  }
}
