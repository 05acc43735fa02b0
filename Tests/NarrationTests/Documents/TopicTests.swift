import Foundation
import Testing

/// Tests that the pages of each library list its public types.
@Suite struct TopicTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources")

  private static func text(of file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  private static func files(of module: String, _ ending: String) throws -> [URL] {
    let folder = sources.appending(path: module)
    let all = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return all.compactMap { $0 as? URL }.filter { $0.pathExtension == ending }
  }

  @Test(arguments: [
    ("Guion", 20), ("Hablare", 60), ("HablareTesting", 2), ("Audio", 8), ("Narration", 40),
    ("Audiobook", 35), ("HablareStore", 15),
  ])
  func `the topics include every public type`(module: String, least: Int) throws {
    let pages = try Self.files(of: module, "md").map(Self.text).joined()
    let declaration =
      #/
      (?m)^(?:@\w+\ )*public\ (?:final\ |indirect\ )*(?:struct|class|enum|protocol|actor|typealias)
      \ (\w+)
      /#
    var types: Set<String> = []
    for file in try Self.files(of: module, "swift") {
      for match in try Self.text(of: file).matches(of: declaration) {
        types.insert(String(match.1))
      }
    }
    #expect(types.count >= least)
    let missing = types.filter { !pages.contains("- ``\($0)``") }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }
}
