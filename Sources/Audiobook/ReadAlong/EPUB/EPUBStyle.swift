/// The style of an EPUB's pages.
///
/// It resembles the read-along page, but keeps the reading system's colours and sizes.
enum EPUBStyle {
  /// The number of colours for speakers; further speakers begin again with the first colour.
  static let voices = lightVoices.count

  /// The speakers' colours for a light page.
  ///
  /// The contrast is 7.9 to 9.6 on white, and 7.0 to 8.6 in the highlighted sentence (WCAG 2.2, 1.4.3 requires
  /// 4.5).
  private static let lightVoices = [
    "#7a2e12", "#134a86", "#1c5a2c", "#6a2478", "#6b4a00", "#0d5560", "#8c1d4b", "#43409c",
  ]
  /// The speakers' colours for a dark page.
  ///
  /// The contrast is 9 or more on black, and 6.4 to 7.3 in the highlighted sentence.
  private static let darkVoices = [
    "#f2a98b", "#90bdf5", "#93d3a0", "#dba8ea", "#e5c06a", "#7fd0dc", "#f59fc0", "#b9b5fb",
  ]

  /// The style sheet.
  static var sheet: [UInt8] {
    let dark = "@media (prefers-color-scheme: dark) {\n\(rules(darkVoices))\(darkRest)}\n"
    return Array((base + rules(lightVoices) + dark).utf8)
  }

  private static func rules(_ colours: [String]) -> String {
    colours.enumerated().map { index, colour in
      ".voice-\(index) { border-color: \(colour); }\n"
        + ".voice-\(index) .character { color: \(colour); }\n"
    }.joined()
  }

  private static let darkRest = """
    .\(EPUBNames.activeClass) { background-color: #3a321a; color: #e9e6df; }

    """

  private static let base = """
    body { overflow-wrap: anywhere; }
    h1, h2, h3, h4, h5, h6 { line-height: 1.4; margin: 2em 0 1em; break-after: avoid; }
    h1 { font-size: 1.3em; margin-top: 0.5em; }
    h2, h3, h4, h5, h6 { font-size: 1.05em; }
    p { margin: 0 0 0.9em; }
    .speech { margin: 0 0 1em; padding-inline-start: 1.2em; border-style: solid; border-width: 0; border-inline-start-width: 3px; }
    .speech p { margin: 0; }
    .character { font-weight: bold; break-after: avoid; }
    .parenthetical, .lyrics { font-style: italic; }
    .transition { text-align: end; }
    .center { text-align: center; }
    .dual { display: flex; flex-wrap: wrap; gap: 0 1.5em; }
    .column { flex: 1 1 12em; }
    blockquote { margin: 0 0 1em; padding-inline-start: 1em; border-inline-start: 3px solid; }
    li { margin: 0.2em 0; }
    .empty, .task { list-style: none; }
    .more { margin: 0.4em 0 0; }
    code { font-family: monospace; font-size: 0.9em; }
    pre { white-space: pre-wrap; line-height: 1.4; }
    .table { overflow-x: auto; margin: 0 0 1em; }
    table { border-collapse: collapse; }
    th, td { border: 1px solid; padding: 0.3em 0.6em; text-align: start; vertical-align: top; }
    figure { margin: 1em 0; break-inside: avoid; }
    img { max-width: 100%; height: auto; }
    .picture img { vertical-align: middle; }
    .footnote { font-size: 0.9em; margin: 0.8em 0; padding-top: 0.4em; border-top: 1px solid; }
    .noteref { font-size: 0.75em; vertical-align: super; text-decoration: none; padding: 0 0.15em; }
    .\(EPUBNames.activeClass) { background-color: #fdf0c4; color: #1d1c1a; text-decoration: underline; text-underline-offset: 0.3em; }

    """
}
