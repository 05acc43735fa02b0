import Guion
import TestSupport
import Testing

/// Tests of front and back matter: contents, copyright page, index, bibliography, licence.
@Suite struct BackMatterTests {
  private func manuscript(
    _ text: String, _ format: DocumentFormat, _ edition: ReadingEdition = .second
  ) -> Manuscript {
    Manuscript(
      GuionParsedElementCollection(string: text, format: format, edition: edition), path: "a")
  }

  private func names(_ text: String, _ format: DocumentFormat) -> [String] {
    manuscript(text, format).backMatter.map(\.name)
  }

  static let copyright =
    "© 2020 Ann Other\n\nAll rights reserved. No part of this book may be copied.\n\nISBN 1-2-3"

  @Test(
    arguments: [
      ("# A\n\nOne.\n\n# Bibliography\n\nTwo.\n\n# B\n\nThree.\n", ["Bibliography"]),
      ("# Index\n\nA chapter about indices.\n\n# End\n\nThree.\n", []),
      ("# A\n\nOne.\n\n# Index\n\nTwo.\n\n# License\n\nThree.\n", ["Index", "License"]),
      ("# A\n\nOne.[^1]\n\n## 12. References\n\nTwo.\n\n[^1]: Note.\n", ["12. References"]),
      ("# A\n\n## Table of Contents\n\n- One\n\n## One\n\nTwo.\n", ["Table of Contents"]),
      ("# A\n\nOne.\n\n# Also by Ann Other\n\nTwo.\n\n# B\n\nThree.\n", ["Also by Ann Other"]),
      ("# Erstes\n\nEins.\n\n# Literaturverzeichnis\n\nZwei.\n", ["Literaturverzeichnis"]),
      (
        "# A\n\nOne.\n\n# Contents\n\n" + String(repeating: "She packed the trunk. ", count: 500),
        []
      ),
      ("# License\n\nMIT.\n", []), ("# A\n\nOne.\n\n# Licensed to kill\n\nTwo.\n", []),
      ("\(copyright)\n\n# A\n\nOne.\n", ["© 2020 Ann Other"]),
      ("# A\n\nEvery book has an ISBN.\n\n# B\n\nTwo.\n", []),
      (
        "# A\n\nOne.\n\n# Sources of names\n\n"
          + (1...9).map { "- Baker Street, \($0), 40–4\($0)\n" }.joined(), ["Sources of names"]
      ),
      ("# A\n\n- [B](#b)\n- [C](#c)\n- [D](#d)\n\nOne.\n", ["B"]),
      ("# A\n\nContents\n\n- [B](#b)\n- [C](#c)\n- [D](#d)\n\nOne.\n", ["Contents"]),
      ("# A\n\nOne.\n\n- [B](#b)\n- [C](#c)\n- [D](#d)\n", ["B"]),
      ("# A\n\n- [B](#b)\n- [C](#c)\n\nSee [B](#b).\n", []),
      ("# A\n\nOne.\n\n# B\n\n" + (1...9).map { "- Step \($0)\n" }.joined(), []),
      ("# A\n\nOne.\n\n# B\n\n" + (1...9).map { "- In the year 190\($0)\n" }.joined(), []),
    ] as [(String, [String])])
  func `titles and forms`(_ text: String, _ names: [String]) {
    #expect(self.names(text, .markdown) == names)
  }

  static let gutenberg = """
    The Project Gutenberg EBook of A Book

    *** START OF THIS PROJECT GUTENBERG EBOOK A BOOK ***

    Produced by Ann Other

    A BOOK

    CONTENTS

    CHAPTER I. The Start

    CHAPTER II. The End . . . 9

    INDEX

    CHAPTER I. THE START

    One.

    II. THE END

    Two.

    End of the Project Gutenberg EBook of A Book, by
    Ann Other

    *** END OF THIS PROJECT GUTENBERG EBOOK A BOOK ***

    A licence.

    """

  @Test func `the text around a book of Project Gutenberg`() {
    let book = manuscript(Self.gutenberg, .text)
    #expect(
      book.backMatter.map(\.name) == [
        "The Project Gutenberg EBook of A Book", "CONTENTS",
        "End of the Project Gutenberg EBook of A …",
      ])
    let rest = book.skipping(["back-matter"])
    #expect(
      rest.elements.map(\.elementText) == [
        "A BOOK", "CHAPTER I. THE START", "One.", "II. THE END", "Two.",
      ])
    #expect(
      rest.wordCount.words + rest.wordCount.skippedWords
        == book.wordCount.words + book.wordCount.skippedWords)
    #expect(rest.wordCount.skipped.counts.map(\.rule) == [.backMatter])
    #expect(manuscript(Self.gutenberg, .text, .first).elements.allSatisfy { !$0.isBackMatter })
  }

  @Test func `numerals alone on a line are chapters`() {
    let text = "A TALE\n\nI\n\nTHE START\n\nOne was here.\n\nII\n\nTHE END\n\nTwo was here.\n"
    let headings = manuscript(text, .text, .second).elements.filter(\.elementType.isSectionHeading)
    #expect(headings.map(\.elementText) == ["I: THE START", "II: THE END"])
    let diary = "I\n\nwas here.\n\nV\n\nwas there.\n"
    #expect(
      manuscript(diary, .text, .second).elements.allSatisfy { !$0.elementType.isSectionHeading })
  }

  @Test(arguments: [("German", "de"), ("English", nil)])
  func `the title page of Project Gutenberg`(_ language: String, _ tag: String?) {
    let head = """
      Title: A Book
             A Romance in
             two parts

      Author: Ann Other

      Release Date: May 1, 2005

      Language: \(language)


      """
    let book = manuscript(
      Self.gutenberg.replacing("*** START", with: head + "*** START", maxReplacements: 1), .text)
    #expect(book.title == "A Book: A Romance in two parts")
    #expect(book.authors == ["Ann Other"])
    #expect(book.language == tag)
    #expect(manuscript(Self.gutenberg, .text).authors.isEmpty)
  }

  @Test(
    arguments: [
      (
        "I. One\nII. Two\nIII. Three\n\nCHAPTER 1\n\nA.\n\nCHAPTER 2\n\nB.",
        "I. One II. Two III. Three"
      ),
      ("CHAPTER 1\n\nCHAPTER 2\n\nCHAPTER 3\n\nText.\n\nCHAPTER 1\n\nA.", "CHAPTER 1"),
      ("Contents\n\nOne ... 3\nTwo ... 9\n\nThe text.", "Contents"),
      ("Contents\n\nof the box.\n\nThe text.", nil), ("1. One\n2. Two\n3. Three\n\nThe text.", nil),
      ("CHAPTER 1\n\nA.\n\nI. One\nII. Two\nIII. Three\n\nCHAPTER 2\n\nB.", nil),
    ] as [(String, String?)])
  func `contents of plain text`(_ text: String, _ name: String?) {
    #expect(names(text, .text).first == name)
  }

  @Test func `the text around a book in HTML`() {
    let pages = [
      (
        "a.xhtml",
        "<pre>\n\nThe Project Gutenberg EBook\n\n*** START OF THE PROJECT GUTENBERG EBOOK A ***</pre>"
          + "<p>One.</p><pre>End of the Project Gutenberg EBook\n\n*** END OF …</pre><p>A licence.</p>"
      )
    ]
    let book = Manuscript(
      GuionParsedElementCollection(bytes: MadeBook(pages).bytes, format: .epub), path: "a.epub")
    #expect(book.skipping(["back-matter"]).elements.map(\.elementText) == ["One."])
  }

  @Test func `types of a book's sections`() {
    let pages = [
      ("t.xhtml", "<section epub:type=\"titlepage\"><h1>A Book</h1><p>By Ann.</p></section>"),
      ("i.xhtml", "<section epub:type=\"imprint\"><h2>Imprint</h2><p>Made by hand.</p></section>"),
      ("one.xhtml", "<h2>One</h2><p>Text.</p><div role=\"doc-bibliography\"><p>A list.</p></div>"),
      ("u.xhtml", "<body epub:type=\"copyright-page\"><p>Words.</p></body>"),
    ]
    let book = MadeBook(pages).with {
      $0.contents =
        "<li><a href=\"t.xhtml\">Titlepage</a></li><li><a href=\"i.xhtml\">Imprint</a></li>"
        + "<li><a href=\"one.xhtml\">One</a></li><li><a href=\"u.xhtml\">Thanks</a></li>"
    }
    let whole = Manuscript(
      GuionParsedElementCollection(bytes: book.bytes, format: .epub), path: "a.epub")
    #expect(whole.backMatter.map(\.name) == ["Titlepage", "Imprint", "A list.", "Thanks"])
    #expect(whole.skipping(["Back-Matter"]).elements.map(\.elementText) == ["One", "Text."])
  }

  @Test func `a title page above the chapters starts none`() {
    let pages = [
      ("t.xhtml", "<section epub:type=\"titlepage\"><p>A Book</p></section>"),
      ("n.xhtml", "<h1>A Novel</h1>"), ("a.xhtml", "<p>One.</p>"), ("b.xhtml", "<p>Two.</p>"),
      ("c.xhtml", "<section epub:type=\"colophon\"><p>Made by hand.</p></section>"),
    ]
    let book = MadeBook(pages).with {
      $0.contents =
        "<li><a href=\"t.xhtml\">Titlepage</a></li><li><a href=\"n.xhtml\">A Novel</a><ol>"
        + "<li><a href=\"a.xhtml\">I</a></li><li><a href=\"b.xhtml\">II</a></li></ol></li>"
        + "<li><a href=\"c.xhtml\">Colophon</a></li>"
    }
    func level(_ edition: ReadingEdition) -> Int? {
      GuionParsedElementCollection(bytes: book.bytes, format: .epub, edition: edition)
        .outline.chapterLevel
    }
    #expect(level(.second) == 2 && level(.first) == 1)
  }

  @Test func `a page that begins with a title of back matter`() {
    let pages = [
      ("a.xhtml", "<h1>One</h1><p>Text.</p>"),
      ("i.xhtml", "<h1>Index</h1><p>H</p><h2>H</h2><p>hello</p>"),
    ]
    let book = MadeBook(pages).with { $0.contents = "<li><a href=\"a.xhtml\">One</a></li>" }
    let whole = Manuscript(
      GuionParsedElementCollection(bytes: book.bytes, format: .epub), path: "a.epub")
    #expect(whole.skipping(["back-matter"]).elements.map(\.elementText) == ["One", "Text."])
  }

  @Test func `a book of nothing else is read`() {
    let book = manuscript("# Copyright\n\nOne.\n", .markdown)
    #expect(book.backMatter.isEmpty && book.skipping(["back-matter"]).elements.count == 2)
    let end = manuscript("# A\n\nOne.\n\n# Back matter\n\nAn epilogue.\n", .markdown)
    #expect(end.skipping(["back-matter"]).elements.count == 4)
  }

  @Test(.timeLimit(.minutes(1))) func `100,000 titles and lines are found in linear time`() {
    let titles = String(repeating: "# Index\n\nOne.\n\n", count: 100_000)
    #expect(manuscript(titles, .fountain).backMatter.isEmpty)
    let ends = "# A\n\nOne.\n\n" + titles
    #expect(manuscript(ends, .fountain).backMatter.count == 100_000)
    let lines = String(repeating: "CONTENTS\n\nPREFACE\n\n", count: 50_000)
    #expect(manuscript(lines, .text).backMatter.isEmpty)
  }
}
