import Foundation
import TestSupport
import Testing

@testable import Audiobook

/// Tests of reading what a folder has of a plan, without changing the folder.
@Suite struct BuiltFolderTests {
  private func lengths(_ book: ToneBook, _ path: String) async throws -> [Int: Int] {
    try BuiltFolder(path, shard: book.options.shard).lengths(
      of: try await book.plan(), options: book.options, sampleRate: book.sampleRate)
  }

  /// Returns names, times and bytes of everything in a folder, including the records.
  private func state(_ folder: TemporaryFolder) throws -> String {
    let result = try Program.run(
      "sh", ["-c", "find . -printf '%p %T@ %C@ %s\\n' | sort; find . -type f -exec cat {} +"],
      in: folder.path)
    try #require(result.status == 0)
    return result.output
  }

  @Test func `a missing folder is not created`() async throws {
    let folder = try TemporaryFolder()
    #expect(try await lengths(ToneBook(ToneBook.threeScenes), folder.path(of: "out")).isEmpty)
    #expect(try folder.names().isEmpty)
  }

  @Test func `a finished folder has all chapters and is not touched`() async throws {
    let folder = try TemporaryFolder()
    let book = ToneBook(ToneBook.threeScenes)
    try await book.render(into: folder.path)
    let samples = try Manifest(in: folder.path).chapters.map(\.samples)
    let finished = try state(folder)
    let found = try await lengths(book, folder.path)
    #expect([1, 2, 3].map { found[$0] } == samples)
    #expect(try state(folder) == finished)
    // Another build may be working in the folder.
    let build = try OutputFolder(path: folder.path)
    let held = try state(folder)
    #expect(try await lengths(book, folder.path) == found)
    #expect(try state(folder) == held)
    withExtendedLifetime(build) {}
  }

  @Test func `chapters that a build would render have no length`() async throws {
    let folder = try TemporaryFolder()
    let book = ToneBook(ToneBook.threeScenes)
    try await book.render(into: folder.path)
    let edited = ToneBook(ToneBook.threeScenes.replacing("Three.", with: "Thirty."))
    #expect(try await lengths(edited, folder.path).keys.sorted() == [1, 3])
    let forced = ToneBook(ToneBook.threeScenes) { $0.options.force = true }
    #expect(try await lengths(forced, folder.path).isEmpty)
    let some = ToneBook(ToneBook.threeScenes) { $0.options.only = ChapterSelection("3") }
    #expect(try await lengths(some, folder.path).keys.sorted() == [3])
    // Moved chapters keep their audio.
    let moved = ToneBook("INT. ATTIC - DAY\n\nANN\nNew.\n\n" + ToneBook.threeScenes)
    #expect(try await lengths(moved, folder.path).keys.sorted() == [2, 3, 4])
    try FileManager.default.removeItem(atPath: folder.path(of: ToneBook.threeFiles[0]))
    #expect(try await lengths(book, folder.path).keys.sorted() == [2, 3])
  }

  @Test func `shards see the chapters of other shards as a build does`() async throws {
    let folder = try TemporaryFolder()
    let first = ToneBook(ToneBook.threeScenes) { $0.options.shard = Shard(index: 1, count: 2) }
    let made = try await first.render(into: folder.path).completed
    #expect(try await lengths(first, folder.path).count == made)
    #expect(try await lengths(ToneBook(ToneBook.threeScenes), folder.path).count == made)
  }
}
