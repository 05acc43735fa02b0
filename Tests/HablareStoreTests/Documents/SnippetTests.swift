import Foundation
import Testing

/// Tests that `FromSwiftHablareTests` compiles and runs the code in Documentation/from-swifthablare.md.
@Suite struct SnippetTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..")

  private static func lines(of path: String) throws -> [String] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
      .components(separatedBy: "\n")
  }

  /// Returns the blocks of a page by the name in the comment above each.
  ///
  /// A block without a name gets the name "".
  private static func blocks() throws -> [String: String] {
    var blocks: [String: String] = [:]
    var name = ""
    var code: [String]?
    for line in try lines(of: "Documentation/from-swifthablare.md") {
      if let open = code {
        if line == "```" {
          blocks[name] = open.joined(separator: "\n")
          (name, code) = ("", nil)
        } else {
          code = open + [line]
        }
      } else if line == "```swift" {
        code = []
      } else if line.hasPrefix("<!-- snippet: "), line.hasSuffix(" -->") {
        name = String(line.dropFirst("<!-- snippet: ".count).dropLast(" -->".count))
      }
    }
    return blocks
  }

  /// Returns the text between the marks in the tests, without its indentation.
  private static func regions() throws -> [String: String] {
    var regions: [String: String] = [:]
    var name: String?
    var code: [String] = []
    for line in try lines(of: "Tests/HablareStoreTests/Documents/FromSwiftHablareTests.swift") {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("// snippet: ") {
        (name, code) = (String(words.dropFirst("// snippet: ".count)), [])
      } else if words == "// end", let ended = name {
        regions[ended] = undented(code)
        name = nil
      } else {
        code.append(line)
      }
    }
    return regions
  }

  private static func undented(_ code: [String]) -> String {
    let depth = code.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return code.map { String($0.dropFirst(depth)) }.joined(separator: "\n")
  }

  @Test func `every block of the page is compiled`() throws {
    let (blocks, regions) = (try Self.blocks(), try Self.regions())
    #expect(blocks.keys.sorted() == regions.keys.sorted())
    #expect(blocks.count >= 10)
    for (name, code) in regions { #expect(blocks[name] == code, "\(name)") }
  }

  @Test(arguments: [
    "VoiceProvider", "VoiceProviderRegistry", "VoiceProviderDescriptor", "GenerationService",
    "GenerationResult", "SpeakableItem", "SpeakableGroup", "SpeakableItemList", "TypedDataStorage",
    "VoiceCacheModel", "VoiceModel", "KeychainManager", "UserDefaults", "ModelContext", "@Query",
    "VoicePicker", "LanguagePicker", "ProviderPickerView", "GenerateAudioButton",
    "GenerateGroupButton", "AVFoundation", "AppleVoiceProvider", "ElevenLabsVoiceProvider",
    "LanguageCodeResolver", "BackgroundTaskManager", "CharacterVoiceMapper",
    "ScreenplayToSpeechProcessor", "SpeechLogicRulesV1_0", "GuionElement", "GuionDocumentModel",
    "GuionElementModel", "ElementType", "chapterIndex", "orderIndex", "FountainParser", "TextPack",
    "SourceRange",
  ])
  func `the page lists a counterpart for each concept`(concept: String) throws {
    let rows = try Self.lines(of: "Documentation/from-swifthablare.md").filter {
      $0.hasPrefix("| ")
    }
    let first = rows.compactMap { $0.split(separator: "|").first }
    #expect(first.contains { $0.contains("`\(concept)`") || $0.contains("`\(concept)") })
  }
}
