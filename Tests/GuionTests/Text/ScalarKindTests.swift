import Basics
import Testing

/// Tests of the kinds of characters that the modules share.
struct ScalarKindTests {
  static let rows: [(Unicode.Scalar, String)] = [
    ("a", "letter lower"), ("Z", "letter upper"), ("ß", "letter lower"), ("Ä", "letter upper"),
    ("º", "letter lower"), ("語", "letter"), ("ǅ", "letter"), ("\u{301}", "mark"),
    ("7", "digit number"),
    ("٣", "digit number"), ("½", "number"), ("Ⅷ", "letter upper number"), ("七", "letter number"),
    ("\u{A0}", "space"), ("\t", "space"), ("\u{2003}", "space"), ("'", "apostrophe"),
    ("’", "apostrophe"), ("‘", ""), ("@", ""), ("[", ""), ("`", ""), ("{", ""), ("/", ""),
    (":", ""),
    ("\u{200B}", ""), ("_", ""), ("-", ""),
  ]

  @Test(arguments: rows) func `a character has the kinds of its Unicode properties`(
    scalar: Unicode.Scalar, kinds: String
  ) {
    let all: [(String, Bool)] = [
      ("letter", scalar.isLetter), ("upper", scalar.isUpper), ("lower", scalar.isLower),
      ("mark", scalar.isMark), ("digit", scalar.isDigit), ("number", scalar.isNumber),
      ("space", scalar.isSpace), ("apostrophe", scalar.isApostrophe),
    ]
    #expect(Set(all.filter(\.1).map(\.0)) == Set(kinds.split(separator: " ").map(String.init)))
  }

  @Test func `the shortcut for ASCII agrees with Unicode`() {
    for value in UInt8.min..<0x80 {
      let (scalar, properties) = (Unicode.Scalar(value), Unicode.Scalar(value).properties)
      #expect(scalar.isLetter == properties.isAlphabetic, "\(value)")
      #expect(scalar.isUpper == properties.isUppercase, "\(value)")
      #expect(scalar.isLower == properties.isLowercase, "\(value)")
      #expect(scalar.isSpace == properties.isWhitespace, "\(value)")
      #expect(scalar.isDigit == (properties.numericType == .decimal), "\(value)")
      #expect(scalar.isNumber == (properties.numericType != nil), "\(value)")
    }
  }
}
