import Audio
import Audiobook
import Foundation
import Hablare
import TestSupport
import Testing

/// Tests of the keys by which a build finds the results of earlier builds.
///
/// Each expected key was recorded when that version was released, and must not change.
@Suite struct PinnedKeyTests {
  private let book = book(rules: "1.0")

  private static func book(rules: String) -> ToneBook {
    ToneBook(
      """
      Title: Tide
      Author: Ann

      INT. HALL - DAY

      ANN (whispering)
      One.

      BEN ^
      Two.

      """,
      cast: """
        {"narrator": "tone://bass?pitch=1", "characters": {"ANN": "tone://alto?rate=1.1&gain=2", "BEN": "tone://tenor"},
         "rules": "\(rules)"}
        """
    ) {
      $0.options.loudness = .podcast
      $0.options.formats = [.flac, .opus]
    }
  }

  @Test func `chapters keep their fingerprints`() async throws {
    let plan = try await book.plan()
    #expect(
      plan.fingerprints
        == [
          "d3e26736b577b2761aacd7fa5ecdd5fc61de4f392eddf1e3f9f7dcc5b02a655a",
          "c86ecc7ef48b38a272e2e21fb1c78dcb92825e7edac6b0cf12142113e7c53834",
        ])
    #expect(
      try await Self.book(rules: "1.1").plan().fingerprints
        == [
          "403cae98a461956cc7dc499fbd5095e2d590de64673c69254dfea595e30368d5",
          "971eb6f58113087b87dd6968592ea2dba97655de903102739d455c11218b58e5",
        ])
    #expect(
      plan.tagsFingerprints
        == [
          "88fb6eb0bcc6356e7d48095258deea2906021a0b0120d69206ed98bcb413a334",
          // The title was "Interior. Hall. Day" before titles kept the author's words. Such a chapter is
          // renamed.
          "1e656f6141847f8742f25d7508f513fbd93c23182f3a7c12a007e816264f531a",
        ])
  }

  /// The file names of clips, levels and paces.
  @Test func `a cache keeps the names of its files`() async throws {
    let folder = try TemporaryFolder()
    var book = book
    book.cache = ClipCache(folder: folder.path(of: "clips"))
    let outcome = try await book.render(
      into: folder.path(of: "out"), levels: folder.path(of: "levels"))
    PaceStore(folder: folder.path(of: "paces")).learn(outcome.lesson)
    let clips = try names(in: folder.path(of: "clips"))
    #expect(
      clips == [
        "16b1e72bbe6d0e2bc2651cbcc9f7175f2407706cd46730baa9e0f7c1553020c1",
        "1d8220b64b54afdccb99f0e8d8c527da8383d2a18eb9ed074fe6c4da1e702e78",
        "54447c8edd27c9edf58f47cb69ad2d68e74a92708081a6daa7e2143d16afc602",
        "be06740805ac33ae54ce2db69c11333e50f0089f8c317b4c9781b23bbfb0df68",
        "be4409e8d17090111632e0c262e739a2951d18a2efe2a53d7fae4a7d5fad8f06",
        "ea9a9a036f9d1c8415aa43c4ace0b1099202ffc628bf0c3bcbbb613bdccf24cf",
      ])
    let levels = try names(in: folder.path(of: "levels"))
    #expect(
      levels == [
        "06d8e225434bfe4bf7222cb9b8577342ea100e93245d0da317adba9000fea6d5",
        "0caeafc9d5609f7930fdcd433c8b1041eb49f2024a1b984e4eedf1f5db2a6e14",
        "480d749248151a45a58619c81312e37add54cdc634b0fe221fec46c5c294271a",
      ])
    let paces = try names(in: folder.path(of: "paces"))
    #expect(
      paces == [
        "3d965268d6033b2b5a9d5c876da71512",
        "8afda75a5622fe620c2768828b20e36d",
        "cfd4a78fd01d4d2977c80a065be4c578",
        "e163359c24ddb8486ea0be4623372558",
      ])
  }

  /// Returns the file names, each of which must be a digest.
  private func names(in path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path)
      .map { URL(filePath: $0).lastPathComponent }
      .filter { $0.count >= 32 }.sorted()
  }
}
