import Guion
import TestSupport
import Testing

/// Tests of the documents that an order file lists.
@Suite struct OrderFileTests {
  static let files = "a.md b.md c.md d/e.md"

  static let trees: [BookTree] = [
    BookTree(
      "SUMMARY.md", files, ["SUMMARY.md": "# Summary\n\n- [B](b.md)\n  - [A](./a.md)\n"],
      "b.md | a.md"),
    BookTree(
      "prefix and suffix chapters", files,
      [
        "SUMMARY.md":
          "[Preface](c.md)\n\n# Part\n\n1. [A](a.md)\n2) [B](b.md)\n\n---\n\n[End](d/e.md)\n"
      ],
      "c.md | a.md | b.md | d/e.md"),
    BookTree(
      "markers", files,
      ["SUMMARY.md": "* [A](a.md)\n+ [B](b.md)\n\t- [C](c.md)\r\n   - [E](d/e.md)"],
      "a.md | b.md | c.md | d/e.md"),
    BookTree(
      "drafts, sites and anchors", files,
      [
        "SUMMARY.md":
          "- [D]()\n- [S](https://x.org/a.md)\n- [M](mailto:a@b.c)\n- [P](//x/y.md)\n- [X](#a)\n- [A](a.md#part)\n"
      ],
      "a.md"),
    BookTree(
      "each once", files, ["SUMMARY.md": "- [A](a.md)\n- [B](b.md)\n- [A](d/../a.md#x)\n"],
      "a.md | b.md"),
    BookTree(
      "escapes", "",
      [
        "SUMMARY.md":
          "- [1](a%20b.md)\n- [2](<c d.md> \"t)\")\n- [3](e(f).md)\n- [4](g\\(h.md 'x')\n- [5](i%2.md)\n- [6](j%23k.md)\n",
        "a b.md": "x", "c d.md": "x", "e(f).md": "x", "g(h.md": "x", "i%2.md": "x", "j#k.md": "x",
      ], "a b.md | c d.md | e(f).md | g(h.md | i%2.md | j#k.md"),
    BookTree(
      "comments", files,
      [
        "SUMMARY.md":
          "<!-- - [A](a.md) -->\n- [B](b.md)\n<!--\n- [C](c.md)\n-->\n<!-- x --> [E](d/e.md)\n<!-- - [A](a.md)"
      ],
      "b.md | d/e.md"),
    BookTree("a byte order mark", files, ["SUMMARY.md": "\u{FEFF}[A](a.md)\n"], "a.md"),
    BookTree("words behind the link", files, ["SUMMARY.md": "- [A](a.md) — the first\n"], "a.md"),
    BookTree(
      "mdBook", "src/a.md src/b.md", ["book.toml": "", "src/SUMMARY.md": "[B](b.md)\n"], "src/b.md"),
    BookTree(
      "src without book.toml", "src/a.md src/b.md", ["src/SUMMARY.md": "[B](b.md)\n"],
      "src/a.md | src/b.md"),
    BookTree(
      "mdBook, up and inside", "src/a.md README.md",
      ["book.toml": "", "src/SUMMARY.md": "[R](../README.md)\n"], "README.md"),
    BookTree("nav.md", files, ["nav.md": "* [B](b.md)\n"], "b.md"),
    BookTree("nav", files, ["nav": "b.md\n"], "b.md"),
    BookTree(
      "nav.txt", files + " t.txt LICENSE",
      ["nav.txt": "# order\n\n  b.md \nd/e.md\r\nt.txt\nLICENSE\n./b.md"],
      "b.md | d/e.md | t.txt | LICENSE"),
    BookTree("a folder of that name is no order file", "nav/a.md b.md", "b.md | nav/a.md"),
    BookTree(
      "a folder named in a list", files + " d/10.md d/9.md d/x.txt", ["nav.txt": "d\nd/e.md\na.md"],
      "d/9.md | d/10.md | d/e.md | a.md"),
    BookTree(
      "the first counts", files,
      ["nav.txt": "b.md", "nav.md": "[A](a.md)", "SUMMARY.md": "[C](c.md)"], "c.md"),
    BookTree(
      "the second counts", files, ["nav.txt": "b.md", "nav.yml": "- c.md", "nav.md": "[A](a.md)"],
      "a.md"),
    BookTree(
      "one document twice by a link", files, ["nav.txt": "x.md\na.md", "x.md": "-> a.md"], "x.md"),
    BookTree("through a folder's link", files, ["nav.txt": "x/e.md", "x": "-> d"], "x/e.md"),
  ]

  static let yaml: [BookTree] = [
    BookTree("nav.yml, a list", files, ["nav.yml": "- b.md\n- First: a.md\n"], "b.md | a.md"),
    BookTree(
      "nav.yaml, a map and parts", files,
      [
        "nav.yaml":
          "nav:\n  - Part:\n      - b.md\n      - Deeper:\n          - E: d/e.md\n  - a.md\n"
      ],
      "b.md | d/e.md | a.md"),
    BookTree(
      "names that look like numbers", "1984 a.md", ["nav.yml": "- 1984\n- 2: a.md\n"], "1984 | a.md"
    ),
    BookTree(
      ".nav.yml", files, [".nav.yml": "nav: [a.md, {X: 'https://x.org'}, {Y: }, c.md]"],
      "a.md | c.md"),
    BookTree(
      "mkdocs.yml", "docs/a.md docs/b.md c.md",
      ["mkdocs.yml": "site_name: The Site\nsite_author: Ann\nnav:\n  - b.md\n  - a.md\n"],
      "docs/b.md | docs/a.md"),
    BookTree(
      "mkdocs.yml without nav", "docs/a.md docs/index.md c.md",
      ["mkdocs.yml": "site_name: The Site"], "docs/index.md | docs/a.md"),
    BookTree(
      "docs_dir", "text/a.md docs/b.md", ["mkdocs.yml": "site_name: x\ndocs_dir: text\n"],
      "text/a.md"),
    BookTree(
      "what MkDocs' themes need", "docs/a.md",
      [
        "mkdocs.yml":
          "markdown_extensions:\n  - pymdownx.emoji:\n      emoji_index: !!python/name:material.extensions.emoji.twemoji\nextra:\n  x: !ENV [A, b]\nnav: [a.md]\n"
      ],
      "docs/a.md"),
  ]

  static let brokenYAML: [BookTree] = [
    BookTree(
      "missing, in its place", "a.md", ["nav.yml": "nav:\n  - a.md\n  - Part:\n    - B: b.md\n"],
      "book/nav.yml:4:10: error: b.md does not exist; write the document, correct the path, or "
        + "remove the entry [missing-document]"),
    BookTree(
      "no list", "a.md", ["nav.yml": "a: b"],
      "book/nav.yml:1:1: error: expected a list of documents, or a map with the key nav "
        + "[order-syntax]"),
    BookTree(
      "nothing at all", "a.md", ["nav.yaml": "# x\n"],
      "book/nav.yaml:1:1: error: this file is empty; list the documents, one per line, as "
        + "- file.md [order-syntax]"),
    BookTree(
      "nav is no list", "a.md", ["mkdocs.yml": "nav: a.md"],
      "book/mkdocs.yml:1:6: error: nav must be a list of documents: - file.md, or - Title: file.md "
        + "[order-syntax]"),
    BookTree(
      "docs_dir outside", "a.md", ["mkdocs.yml": "docs_dir: ../x"],
      "book/mkdocs.yml:1:11: error: docs_dir leads out of the book's folder; name a folder inside it "
        + "[outside-folder]"),
    BookTree(
      "docs is a link outside", "a.md", ["mkdocs.yml": "site_name: x", "docs": "-> /etc"],
      "book/mkdocs.yml: error: the folder of the documents (docs) is a link that leads out of the "
        + "book's folder; replace the link with a copy of its target [outside-folder]"),
    BookTree(
      "no docs", "a.md", ["mkdocs.yml": "site_name: x"],
      "cannot read book/docs: No such file or directory"),
  ]

  @Test(arguments: brokenYAML) func mistakesInYAMLHaveTheirPosition(_ tree: BookTree) throws {
    #expect(try tree.problems() == tree.expected)
  }

  @Test func brokenYAMLIsReported() throws {
    let said = try BookTree("", "a.md", ["nav.yml": "- [a.md\n- b.md\n"], "").problems()
    #expect(said.hasPrefix("book/nav.yml:"))
    #expect(said.hasSuffix("[order-syntax]"))
  }

  @Test func listsHaveADepthLimit() throws {
    let deep = String(repeating: "[", count: 70) + "a.md" + String(repeating: "]", count: 70)
    #expect(try BookTree("", "a.md", ["nav.yml": deep], "").problems().contains("flatten them"))
  }

  @Test(arguments: trees) func documentsAreInTheOrderOfTheFile(_ tree: BookTree) throws {
    #expect(try tree.read().order == tree.expected)
  }

  @Test(arguments: yaml) func documentsAreInTheOrderOfYAML(_ tree: BookTree) throws {
    #expect(try tree.read().order == tree.expected)
  }

  @Test func linesThatAreNotEntriesAreReported() throws {
    let folder = try TemporaryFolder()
    let text = "- [A](a.md), [B](b.md)\n- **[C](c.md)**\n- [P](p.png)\n"
    let path = try BookTree("", Self.files + " p.png", ["SUMMARY.md": text], "").write(to: folder)
    let book = try Manuscript(folder: path)
    #expect(book.order == "a.md")
    let unread =
      "warning: this link is not read as an entry; write each link on its own line, as "
      + "- [Title](file.md) [unread-link]"
    #expect(
      book.findings(in: path)
        == "book/SUMMARY.md:1:16: \(unread) | book/SUMMARY.md:2:7: \(unread) | book/SUMMARY.md:3:7: "
        + "warning: p.png is not a document in a known format, so it is left out; remove the entry "
        + "[not-a-document]")
  }

  static let problems: [BookTree] = [
    BookTree(
      "missing documents, all at once", "a.md",
      ["SUMMARY.md": "# S\n\n- [A](a.md)\n  - [B](b.md#x)\n- [C](<c d.md>)\n"],
      "book/SUMMARY.md:4:9: error: b.md does not exist; write the document, correct the path, or "
        + "remove the entry [missing-document] | book/SUMMARY.md:5:8: error: c d.md does not exist; "
        + "write the document, correct the path, or remove the entry [missing-document]"),
    BookTree(
      "outside", "a.md",
      ["nav.txt": "a.md\n ../x.md\n/etc/passwd\nb/../../x.md\nl.md\n", "l.md": "-> /etc/passwd"],
      "book/nav.txt:2:2: error: ../x.md is outside the folder; name a document in the folder "
        + "[outside-folder] | book/nav.txt:3:1: error: /etc/passwd is outside the folder; name a "
        + "document in the folder [outside-folder] | book/nav.txt:4:1: error: b/../../x.md is outside "
        + "the folder; name a document in the folder [outside-folder] | book/nav.txt:5:1: error: l.md "
        + "is a link that leads out of the folder; copy its target into the folder "
        + "[outside-folder]"),
    BookTree(
      "a folder outside, by a link", "a.md", ["nav.txt": "l\nl/hostname\n", "l": "-> /etc"],
      "book/nav.txt:1:1: error: l is a link that leads out of the folder; copy its target into "
        + "the folder [outside-folder] | book/nav.txt:2:1: error: l/hostname is a link that leads "
        + "out of the folder; copy its target into the folder [outside-folder]"),
    BookTree(
      "a loop of links", "a.md", ["nav.txt": "l.md\n", "l.md": "-> m.md", "m.md": "-> l.md"],
      "book/nav.txt:1:1: error: cannot read l.md: Too many levels of symbolic links [unreadable]"),
    BookTree(
      "a byte that no name has", "a.md", ["SUMMARY.md": "[A](a.md%00)\n"],
      "book/SUMMARY.md:1:5: error: a.md\0 does not exist; write the document, correct the path, or "
        + "remove the entry [missing-document]"),
    BookTree(
      "a folder without documents", "a.md p/x.png", ["nav": "p"],
      "book/nav:1:1: error: the folder p contains no document; write one, or remove the entry "
        + "[missing-document]"),
    BookTree(
      "nothing named", "a.md", ["SUMMARY.md": "# Summary\n\nProse, [Draft]() and no list.\n"],
      "book/SUMMARY.md: error: this file lists no document; list the documents, or rename this file: "
        + "without an order file, all documents in the folder are read in the order of their names [no-documents]"
    ),
    BookTree(
      "the order file is outside", "a.md", ["nav": "-> /etc/hostname"],
      "book/nav: error: this link leads out of the folder; replace the link with the file "
        + "[outside-folder]"),
  ]

  @Test(arguments: problems) func mistakesHaveTheirPosition(_ tree: BookTree) throws {
    #expect(try tree.problems() == tree.expected)
  }
}
