/// A plain cover: title and authors on a background of one colour.
package struct TypographicCover: Sendable, Equatable {
  package var title: String
  /// The authors, in order.
  package var authors: [String]
  /// The language of the title and the authors, as a BCP 47 tag.
  /// The language selects between variants of letters.
  package var language: String

  /// The width and height in pixels.
  /// Shops recommend 2,400 to 3,000 (Google Play Books).
  package static let side = 2400
  /// The length at which texts are cut, in characters: far more than can be read on a picture.
  private static let longest = 600
  /// The margin on each side in pixels.
  private static let margin = 240

  package init(title: String, authors: [String], language: String) {
    (self.title, self.authors, self.language) = (title, authors, language)
  }

  /// Draws the cover as a PNG.
  /// With the same fonts and libraries, the bytes are always the same.
  /// Encoding takes ten times as long as drawing (250 ms and 25 ms, measured, cairo 1.16).
  package func drawn() throws(AudioError) -> Cover {
    guard let cover = Cover(try canvas().canvas.png()) else {
      throw .malformed(path: "the drawn cover", reason: "Cairo did not write it as PNG")
    }
    return cover
  }

  /// Draws the cover and passes its pixels to `body`.
  /// Covers with the same pixels have the same PNG, so a caller can compare covers without the slow encoding.
  /// - Returns: The number of letters that no installed font has. These letters are drawn as boxes.
  package func withPixels(_ body: (UnsafeRawBufferPointer) -> Void) throws(AudioError) -> Int {
    let (canvas, missingLetters) = try canvas()
    canvas.withPixels(body)
    return missingLetters
  }

  private func canvas() throws(AudioError) -> (canvas: CoverCanvas, missingLetters: Int) {
    let canvas = try CoverCanvas(side: Self.side)
    canvas.use(.background(of: title))
    canvas.fill()
    canvas.use(.ink)
    let width = Self.side - 2 * Self.margin
    let names = Self.shown(authors.joined(separator: ", "))
    let titleRoom = names.isEmpty ? width : 1340
    let title = try CoverText(Self.shown(title), language: language, on: canvas)
    title.fit(
      font: "DejaVu Serif,serif,Bold",
      sizes: [280, 250, 225, 200, 180, 160, 144, 128, 114, 100, 90], width: width,
      height: titleRoom)
    canvas.draw(title, y: Self.margin + (titleRoom - title.height) / 2)
    guard !names.isEmpty else { return (canvas, title.missingLetters) }
    canvas.fill(x: Self.side / 2 - 160, y: 1740, width: 320, height: 8)
    let line = try CoverText(names, language: language, on: canvas)
    line.fit(
      font: "DejaVu Sans,sans-serif,", sizes: [110, 100, 90, 80, 70, 62], width: width, height: 320)
    canvas.draw(line, y: 1840 + (320 - line.height) / 2)
    return (canvas, title.missingLetters + line.missingLetters)
  }

  /// Returns text on one line, without control characters.
  /// The end of a very long text is cut.
  private static func shown(_ text: String) -> String {
    let line = text.onOneLine.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > longest ? line.prefix(longest) + "…" : line
  }
}
