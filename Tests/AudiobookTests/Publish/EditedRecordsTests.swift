import Foundation
import Hablare
import HablareTesting
import TestSupport
import Testing

@testable import Audiobook

/// Tests of edited records.
///
/// A build accepts a whole line or ignores it.
@Suite struct EditedRecordsTests {
  private static let journal = ".guion2audio/journal"

  private let plain = ToneBook(ToneBook.threeScenes)

  private func bytes(of name: String, in folder: TemporaryFolder) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: folder.path(of: name))))
  }

  private func write(_ bytes: [UInt8], to name: String, in folder: TemporaryFolder) throws {
    try Data(bytes).write(to: URL(filePath: folder.path(of: name)))
  }

  private func findings(in folder: TemporaryFolder) async throws -> [Finding] {
    try await FolderVerifier(folder: folder.path, jobs: 1).verify().findings
  }

  // MARK: Journals

  @Test(arguments: [false, true])
  func `a build after an edit of the journal is a clean build`(hasCaptions: Bool) async throws {
    let folder = try TemporaryFolder()
    let book = ToneBook(ToneBook.threeScenes) { $0.options.captions = hasCaptions ? [.vtt] : [] }
    try await book.render(into: folder.path)
    let clean = try FolderState.contents(folder.path)
    let findings = try await findings(in: folder)
    var random = SeededGenerator(seed: hasCaptions ? 1 : 2)
    for number in 1...150 {
      let original = try bytes(of: Self.journal, in: folder)
      let edit = RandomEdit.apply(to: original, using: &random)
      try write(edit.bytes, to: Self.journal, in: folder)
      try await book.render(into: folder.path)
      let built = try FolderState.contents(folder.path)
      try #require(built == clean, "edit \(number), \(edit.kind)")
    }
    #expect(try await self.findings(in: folder) == findings)
  }

  /// Only the chapter of the edited line is rendered again.
  @Test(arguments: [
    (#""samples":"#, #""samples":1"#), (#""placements":["#, #""placements":[1"#),
    (#","check":""#, #","chick":""#), (#"{"chapter":"#, #"{"chaqter":"#),
  ])
  func `an edited line costs only its own chapter`(from: String, to: String) async throws {
    let folder = try TemporaryFolder()
    try await plain.render(into: folder.path)
    let clean = try FolderState.contents(folder.path)
    let journal = try folder.text(of: Self.journal)
    let place = try #require(journal.range(of: from))
    try folder.write(journal.replacingCharacters(in: place, with: to), as: Self.journal)
    #expect(try await plain.render(into: folder.path).reused == 2)
    #expect(try FolderState.contents(folder.path) == clean)
    #expect(try await plain.render(into: folder.path).reused == 3)
  }

  // MARK: Journals of earlier versions

  @Test func `a journal of an earlier version is read and gets checksums`() async throws {
    let folder = try TemporaryFolder()
    try await plain.render(into: folder.path)
    let journal = try folder.text(of: Self.journal)
    let unchecked = journal.replacing(/,"check":"[0-9a-f]{16}"/, with: "")
    #expect(unchecked != journal)
    try folder.write(unchecked, as: Self.journal)
    #expect(try await plain.render(into: folder.path).reused == 3)
    #expect(try folder.text(of: Self.journal) == journal)
  }

  /// A build of an earlier version was killed, and this version continues it.
  @Test func `a torn journal of an earlier version costs its last line`() async throws {
    let folder = try TemporaryFolder()
    try await plain.render(into: folder.path)
    let clean = try FolderState.contents(folder.path)
    let lines = try folder.text(of: Self.journal).replacing(/,"check":"[0-9a-f]{16}"/, with: "")
      .split(separator: "\n")
    let torn = lines[0] + "\n" + lines[1] + "\n" + lines[2].prefix(lines[2].count / 2)
    try folder.write(String(torn), as: Self.journal)
    #expect(try await plain.render(into: folder.path).reused == 2)
    #expect(try FolderState.contents(folder.path) == clean)
    #expect(try await plain.render(into: folder.path).reused == 3)
  }

  // MARK: Parts

  private static let script = (1...6).map { "INT. ROOM \($0) - DAY\n\nWords of \($0).\n\n" }
    .joined()

  private func build(_ share: Int, in folder: TemporaryFolder) async throws {
    try await ToneBook(Self.script) { $0.options.shard = Shard(index: share, count: 2) }
      .render(into: folder.path)
  }

  private static func part(_ share: Int) -> String { ".guion2audio/part-\(share)-of-2" }

  @Test func `an edited part changes nothing in the book or is an error`() async throws {
    let folder = try TemporaryFolder()
    for share in 1...2 { try await build(share, in: folder) }
    _ = try await BookAssembler(path: folder.path).assemble()
    let clean = try FolderState.contents(folder.path)
    var random = SeededGenerator(seed: 3)
    var refusals = 0
    for number in 1...200 {
      let share = Int.random(in: 1...2, using: &random)
      let original = try bytes(of: Self.part(share), in: folder)
      let edit = RandomEdit.apply(to: original, using: &random)
      try write(edit.bytes, to: Self.part(share), in: folder)
      do {
        _ = try await BookAssembler(path: folder.path).assemble()
        try write(original, to: Self.part(share), in: folder)
      } catch let error as AssemblyError {
        refusals += 1
        try #require(error.description.contains("\(share)/2"), "\(error)")
        // The action that the message recommends.
        try await build(share, in: folder)
        _ = try await BookAssembler(path: folder.path).assemble()
      }
      let built = try FolderState.contents(folder.path)
      try #require(built == clean, "edit \(number), \(edit.kind)")
    }
    #expect(refusals > 50)
  }

  @Test(arguments: [(#""title":"#, #""titel":"#), (#""samples":"#, #""samples":1"#)])
  func `a damaged part names its shard`(from: String, to: String) async throws {
    let folder = try TemporaryFolder()
    for share in 1...2 { try await build(share, in: folder) }
    let text = try folder.text(of: Self.part(2))
    let place = try #require(text.range(of: from))
    try folder.write(text.replacingCharacters(in: place, with: to), as: Self.part(2))
    let error = try await #require(throws: AssemblyError.self) {
      try await BookAssembler(path: folder.path).assemble()
    }
    #expect(
      error.description.split(separator: "\n").dropFirst().first
        == "shard 2/2 is damaged; render it again with BuildOptions.shard 2/2")
  }

  @Test func `a part of an earlier version is joined`() async throws {
    let folder = try TemporaryFolder()
    for share in 1...2 { try await build(share, in: folder) }
    let part = try folder.text(of: Self.part(1))
    let unchecked = part.replacing(/,"check":"[0-9a-f]{16}"/, with: "")
    #expect(unchecked != part)
    try folder.write(unchecked, as: Self.part(1))
    #expect(try await BookAssembler(path: folder.path).assemble().chapters == 6)
  }

  // MARK: Numbers

  @Test func `an edited file of numbers is ignored`() throws {
    let folder = try TemporaryFolder()
    let files = NumberFiles(folder: folder.path)
    var random = SeededGenerator(seed: 4)
    for numbers in [[-3.25], [0], [1234.5, 98.125]] {
      files.store(numbers, of: "a")
      let original = try bytes(of: "a", in: folder)
      for _ in 1...300 {
        try write(RandomEdit.apply(to: original, using: &random).bytes, to: "a", in: folder)
        #expect(files.numbers(of: "a") == nil)
      }
      try write(original, to: "a", in: folder)
      #expect(files.numbers(of: "a") == numbers)
    }
  }

  /// A file that was copied from another voice is ignored, and so is a file without a check.
  @Test func `numbers count only under their own name and with a check`() throws {
    let folder = try TemporaryFolder()
    let files = NumberFiles(folder: folder.path)
    files.store([1], of: "a")
    try write(try bytes(of: "a", in: folder), to: "b", in: folder)
    try folder.write("1.0\n", as: "c")
    #expect(files.numbers(of: "a") == [1])
    #expect(files.numbers(of: "b") == nil)
    #expect(files.numbers(of: "c") == nil)
  }
}
