import Guion
import Testing

/// Tests of Final Draft's title pages, whose paragraphs have a position and text, but no type.
@Suite struct FinalDraftTitlePageTests {
  /// Returns the entries read from a page.
  ///
  /// Lines that begin with ">" are centred; empty lines are empty paragraphs.
  private func entries(_ page: String) -> [TitlePageEntry] {
    let paragraphs = page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(">")
        ? "<Paragraph Alignment=\"Center\"><Text>\(line.dropFirst())</Text></Paragraph>"
        : "<Paragraph Alignment=\"Left\"><Text>\(line)</Text></Paragraph>"
    }
    let title =
      "<TitlePage><HeaderAndFooter><Header><Paragraph><Text>no</Text></Paragraph></Header>"
      + "</HeaderAndFooter><Content>\(paragraphs.joined())</Content></TitlePage>"
    let text = FinalDraftSource.document(FinalDraftSource.paragraph("Action", "a"), title)
    let parsed = GuionParsedElementCollection(string: text, format: .fdx)
    #expect(parsed.diagnostics == [])
    #expect(parsed.elements.count == 1)
    return parsed.titlePage
  }

  private func shown(_ page: String) -> [String] {
    entries(page).map { "\($0.key): \($0.values.joined(separator: "; "))" }
  }

  @Test(arguments: [
    (
      "\n\n>BIG FISH\n\n>written by\n\n>Ann Lee\n>&amp;\n>Bo Li\n\n>based on the novel by\n>C. D.\n\n"
        + "First draft\n12 May 2024\n\nAgency\n1 Road\na@example.org\n\n© 2024 Ann Lee",
      [
        "Title: BIG FISH", "Credit: written by", "Author: Ann Lee; Bo Li",
        "Source: based on the novel by; C. D.", "Draft date: First draft; 12 May 2024",
        "Contact: Agency; 1 Road; a@example.org", "Copyright: © 2024 Ann Lee",
      ]
    ),
    (
      ">2001\n>A Space Play\n\n>Written by Ann Lee",
      ["Title: 2001; A Space Play", "Credit: Written by", "Author: Ann Lee"]
    ),
    (">A Play\n\n>Ann Lee", ["Title: A Play", "Author: Ann Lee"]),
    (
      "Free for all.\n\n>A PLAY\n\n>by\n\n>Ann Lee",
      ["Title: A PLAY", "Credit: by", "Author: Ann Lee", "Contact: Free for all."]
    ),
    (">A Play\n>by\n>Ann Lee", ["Title: A Play", "Credit: by", "Author: Ann Lee"]),
    (
      ">A SERIES\n>\n>\"Pilot\"\n\n>Written by\n\n>Ann Lee &amp; Bo Li",
      ["Title: A SERIES", "Credit: Written by", "Author: Ann Lee & Bo Li", "Notes: \"Pilot\""]
    ),
    (">A Play\n\n>5/12/24", ["Title: A Play", "Draft date: 5/12/24"]),
    (">Bypass\n\n>story by: Bo", ["Title: Bypass", "Credit: story by", "Author: Bo"]),
    (
      ">A Play\n\n>Screenplay by\n>Ann Lee\n\n>Story by\n>Bo",
      ["Title: A Play", "Credit: Screenplay by", "Author: Ann Lee", "Source: Story by; Bo"]
    ),
    ("", []),
  ])
  func `position and wording determine the meaning of a line`(
    _ row: (page: String, entries: [String])
  ) {
    #expect(shown(row.page) == row.entries)
  }

  @Test func `the manuscript has the title and the authors`() {
    let text = FinalDraftSource.document(
      FinalDraftSource.paragraph("Action", "a"),
      "<TitlePage><Content><Paragraph Alignment=\"Center\"><Text Style=\"Underline\">A *Play*</Text>"
        + "</Paragraph><Paragraph/><Paragraph Alignment=\"Center\"><Text>by</Text></Paragraph>"
        + "<Paragraph Alignment=\"Center\"><Text>Ann Lee</Text></Paragraph></Content></TitlePage>")
    let manuscript = Manuscript(
      GuionParsedElementCollection(string: text, format: .fdx), path: "a.fdx")
    // An asterisk is only an asterisk, because the format has its own styles.
    #expect(manuscript.title == "A *Play*")
    #expect(manuscript.credit == "by")
    #expect(manuscript.authors == ["Ann Lee"])
    #expect(manuscript.titlePage.allSatisfy { $0.position?.line == 6 })
  }
}
