/// A problem in a YAML text, with its position.
package struct YAMLError: Error, Sendable {
  /// The problem, worded to follow a colon.
  package var reason: String
  /// The byte offset of the problem.
  package var offset: Int
  /// The limit that the text exceeds; nil for any other error.
  package var limit: InputLimit?

  package init(reason: String, offset: Int) { (self.reason, self.offset) = (reason, offset) }

  package init(above limit: InputLimit, offset: Int) {
    (reason, self.offset, self.limit) = (limit.message, offset, limit)
  }
}

extension YAMLError {
  /// Returns libyaml's message in words for people who write front matter and know no parsers.
  /// `byte` is the byte at the position of the problem.
  package static func reason(_ problem: String, at byte: UInt8?) -> String {
    switch problem {
    case "found character that cannot start any token":
      guard let byte, byte != 0x09 else { return "tabs are not allowed as indentation; use spaces" }
      return "a value cannot begin with \(Character(Unicode.Scalar(byte))); put it in quotes"
    case "control characters are not allowed":
      return "control characters are not allowed; delete this one"
    default: return plain[problem] ?? problem
    }
  }

  private static let plain = [
    "mapping values are not allowed in this context":
      "this value contains a second colon, or this line is indented too far; put the value in quotes, or remove the "
      + "indentation",
    "could not find expected ':'": "a colon is missing after the key above",
    "did not find expected key":
      "this text belongs to no key; put a value with quotation marks in quotes as a whole, or correct the indentation",
    "did not find expected alphabetic or numeric character":
      "a value that begins with & or * must be in quotes",
    "did not find expected '-' indicator":
      "a - is missing here, or this line is indented wrongly",
    "did not find expected ',' or ']'": "a comma or ] is missing here",
    "did not find expected ',' or '}'": "a comma or } is missing here",
    "did not find expected node content": "a value is missing here",
    "did not find expected <document start>": "this line does not belong to any key above it",
    "block sequence entries are not allowed in this context":
      "a list cannot begin here; write each - on a line of its own, or put the value in quotes",
    "mapping keys are not allowed in this context":
      "a value cannot begin with ?; put it in quotes",
    "found unexpected end of stream": "this quotation mark is never closed",
    "found unexpected document indicator": "this quotation mark is never closed",
    "found unknown escape character": "this escape is unknown; write \\\\ for a backslash",
    "found a tab character that violates indentation":
      "tabs are not allowed as indentation; use spaces",
    "found a tab character where an indentation space is expected":
      "tabs are not allowed as indentation; use spaces",
    "exceeded maximum nesting depth": "it is nested too deeply",
    "found undefined tag handle": "this ! begins a tag; put the value in quotes",
  ]
}
