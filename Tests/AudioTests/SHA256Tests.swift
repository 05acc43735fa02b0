import Basics
import Foundation
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  /// FIPS 180-4's examples, from NIST's "Cryptographic Standards and Guidelines: Examples".
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func knownTexts(text: String, hex: String) {
    #expect(SHA256.hash(text).hex == hex)
    #expect(SHA256.hash(Array(text.utf8)).hex == hex)
  }

  @Test func piecesHaveTheHashOfTheWhole() {
    var state = SHA256()
    for _ in 0..<1000 { state.update(String(repeating: "a", count: 1000)) }
    let million = state.finish()
    #expect(
      million.hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(million.bytes.count == 32)
    #expect(million == SHA256Digest(bytes: million.bytes))
  }

  /// Other tests allocate memory at the same time, so one round without growth is enough.
  ///
  /// A leak would show in every round.
  @Test func `a dropped computation is freed`() throws {
    let growth = try (0..<5).map { _ in
      let before = try Self.residentPages()
      for _ in 0..<200_000 {
        var state = SHA256()
        state.update("x")
      }
      return try Self.residentPages() - before
    }
    // A context has at least 200 bytes, so a leak would cost 40 MB in a round.
    #expect(growth.contains { $0 * 4096 < 20 << 20 }, "\(growth) pages")
  }

  private static func residentPages() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " ")
    return try #require(Int(fields[1]))
  }
}
