import Testing

@testable import Guion

/// Tests of adding members to a file that a person has written.
@Suite struct JSONInserterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var result: String
  }

  /// `"B": 2` and `"C": 3` are added to the object at `"x"`.
  private static let cases = [
    Case(
      testDescription: "lines of their own",
      text: "{\n  \"x\": {\n    \"A\": \"}, \\\"\"\n  }\n}\n",
      result: "{\n  \"x\": {\n    \"A\": \"}, \\\"\",\n    \"B\": 2,\n    \"C\": 3\n  }\n}\n"),
    Case(
      testDescription: "in one line", text: #"{ "x": { "A": 1 }, "y": 0 }"#,
      result: #"{ "x": { "A": 1, "B": 2, "C": 3 }, "y": 0 }"#),
    Case(
      testDescription: "an empty object", text: "{\n  \"x\": {}\n}",
      result: "{\n  \"x\": {\n    \"B\": 2,\n    \"C\": 3\n  }\n}"),
    Case(
      testDescription: "a last member that is an object, tabs, and lines of Windows",
      text: "{\r\n\t\"x\": {\r\n\t\t\"A\": { \"voice\": [\"]\"] }\r\n\t}\r\n}",
      result:
        "{\r\n\t\"x\": {\r\n\t\t\"A\": { \"voice\": [\"]\"] },\r\n\t\t\"B\": 2,\r\n\t\t\"C\": 3\r\n\t}\r\n}"
    ),
    Case(
      testDescription: "a bare value before a brace", text: #"{"x":{"A":true}}"#,
      result: #"{"x":{"A":true, "B": 2, "C": 3}}"#),
    Case(
      testDescription: "letters of several bytes", text: "{ \"ü\": \"é\", \"x\": { \"Ä\": 1 } }",
      result: "{ \"ü\": \"é\", \"x\": { \"Ä\": 1, \"B\": 2, \"C\": 3 } }"),
  ]

  @Test(arguments: cases) func `everything else stays`(example: Case) throws {
    var inserter = JSONInserter(Array(example.text.utf8))
    let root = try JSONDocument.parse(inserter.bytes).get()
    guard case .object(let members) = root.value else {
      Issue.record("no object")
      return
    }
    let object = try #require(members.first { $0.key == "x" }?.value)
    inserter.add([("B", "2"), ("C", "3")], to: object)
    #expect(String(decoding: inserter.bytes, as: UTF8.self) == example.result)
    #expect(throws: Never.self) { try JSONDocument.parse(inserter.bytes).get() }
  }
}
