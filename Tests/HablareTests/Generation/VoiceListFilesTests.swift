import Foundation
import TestSupport
import Testing

@testable import Hablare

struct VoiceListFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var lists: VoiceListFiles { VoiceListFiles(folder: folder.path(of: "lists")) }

  private static let date = Date(timeIntervalSinceReferenceDate: 800_000_000.25)

  private static func list(_ ids: String..., after seconds: Double = 0) -> VoiceList {
    VoiceList(
      fetchedAt: date + seconds,
      voices: ids.map {
        Voice(
          id: $0, name: "Voice \($0)", providerId: "p", language: "en-GB", locality: "GB",
          gender: "female", quality: "high", category: "premade", labels: ["age": "old"],
          description: "calm", previewURL: URL(string: "https://example.org/\($0).mp3"))
      })
  }

  @Test func `a list is read back completely and in order, and replaces the earlier list`()
    async throws
  {
    #expect(try await lists.cachedList(of: "p", language: "en") == nil)
    for list in [Self.list("c", "a", "b"), Self.list("d", after: 1), Self.list(after: 2)] {
      try await lists.cache(list, of: "p", language: "en")
      #expect(try await lists.cachedList(of: "p", language: "en") == list)
    }
    #expect(try await lists.cachedList(of: "p", language: "en-GB") == nil)
    #expect(try folder.names(in: "lists") == ["p@en.json"])
  }

  /// No name leads out of the folder.
  @Test func `a list can be stored under any provider name and language`() async throws {
    let names = [
      "", "p", "P", "p@en", "p.json", "..", ".", "../p", "/p", "p#", "p\u{0}q", "é", "e\u{301}",
      "\n", "%", "%2E", String(repeating: "x", count: 10_000), String(repeating: "x", count: 9_999),
    ]
    let languages = ["", "en", "..", "/"]
    for (index, name) in names.enumerated() {
      for language in languages {
        try await lists.cache(Self.list("\(index)\(language)"), of: name, language: language)
      }
    }
    for (index, name) in names.enumerated() {
      for language in languages {
        let list = try await lists.cachedList(of: name, language: language)
        #expect(list?.voices.map(\.id) == ["\(index)\(language)"])
      }
    }
    #expect(try folder.names() == ["lists"])
    #expect(try folder.names(in: "lists").count == names.count * languages.count)
    try await lists.removeLists(of: "p", language: nil)
    #expect(try folder.names(in: "lists").count == (names.count - 1) * languages.count)
  }

  @Test(arguments: [
    ("en" as String?, ["p.json", "p@de.json", "q@en.json"]),
    ("", ["p@de.json", "p@en.json", "q@en.json"]),
    ("fr", ["p.json", "p@de.json", "p@en.json", "q@en.json"]), (nil, ["q@en.json"]),
  ])
  func `one language or all lists of one provider can be removed`(
    language: String?, left: [String]
  ) async throws {
    for (provider, language) in [("p", ""), ("p", "en"), ("p", "de"), ("q", "en")] {
      try await lists.cache(Self.list("a"), of: provider, language: language)
    }
    try await lists.removeLists(of: "p", language: language)
    #expect(try folder.names(in: "lists").sorted() == left)
  }

  @Test(arguments: [
    Data(), Data("{".utf8), Data("[]".utf8), Data("{\"list\":{\"voices\":[]}}".utf8),
    Data([0xFF, 0xFE]),
  ])
  func `a damaged file is treated as missing, and is replaced`(contents: Data) async throws {
    try await lists.cache(Self.list("a"), of: "p", language: "en")
    try contents.write(to: URL(filePath: folder.path(of: "lists/p@en.json")))
    #expect(try await lists.cachedList(of: "p", language: "en") == nil)
    try await lists.cache(Self.list("b"), of: "p", language: "en")
    #expect(try await lists.cachedList(of: "p", language: "en") == Self.list("b"))
  }

  @Test func `a file with the list of another provider, and a folder, are treated as missing`()
    async throws
  {
    try await lists.cache(Self.list("a"), of: "p", language: "en")
    try FileManager.default.copyItem(
      atPath: folder.path(of: "lists/p@en.json"), toPath: folder.path(of: "lists/q@en.json"))
    #expect(try await lists.cachedList(of: "q", language: "en") == nil)
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "lists/r@en.json"), withIntermediateDirectories: true)
    #expect(try await lists.cachedList(of: "r", language: "en") == nil)
  }

  @Test(arguments: [
    (0.0, false), (86_400, false), (86_400.5, true), (-5, true), (1e9, true),
  ])
  func `a list is outdated after a day, and if its date is in the future`(
    age: Double, isStale: Bool
  ) {
    #expect(Self.list("a").isStale(now: Self.date + age) == isStale)
  }
}
