import Audiobook
import Foundation
import Narration
import Testing

@Suite struct FileNameTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var title: String
    var safe: String

    init(_ title: String, _ safe: String) { (self.title, self.safe) = (title, safe) }

    var testDescription: String { title.debugDescription }
  }

  @Test(arguments: [
    Row("Interior. Coffee shop. Day.", "Interior. Coffee shop. Day"),
    Row("AC/DC", "AC-DC"),
    Row("../../etc/passwd", "-..-etc-passwd"),
    Row("/etc/passwd", "-etc-passwd"),
    Row("..\\..\\windows", "-..-windows"),
    Row("...", ""),
    Row(". . .", ""),
    Row("..hidden", "hidden"),
    Row(".hidden", "hidden"),
    Row("  spaced   out  ", "spaced out"),
    Row("The end. . .", "The end"),
    Row("tab\tline\nreturn\rnull\0bell\u{7}delete\u{7F}", "tab line return null bell delete"),
    Row("next\u{85}line \u{2028}and\u{2029}page", "next line and page"),
    Row("a<b>c:d\"e|f?g*h", "a-b-c-d'e-f-g-h"),
    Row("evil\u{202E}gpj.exe", "evil gpj.exe"),
    Row("e\u{301}te\u{301}", "été"),
    Row("\u{212B}ngström", "Ångström"),
    Row("👩‍🚀 Rakete 🚀", "👩‍🚀 Rakete 🚀"),
    Row("李雷", "李雷"),
    Row("", ""),
    Row("   ", ""),
    Row("CON", "CON"),
  ])
  func titlesBecomeNames(_ row: Row) {
    let name = FileName.safe(row.title)
    #expect(Array(name.unicodeScalars) == Array(row.safe.unicodeScalars))
  }

  @Test(arguments: [
    Row("INT. KITCHEN - NIGHT", "INT. KITCHEN - NIGHT"),
    Row("What: \"Is\" *It*?", "What - 'Is' It"),
    Row("Big Fish: A Novel", "Big Fish - A Novel"),
    Row("INT./EXT. CAR -- 10:30", "INT-EXT. CAR - 10-30"),
    Row("M*A*S*H | one||two", "MASH - one - two"),
    Row("-40 degrees?", "-40 degrees"),
    Row("?", ""), Row(": -- :", ""), Row("../../etc/passwd", "-..-etc-passwd"),
  ])
  func `titles read as names`(_ row: Row) {
    #expect(FileName.safe(FileName.readable(row.title, .v1_2)) == row.safe)
    #expect(FileName.readable(row.title, .v1_1) == row.title)
  }

  struct StemRow: Sendable {
    var index: Int
    var count: Int
    var title: String
    var stem: String
  }

  @Test(arguments: [
    StemRow(index: 1, count: 1, title: "One", stem: "001 One"),
    StemRow(index: 42, count: 999, title: "X", stem: "042 X"),
    StemRow(index: 7, count: 1000, title: "X", stem: "0007 X"),
    StemRow(index: 1000, count: 1000, title: "X", stem: "1000 X"),
    StemRow(index: 3, count: 12_345, title: "X", stem: "00003 X"),
    StemRow(index: 2, count: 3, title: "", stem: "002"),
    StemRow(index: 2, count: 3, title: "...", stem: "002"),
    StemRow(index: 2, count: 3, title: "../../etc", stem: "002 -..-etc"),
    StemRow(index: 2, count: 3, title: "\u{301}mark", stem: "002 \u{301}mark"),
  ])
  func namesBeginWithAsManyDigitsAsTheLastNumberNeeds(_ row: StemRow) {
    let stem = FileName.stem(index: row.index, of: row.count, title: row.title)
    #expect(Array(stem.unicodeScalars) == Array(row.stem.unicodeScalars))
  }

  @Test(arguments: [
    ("a", 116), ("é", 58), ("李", 38), ("🚀", 29), ("🇩🇪", 14), ("e\u{301}\u{302}", 29),
  ])
  func longNamesAreCutAtAWholeCharacter(_ character: String, _ kept: Int) {
    let stem = FileName.stem(index: 1, of: 1, title: String(repeating: character, count: 300))
    #expect(stem.utf8.count <= 120)
    let expected = "001 " + String(repeating: character, count: kept)
    #expect(stem == expected)
  }

  @Test func aNameCanUseEveryByteOfTheLimit() {
    #expect(
      FileName.stem(index: 1, of: 1, title: String(repeating: "a", count: 116)).utf8.count == 120)
    #expect(
      FileName.stem(index: 1, of: 1, title: String(repeating: "a", count: 115) + "é").utf8.count
        == 119)
  }

  @Test func spacesAndDotsAtTheCutAreRemoved() {
    let title = String(repeating: "a", count: 114) + ". b"
    #expect(
      FileName.stem(index: 1, of: 1, title: title) == "001 " + String(repeating: "a", count: 114))
  }

  @Test func aCharacterLongerThanANameLeavesTheNumber() {
    let monster = "z" + String(repeating: "\u{300}", count: 500)
    #expect(FileName.stem(index: 1, of: 1, title: monster) == "001")
  }

  /// All Unicode scalars, in the middle and at both ends of a title.
  @Test func noScalarMakesABadName() {
    var bad: [String] = []
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let name = FileName.safe("\(scalar)a\(scalar)b\(scalar)")
      let forbidden = name.unicodeScalars.contains { scalar in
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
          || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
      }
      let ends = [name.unicodeScalars.first, name.unicodeScalars.last]
      if forbidden || ends.contains(" ") || ends.contains(".") { bad.append("U+\(value)") }
    }
    #expect(bad.isEmpty)
  }
}
