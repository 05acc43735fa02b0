import Guion
import Testing

/// Tests of the positions of elements.
///
/// They are marked in the source: ⟦ before the first byte of each element, ⟧ after the last.
///
/// If a mark is inside another pair, elements are in the order of their beginnings. Notes and boneyards are
/// exceptions: they come right after the element that contained them.
@Suite struct PositionTests {
  static let sources: [(name: String, source: String)] = [
    ("lines", "⟦INT. BAR⟧\n\n⟦He goes.\nOn.⟧\n\n⟦JOHN⟧\n⟦Hi.⟧"),
    ("CR LF", "⟦INT. BAR⟧\r\n\r\n⟦He goes.\r\nOn.⟧\r\n\r\n⟦JOHN⟧\r\n⟦Hi.⟧\r\n"),
    ("CR", "⟦INT. BAR⟧\r\r⟦He goes.\rOn.⟧\r\r⟦JOHN⟧\r⟦Hi.⟧\r"),
    ("byte order mark", "\u{FEFF}⟦INT. BAR⟧\n\n⟦x⟧"),
    (
      "blanks do not count",
      "  ⟦.BAR⟧  \n\n   ⟦He goes.  \n  On.⟧ \n\n\t⟦JOHN (V.O.)⟧ \n  ⟦(sad)⟧\t\n ⟦Hi.⟧ "
    ),
    ("sigils count", "⟦.BAR #1#⟧\n\n⟦@John ^⟧\n⟦~La⟧\n\n⟦>x<⟧\n⟦> x⟧\n⟦# x⟧\n⟦= x⟧\n⟦===⟧\n⟦!x⟧"),
    ("columns are bytes", "⟦ÉLOÏSE⟧\n⟦Ça va, 李雷 ?⟧"),
    ("behind a title page", "Title: X\nAuthor: Y\n\n⟦JOHN⟧\n⟦Hi.⟧"),
    ("right under a title page", "Title: X\n⟦INT. BAR⟧\n\n"),
    ("a title page under a boneyard", "/* a\n\nb */\nTitle: /* c\nd */ X\n\n⟦JOHN⟧\n⟦Hi.⟧"),
    ("a title page with notes", "Title: [[a\n b]] X\n\n⟦JOHN⟧\n⟦Hi.⟧"),
    ("a note alone", "⟦x⟧\n\n  ⟦[[a\nb]]⟧\n\n⟦y⟧"),
    ("a boneyard alone", "⟦x⟧\n\n⟦/* a\n\nb */⟧\n\n⟦y⟧"),
    ("a line behind a boneyard", "⟦/* a\nb */⟧\n⟦JOHN⟧\n⟦Hi.⟧"),
    ("a speech over a two-blank line", "⟦JOHN⟧\n⟦One\n  \nTwo⟧\n  \n\n⟦x⟧"),
    ("an empty line at the end of a speech", "⟦JOHN⟧\n⟦One⟧\n  \n⟦(sad)⟧"),
  ]

  @Test(arguments: sources) func marked(_ name: String, _ source: String) {
    let marked = MarkedSource(source)
    let found = FountainParser(string: marked.text).elements
    #expect(found.map(\.sourceRange) == marked.ranges, "\(name)")
  }

  /// Elements inside of others.
  ///
  /// Positions are `line:column-line:column`, in bytes.
  static let inside: [(source: String, places: [String])] = [
    ("He [[x]] goes.", ["1:1-1:14", "1:4-1:8"]),
    ("He goes. [[x\ny]]", ["1:1-1:8", "1:10-2:3"]),
    ("He [[x\ny]] goes.\nOn.", ["1:1-3:3", "1:4-2:3"]),
    ("[[x\ny]] JOHN\nHi.", ["2:5-2:8", "1:1-2:3", "3:1-3:3"]),
    ("/* x\n\ny */ JOHN\nHi.", ["3:6-3:9", "1:1-3:4", "4:1-4:3"]),
    ("JOHN\nOne\n[[x]]\nTwo", ["1:1-1:4", "2:1-4:3", "3:1-3:5"]),
    ("JOHN\nOne\n/* x\n\n*/\nTwo", ["1:1-1:4", "2:1-6:3", "3:1-5:2"]),
    ("a /*\n*/ b /*\n*/ c", ["1:1-3:4", "1:3-2:2", "2:6-3:2"]),
    ("a /* 1\r\n*/ [[n /* 2\r\n*/ m]] b\r\n\r\nc", ["1:1-3:8", "1:3-2:2", "2:4-3:6", "5:1-5:1"]),
    (
      "/* 1 */ [[2]] /* 3 */ INT. BAR [[4]] /* 5\n*/\n\nx",
      ["1:23-1:30", "1:1-1:7", "1:9-1:13", "1:15-1:21", "1:32-1:36", "1:38-2:2", "4:1-4:1"]
    ),
    ("é/* é */é [[é]] é", ["1:1-1:22", "1:3-1:10", "1:14-1:19"]),
    ("x\r/* y */\nz", ["1:1-1:1", "2:1-2:7", "3:1-3:1"]),
  ]

  @Test(arguments: inside) func placesInside(_ source: String, _ places: [String]) {
    #expect(FountainParser(string: source).elements.places == places)
  }
}
