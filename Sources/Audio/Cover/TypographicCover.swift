/// A plain cover: title and authors on one colour.
public struct TypographicCover: Sendable, Equatable {
  /// The title of the book.
  public var title: String
  /// The authors, in order.
  public var authors: [String]
  /// The language of both, as a BCP 47 tag: it decides between the forms that letters have.
  public var language: String

  /// Pixels of a side: shops advise 2,400 to 3,000 (Google Play Books).
  public static let side = 2400
  /// The length at which words are cut, in characters: far more than can be read on a picture.
  private static let longest = 600
  /// Pixels that stay free on each side.
  private static let margin = 240

  /// Describes a cover.
  public init(title: String, authors: [String], language: String) {
    (self.title, self.authors, self.language) = (title, authors, language)
  }

  /// Draws it: a PNG, the same bytes each time where the same fonts and libraries are.
  ///
  /// To encode it takes ten times as long as to draw it (250 ms and 25 ms, measured, cairo 1.16).
  public func drawn() throws(AudioError) -> Cover {
    guard let cover = Cover(try canvas().canvas.png()) else {
      throw .malformed(path: "a cover", reason: "Cairo has written no PNG")
    }
    return cover
  }

  /// Draws it and gives `body` its pixels, which are the same where `drawn()` is.
  ///
  /// - Returns: The number of letters that no installed font has, and for which boxes stand.
  public func withPixels(_ body: (UnsafeRawBufferPointer) -> Void) throws(AudioError) -> Int {
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

  /// Words in one line without control characters; the end of a very long text is cut.
  private static func shown(_ text: String) -> String {
    let line = text.onOneLine.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > longest ? line.prefix(longest) + "…" : line
  }
}
