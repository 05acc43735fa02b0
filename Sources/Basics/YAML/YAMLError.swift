/// What is wrong with a YAML text, and where.
package struct YAMLError: Error, Sendable {
  /// What is wrong, in words that fit behind a colon.
  package var reason: String
  /// The byte of the text it is about.
  package var offset: Int
  /// The limit that the text is above; nil for any other error.
  package var limit: InputLimit?

  package init(reason: String, offset: Int) { (self.reason, self.offset) = (reason, offset) }

  /// The error of a text above a limit.
  package init(above limit: InputLimit, offset: Int) {
    (reason, self.offset, self.limit) = (limit.message, offset, limit)
  }
}

extension YAMLError {
  /// What libyaml says, in the words of somebody who writes front matter and no parsers; `byte` is
  /// what stands at the place.
  package static func reason(_ problem: String, at byte: UInt8?) -> String {
    switch problem {
    case "found character that cannot start any token":
      guard let byte, byte != 0x09 else { return "a tab cannot indent here; use blanks" }
      return "a value cannot begin with \(Character(Unicode.Scalar(byte))); put it in quotes"
    case "control characters are not allowed": return "there is a control character; take it out"
    default: return plain[problem] ?? problem
    }
  }

  private static let plain = [
    "mapping values are not allowed in this context":
      "there is a second colon in this value; put the value in quotes",
    "could not find expected ':'": "a colon is missing behind the key above",
    "did not find expected key": "a key is missing here, or this line is indented wrongly",
    "did not find expected '-' indicator":
      "a - is missing here, or this line is indented wrongly",
    "did not find expected ',' or ']'": "a comma or ] is missing here",
    "did not find expected ',' or '}'": "a comma or } is missing here",
    "did not find expected node content": "a value is missing here",
    "did not find expected <document start>": "this line belongs to nothing above it",
    "block sequence entries are not allowed in this context": "a list cannot begin here",
    "mapping keys are not allowed in this context": "a key cannot stand here",
    "found unexpected end of stream": "a quotation mark is opened here and not closed",
    "found unexpected document indicator": "a quotation mark is opened here and not closed",
    "found unknown escape character": "there is no such escape; write \\\\ for a backslash",
    "found a tab character that violates indentation": "a tab cannot indent; use blanks",
    "found a tab character where an indentation space is expected":
      "a tab cannot indent; use blanks",
    "exceeded maximum nesting depth": "it is nested too deep",
    "found undefined tag handle": "this ! begins a tag; put the value in quotes",
  ]
}
