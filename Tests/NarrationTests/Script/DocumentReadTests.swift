import Guion
import Narration
import Testing

/// Tests of Documentation/speech.md, "Documents": how Markdown is spoken, construct by construct.
@Suite struct DocumentReadTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var speech = ""
    var language: String?
    var expected: [String]
    var testDescription: String { name }

    func check() async throws {
      let outline = try await TableReadOutline.of(
        source,
        cast: "{\"characters\": {\"MARA\": \"tone://alto\", \"TOM\": \"tone://bass\"}, "
          + "\"speech\": {\(speech)}}",
        language: language, format: .markdown)
      #expect(outline.lines == expected)
    }
  }

  static let proseCases: [Case] = [
    Case(
      name: "headings, paragraphs and rules",
      source: "# One\n\nFirst *line*\ngoes **on**.\n\n---\n\n## Two\n\nLast.",
      expected: [
        "750 | section-heading: One", "1000 | action: First line goes on.",
        "1500 | section-heading: Two", "1000 | action: Last.", "end 2000",
      ]),
    Case(
      name: "headings are titles only where the cast says so", source: "## Two\n\nLast.",
      speech: #""sections": false"#, expected: ["750 | action: Last.", "end 2000"]),
    Case(
      name: "links by their words, addresses by their host",
      source: "See [the guide](https://a.example/x) or <https://www.docs.example.org/a?b=c>.",
      expected: ["750 | action: See the guide or docs dot example dot org.", "end 2000"]),
    Case(
      name: "tags and comments are never heard",
      source: "<!-- no -->\n\nYes<!-- no -->, <b title=\"no\">this</b>.\n\n<div>no</div>\n\nEnd.",
      expected: [
        "750 | action: Yes, this.", "600 | action: no", "600 | action: End.", "end 2000",
      ]),
    Case(
      name: "tags that are shown", source: "A \\<b>x\\</b> y.",
      expected: ["750 | action: A b x b y.", "end 2000"]),
    Case(
      name: "signs that a reader sees are not taken for markup",
      source: "Use `Array<Int>` and \\<b> where a < b, a -> b.",
      expected: [
        "750 | action: Use Array Int and b where a is less than b, a, b.", "end 2000",
      ]),
    Case(
      name: "struck words are not heard", source: "It costs ~~ten~~ nine.",
      expected: ["750 | action: It costs nine.", "end 2000"]),
    Case(
      name: "struck words when switched on", source: "It costs ~~ten~~ nine.",
      speech: #""strikethrough": "speak""#,
      expected: ["750 | action: It costs ten nine.", "end 2000"]),
    Case(
      name: "images by what describes them", source: "Look![A cat](c.png)there.",
      expected: ["750 | action: Look Image: A cat there.", "end 2000"]),
    Case(
      name: "images when switched off", source: "Look ![A cat](c.png) there.\n\n![Only](o.png)",
      speech: #""images": "skip""#, expected: ["750 | action: Look there.", "end 2000"]),
    Case(
      name: "formulas are announced",
      source: "Where $E = \\foo{m}{c}$ holds.\n\n$$\\foo x_1$$\n\n```math\nx\n```",
      expected: [
        "750 | action: Where formula holds.", "600 | action: Formula.", "600 | action: Formula.",
        "end 2000",
      ]),
    Case(
      name: "formulas spoken", source: "Where $a_1^2$ holds.", speech: #""math": "speak""#,
      expected: ["750 | action: Where a one two holds.", "end 2000"]),
    Case(
      name: "names of emoji keep their blank", source: "Nice :smile: work.",
      expected: ["750 | action: Nice 😄 work.", "end 2000"]),
    Case(
      name: "prices are no formulas", source: "From $5 to $10.",
      expected: ["750 | action: From five dollars to ten dollars.", "end 2000"]),
    Case(
      name: "emoji are the engine's to name", source: "Done 🎉 now.",
      expected: ["750 | action: Done 🎉 now.", "end 2000"]),
    Case(
      name: "emoji when switched off", source: "Done 🎉 now 👩‍💻 ❤️ 3.", speech: #""emoji": "skip""#,
      expected: ["750 | action: Done now three.", "end 2000"]),
  ]

  static let blocksCases: [Case] = [
    Case(
      name: "items with their numbers, lists within lists told apart",
      source:
        "3. three\n4. four\n   1. inner\n   2. next\n5. five\n\n- a\n  - b\n  - c\n- d\n\nEnd.",
      expected: [
        "750 | action: Three: three", "400 | action: Four: four",
        "400 | action: Four point one: inner",
        "400 | action: Four point two: next", "400 | action: Five: five", "400 | action: a",
        "400 | action: Sub-list: b", "400 | action: c", "400 | action: End of sub-list. d",
        "600 | action: End.", "end 2000",
      ]),
    Case(
      name: "lists by their words alone", source: "1. one\n   - a\n2. two",
      speech: #""lists": "speak""#,
      expected: ["750 | action: one", "400 | action: a", "400 | action: two", "end 2000"]),
    Case(
      name: "a further paragraph of an item has no number", source: "1. one\n\n   more\n\n2. two",
      expected: [
        "750 | action: One: one", "400 | action: more", "400 | action: Two: two", "end 2000",
      ]),
    Case(
      name: "tasks", source: "- [x] eat\n- [ ] sleep",
      expected: ["750 | action: done: eat", "400 | action: to do: sleep", "end 2000"]),
    Case(
      name: "tasks by their words alone", source: "- [x] eat", speech: #""tasks": "speak""#,
      expected: ["750 | action: eat", "end 2000"]),
    Case(
      name: "a quotation between pauses", source: "A.\n\n> B.\n>\n> C.\n\nD.",
      expected: [
        "750 | action: A.", "600 | action: B.", "600 | action: C.", "600 | action: D.", "end 2000",
      ]),
    Case(
      name: "a quotation announced, and one within it", source: "A.\n\n> B.\n>\n> > C.\n\nD.",
      speech: #""quotes": "announce""#,
      expected: [
        "750 | action: A.", "600 | announcement: Quote.", "150 | action: B.",
        "600 | announcement: Quote.", "150 | action: C.", "150 | announcement: End quote.",
        "150 | announcement: End quote.", "600 | action: D.", "end 2000",
      ]),
    Case(
      name: "a quotation of which nothing is heard is not announced",
      source: "> ~~x~~\n\n> ![](u)\n\n> ...\n\nEnd.", speech: #""quotes": "announce""#,
      expected: ["750 | action: End.", "end 2000"]),
    Case(
      name: "no action, of whatever layout",
      source: "# H\n\na\n\n- b\n\n> c\n\n    d\n\n| e |\n|-|\n| f |",
      speech: #""action": false, "quotes": "announce""#,
      expected: ["750 | section-heading: H", "end 2000"]),
    Case(
      name: "an alert is headed by its kind", source: "> [!NOTE]\n> Mind.",
      expected: ["750 | action: Note. Mind.", "end 2000"]),
    Case(
      name: "a quotation that ends the document", source: "> B.", speech: #""quotes": "announce""#,
      expected: [
        "750 | announcement: Quote.", "150 | action: B.", "150 | announcement: End quote.",
        "end 2000",
      ]),
    Case(
      name: "code is announced", source: "```swift\nlet a = 1\n\nlet b = 2\n```\n\n    one",
      expected: [
        "750 | action: Code example, Swift, three lines.", "600 | action: Code, one line.",
        "end 2000",
      ]),
    Case(
      name: "code spoken", source: "```c\nint a_b;\n\nreturn;\n```", speech: #""code": "speak""#,
      expected: ["750 | action: int a b; /250/ return;", "end 2000"]),
    Case(
      name: "code left out", source: "A.\n\n```c\nint a;\n```\n\nB.", speech: #""code": "skip""#,
      expected: ["750 | action: A.", "600 | action: B.", "end 2000"]),
    Case(
      name: "tables row by row",
      source: "| Name | Age | |\n|-|-|-|\n| Ada | ~~35~~ 36 | x |\n| Bob! | | |",
      expected: [
        "750 | action: Name: Ada. Age: thirty-six. x.", "400 | action: Name: Bob!", "end 2000",
      ]),
    Case(
      name: "what is struck or code in a header",
      source: "| ~~old~~ new | `a::b` |\n|-|-|\n| 1 | 2 |",
      expected: ["750 | action: new: one. a b: two.", "end 2000"]),
    Case(
      name: "tables announced", source: "| A | B |\n|-|-|\n| 1 | 2 |\n| 3 | 4 |\n\nEnd.",
      speech: #""tables": "announce""#,
      expected: [
        "750 | action: Table, two columns, two rows.", "600 | action: End.", "end 2000",
      ]),
    Case(
      name: "tables left out", source: "| A |\n|-|\n| 1 |\n\nEnd.", speech: #""tables": "skip""#,
      expected: ["750 | action: End.", "end 2000"]),
  ]

  static let notesCases: [Case] = [
    Case(
      name: "footnotes are not read", source: "A[^1] b. C.\n\n[^1]: Note.",
      expected: ["750 | action: A b. C.", "end 2000"]),
    Case(
      name: "a footnote behind its sentence",
      source: "A[^1] b. C.[^x] D.\n\n[^1]: Note\n[^x]: Two.",
      speech: #""footnotes": "inline""#,
      expected: [
        "750 | action: A b. Footnote one: Note. C. Footnote two: Two. D.", "end 2000",
      ]),
    Case(
      name: "the footnotes of a speech, a heading and a row",
      source: "## H[^1]\n\nMARA: hi[^2].\n\n| a |\n|-|\n| b[^3] |\n\n[^1]: x\n[^2]: y\n[^3]: z",
      speech: #""footnotes": "end""#,
      expected: [
        "750 | section-heading: H", "1000 | dialogue MARA: hi.", "600 | action: a: b.",
        "600 | action: Footnote one: x", "600 | action: Footnote two: y",
        "600 | action: Footnote three: z", "end 2000",
      ]),
    Case(
      name: "the footnotes of words that are not read are not read",
      source:
        "~~a[^1] c~~ b.\n\n- c[^2]\n\n[^1]: x\n[^2]: y",
      speech: #""footnotes": "end", "lists": "skip""#, expected: ["750 | action: b.", "end 2000"]),
    Case(
      name: "a footnote within the words is heard once",
      source: "A[^1]. B[^1].\n\nC.[^1]\n\n[^1]: n", speech: #""footnotes": "inline""#,
      expected: ["750 | action: A. Footnote one: n. B.", "600 | action: C.", "end 2000"]),
    Case(
      name: "struck words and formulas in footnotes",
      source:
        "A.[^1]\n\n[^1]: ~~x~~ y $\\foo z_1$\n\n    two ![i](u)",
      speech: #""footnotes": "end", "images": "skip""#,
      expected: ["750 | action: A.", "600 | action: Footnote one: y formula. two", "end 2000"]),
    Case(
      name: "footnotes behind a rule", source: "A[^1].\n\n---\n\n[^1]: N",
      speech: #""footnotes": "end""#,
      expected: ["750 | action: A.", "1500 | action: Footnote one: N", "end 2000"]),
    Case(
      name: "footnotes at the end, each once",
      source: "A[^1] b.[^1]\n\nC.[^2]\n\n[^1]: N\n[^2]: M.",
      speech: #""footnotes": "end""#,
      expected: [
        "750 | action: A b.", "600 | action: C.", "600 | action: Footnote one: N",
        "600 | action: Footnote two: M.", "end 2000",
      ]),
  ]

  private static let everything =
    "> q\n\n- a\n  - b\n- [x] c\n- [ ] d\n\n```js\nx\n```\n\n$$x$$\n\nn.[^1]\n\n[^1]: m"
  private static let all = #""quotes": "announce", "footnotes": "inline""#

  static let languagesCases: [Case] = [
    Case(
      name: "Spanish", source: everything, speech: all, language: "es",
      expected: [
        "750 | announcement: Cita.", "150 | action: q", "150 | announcement: Fin de la cita.",
        "600 | action: a", "400 | action: Sublista: b",
        "400 | action: Fin de la sublista. hecho: c", "400 | action: por hacer: d",
        "600 | action: Ejemplo de código, JavaScript, una línea.", "600 | action: Fórmula.",
        "600 | action: n. Nota al pie uno: m.", "end 2000",
      ]),
    Case(
      name: "French", source: everything, speech: all, language: "fr-FR",
      expected: [
        "750 | announcement: Citation.", "150 | action: q", "150 | announcement: Fin de citation.",
        "600 | action: a", "400 | action: Sous-liste: b",
        "400 | action: Fin de la sous-liste. fait: c", "400 | action: à faire: d",
        "600 | action: Exemple de code, JavaScript, une ligne.", "600 | action: Formule.",
        "600 | action: n. Note de bas de page un: m.", "end 2000",
      ]),
    Case(
      name: "German", source: everything, speech: all, language: "de",
      expected: [
        "750 | announcement: Zitat.", "150 | action: q", "150 | announcement: Ende des Zitats.",
        "600 | action: a", "400 | action: Unterliste: b",
        "400 | action: Ende der Unterliste. erledigt: c", "400 | action: zu erledigen: d",
        "600 | action: Codebeispiel, JavaScript, eine Zeile.", "600 | action: Formel.",
        "600 | action: n. Fußnote eins: m.", "end 2000",
      ]),
  ]

  static let addressCases: [Case] = [
    ("es", "punto"), ("fr", "point"), ("de", "Punkt"), ("nl", "dot"),
  ].map { (language: String, dot: String) in
    Case(
      name: "an address in \(language)", source: "<https://a.example.org/x>.", language: language,
      expected: ["750 | action: a \(dot) example \(dot) org.", "end 2000"])
  }

  static let labelsCases: [Case] = [
    Case(
      name: "labels in bold and plain, in any case",
      source: "**MARA:** Hello.\n\nTom: Hi *there*.\n\nProse.",
      expected: [
        "750 | dialogue MARA: Hello.", "350 | dialogue TOM: Hi there.", "600 | action: Prose.",
        "end 2000",
      ]),
    Case(
      name: "several labels in one paragraph", source: "**MARA:** Hello\nthere.\n**TOM:** Hi.",
      expected: [
        "750 | dialogue MARA: Hello there.", "350 | dialogue TOM: Hi.", "end 2000",
      ]),
    Case(
      name: "a direction before the words",
      source: "**MARA:** (whispering) Come.\n\nMARA: (And so.)",
      expected: [
        "750 | dialogue MARA: {whisper, gain -6.0} Come.", "250 | dialogue MARA: (And so.)",
        "end 2000",
      ]),
    Case(
      name: "names that the cast has not are prose", source: "NOTE: Mind.\n\nMARA went: far.",
      expected: ["750 | action: Note: Mind.", "600 | action: Mara went: far.", "end 2000"]),
    Case(
      name: "a label alone stands for the next paragraph",
      source: "**MARA:**\n\n<!-- x -->\n\nHello.\n\nProse.",
      expected: ["750 | dialogue MARA: Hello.", "600 | action: Prose.", "end 2000"]),
    Case(
      name: "blanks that do not break, and wide colons", source: "MARA:\u{A0}Hello.\n\nTOM：Hi.",
      expected: ["750 | dialogue MARA: Hello.", "350 | dialogue TOM: Hi.", "end 2000"]),
    Case(
      name: "labels that are struck or shown as code", source: "~~TOM:~~ a\n\n`MARA:` b",
      expected: ["750 | action: a", "600 | action: Mara: b", "end 2000"]),
    Case(
      name: "labels switched off", source: "MARA: Hello.", speech: #""speakerLabels": false"#,
      expected: ["750 | action: Mara: Hello.", "end 2000"]),
    Case(
      name: "announced where that is asked for", source: "MARA: Hello.",
      speech: #""announce": "always""#,
      expected: ["750 | announcement: Mara says:", "150 | dialogue MARA: Hello.", "end 2000"]),
    Case(
      name: "a label in a list or a quotation is prose", source: "- MARA: a\n\n> TOM: b",
      expected: ["750 | action: Mara: a", "600 | action: Tom: b", "end 2000"]),
  ]

  @Test(arguments: proseCases) func prose(_ row: Case) async throws { try await row.check() }
  @Test(arguments: blocksCases) func blocks(_ row: Case) async throws { try await row.check() }
  @Test(arguments: notesCases) func footnotes(_ row: Case) async throws { try await row.check() }
  @Test(arguments: languagesCases) func languages(_ row: Case) async throws {
    try await row.check()
  }
  @Test(arguments: addressCases) func addresses(_ row: Case) async throws { try await row.check() }
  @Test(arguments: labelsCases) func speakerLabels(_ row: Case) async throws {
    try await row.check()
  }
}
