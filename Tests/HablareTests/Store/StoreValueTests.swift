import Foundation
import Testing

@testable import Hablare

struct StoreValueTests {
  private static let values: [(String, JSONValue)] = [
    ("null", .null), ("true", .bool(true)), ("0", .int(0)), ("-7", .int(-7)),
    ("1.5", .double(1.5)), (#""1""#, .string("1")), ("[]", .array([])), ("{}", .object([:])),
    (#"{"a":[1,null,{"b":false}]}"#, ["a": [1, .null, ["b": false]]]),
    ("9007199254740993", .int(9_007_199_254_740_993)),
  ]

  @Test(arguments: values)
  func `JSON is read and written unchanged`(text: String, value: JSONValue) throws {
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
    #expect(try StoredJSON.text(value) == text)
  }

  private static let environments: [([String: String], String)] = [
    (["HOME": "/h"], "/h/.config /h/.cache /h/.local/share"),
    (["HOME": "/"], "/.config /.cache /.local/share"),
    (
      ["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_CACHE_HOME": "/k", "XDG_DATA_HOME": "/d"],
      "/c /k /d"
    ),
    (
      ["HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_CACHE_HOME": "", "XDG_DATA_HOME": "./d"],
      "/h/.config /h/.cache /h/.local/share"
    ),
    (["HOME": ""], "/u/.config /u/.cache /u/.local/share"),
    ([:], "/u/.config /u/.cache /u/.local/share"),
  ]

  @Test(arguments: environments)
  func `folders follow absolute paths in the environment`(
    environment: [String: String], expected: String
  ) {
    let folders = XDGFolders(environment: environment, home: "/u")
    #expect("\(folders.config) \(folders.cache) \(folders.data)" == expected)
  }

  @Test func `without HOME the user database is read`() {
    #expect(XDGFolders(environment: [:]).config.hasPrefix("/"))
    #expect(!XDGFolders(environment: [:]).config.hasPrefix("/nonexistent"))
  }

  @Test(arguments: [
    (StoreError.diskFull(file: "/s"), "/s: the disk is full; make room and run again"),
    (
      .busy(file: "/s", seconds: 60),
      "/s: locked by another process for more than 60 s; run again after it has ended"
    ),
    (.noAudio(record: "r"), "the record r has no audio yet"),
  ])
  func `errors say what happened and what to do`(error: StoreError, message: String) {
    #expect(error.errorDescription == message)
  }

  @Test func `a notice is reported once`() {
    let notices = StoreNotices()
    for _ in 0..<3 { notices.add(.audioDamaged(file: "a")) }
    notices.add(.audioDamaged(file: "b"))
    #expect(notices.all == [.audioDamaged(file: "a"), .audioDamaged(file: "b")])
  }
}
