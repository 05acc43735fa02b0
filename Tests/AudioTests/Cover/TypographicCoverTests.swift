import Foundation
import Testing

@testable import Audio

/// Tests of drawn covers.
@Suite struct TypographicCoverTests {
  private func draw(
    _ title: String, _ authors: [String] = ["Ann Ash"], language: String = "en-US"
  ) throws -> (cover: Cover, pixels: [UInt8], missingLetters: Int) {
    let words = TypographicCover(title: title, authors: authors, language: language)
    var pixels: [UInt8] = []
    let missing = try words.withPixels { pixels = Array($0) }
    return (try words.drawn(), pixels, missing)
  }

  @Test func `the same text gives the same bytes, other text gives others`() throws {
    let first = try draw("Two Rooms")
    #expect(first.cover.kind == .png && first.cover.width == 2400 && first.cover.height == 2400)
    #expect(first.cover.damage == nil && first.pixels.count == 2400 * 2400 * 4)
    #expect(try draw("Two Rooms") == first)
    for other in [try draw("Two Rooms!"), try draw("Two Rooms", ["Ben"])] {
      #expect(other.cover != first.cover && other.pixels != first.pixels)
    }
  }

  /// Returns the rows in which something is drawn on the background, as ffmpeg decodes the picture, and the
  /// first and last column.
  private func extent(of cover: Cover) throws -> (rows: [Int], columns: ClosedRange<Int>) {
    let pixels = try Picture.pixels(of: cover)
    let plain = Array(repeatElement(pixels[0].prefix(3), count: cover.width).joined())
    let rows = pixels.indices.filter { pixels[$0] != plain }
    let ends = rows.flatMap { row in
      let places = plain.indices
      return [
        places.first { pixels[row][$0] != plain[$0] }, places.last { pixels[row][$0] != plain[$0] },
      ]
    }.compactMap(\.self)
    return (rows, try #require(ends.min()) / 3...#require(ends.max()) / 3)
  }

  @Test(arguments: [
    "X", "The Lighthouse Hour", "Война и мир", "ألف ليلة وليلة",
    String(repeating: "long word soup ", count: 700), String(repeating: "W", count: 10_000),
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "\u{1}\u{7}Bells\nand\ttabs\u{0}", "A&B <i>&amp;",
  ])
  func `every title stays within the margins`(title: String) throws {
    let (cover, _, missing) = try draw(title)
    #expect(missing == 0)
    let (rows, columns) = try extent(of: cover)
    // Letters may hang over their line a little.
    #expect(try #require(rows.first) >= 220 && #require(rows.last) <= 2180)
    #expect(columns.lowerBound >= 220 && columns.upperBound <= 2180)
    // The cover shows the title, the rule and the authors.
    #expect(rows.contains { $0 < 1600 } && rows.contains(1744) && rows.contains { $0 > 1840 })
  }

  @Test func `without authors the title has all the space`() throws {
    let (rows, _) = try extent(of: try draw("Alone", []).cover)
    let (first, last) = (try #require(rows.first), try #require(rows.last))
    #expect(abs(first + last - 2400) < 80 && !rows.contains(1744))
  }

  @Test func `the end of a title that is too long is left out`() throws {
    let start = String(repeating: "many words ", count: 200)
    let (one, other) = (try draw(start + "one").cover, try draw(start + "two").cover)
    // The colour depends on the whole title.
    #expect(one != other)
    let (first, second) = (try extent(of: one), try extent(of: other))
    #expect(first.rows == second.rows && first.columns == second.columns)
  }

  @Test func `letters that no font has are counted`() throws {
    // Characters of a private area, for which no font has letters.
    #expect(try draw("\u{10FFF0}\u{10FFF1}").missingLetters == 2)
  }

  @Test func `the background of any title is dark enough`() {
    var hues: Set<[Int]> = []
    for number in 0..<2000 {
      let colour = CoverColour.background(of: "Book \(number)")
      hues.insert([colour.red, colour.green, colour.blue])
      #expect(colour.contrast(to: .ink) >= 4.5, "\(colour)")
    }
    #expect(hues.count > 300)
  }

  @Test(arguments: [
    (CoverColour(red: 255, green: 255, blue: 255), CoverColour(red: 0, green: 0, blue: 0), 21.0),
    (
      CoverColour(red: 255, green: 255, blue: 255), CoverColour(red: 119, green: 119, blue: 119),
      4.48
    ),
    (CoverColour(red: 255, green: 0, blue: 0), CoverColour(red: 255, green: 255, blue: 255), 4.0),
  ])
  func `contrast is computed as in WCAG`(one: CoverColour, other: CoverColour, ratio: Double) {
    #expect(abs(one.contrast(to: other) - ratio) < 0.01)
    #expect(abs(other.contrast(to: one) - ratio) < 0.01)
  }
}
