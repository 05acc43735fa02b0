import Foundation
import Hablare
import Testing

@testable import HablareStore

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
}

/// Tests of the advice that errors give the users of an app.
@Suite struct StoreAdviceTests {
  private static let errors: [StoreError] = [
    .unusable(file: "/f", reason: "denied"), .diskFull(file: "/f"), .busy(file: "/f", seconds: 60),
    .damaged(file: "/f", reason: "malformed"), .newerVersion(file: "/f", found: 3, known: 2),
    .foreign(file: "/f"), .damagedAudio(file: "/f"), .missingAudio(file: "/f"),
    .noAudio(record: "r"), .notAudio(reason: "its form is not known"),
  ]

  @Test(arguments: errors) func `every error that an app can show suggests what to do`(
    error: StoreError
  ) throws {
    let suggestion = try #require(error.recoverySuggestion)
    #expect(suggestion.first?.isUppercase == true && suggestion.hasSuffix("."))
    #expect(error.errorDescription == "\(error)")
    // Only the program `guion2audio` mentions commands.
    for command in ["guion2audio", "`", " --", "make release", "chmod", "sudo"] {
      #expect(!"\(error) \(suggestion)".contains(command))
    }
  }

  @Test func `a fault of the program has no remedy`() {
    let fault = StoreError.refused(statement: "SELECT", reason: "no such table")
    #expect(fault.recoverySuggestion == nil)
  }
}
