import Guion
import Testing

/// Tests of R3: the title page as `key=value,value; key=`, and the outline of the body.
@Suite struct TitlePageTests {
  static let rows: [Row] = [
    Row("R3.1 one line", "Title: Big Fish", "Title=Big Fish ->"),
    Row("R3.1 several", "Title: Fish\nAuthor: Me\n\nHi.", "Title=Fish; Author=Me -> action Hi."),
    Row("R3.1 not at the start", "Hi.\n\nTitle: X\n", "-> action Hi. | action Title: X"),
    Row(
      "R3.2 case and spelling are kept", "TITLE: a\ndraft DATE: b\n\n", "TITLE=a; draft DATE=b ->"),
    Row("R3.2 unknown keys are kept", "Title: a\nWatermark: b\n\n", "Title=a; Watermark=b ->"),
    Row("R3.2 every known key alone", "Revision: 3\n\nX", "Revision=3 -> action X"),
    Row("R3.2 contact info", "Contact info: me\n", "Contact info=me ->"),
    Row("R3.2 blanks before the colon", "Title : a\n", "Title=a ->"),
    Row("R3.2 an indented key is none", "  Title: a\n\n", "-> action   Title: a"),
    Row("R3.3 tab", "Title:\n\tOne\n\tTwo\n\n", "Title=One,Two ->"),
    Row("R3.3 three spaces", "Title:\n   One\n   Two\n\n", "Title=One,Two ->"),
    Row("R3.3 one space", "Title:\n One\n\n", "Title=One ->"),
    Row("R3.3 both places", "Title: One\n    Two\n\n", "Title=One,Two ->"),
    Row("R3.3 trimmed", "Title:   One \t\n", "Title=One ->"),
    Row(
      "R3.3 colon in an indented value", "Contact:\n\tTel: 1\n\tMail:\nDate: x\n\n",
      "Contact=Tel: 1,Mail:; Date=x ->"),
    Row("R3.3 second colon", "Title: Alien: Romulus\n", "Title=Alien: Romulus ->"),
    Row("R3.3 key without values", "Title: X\nAuthor:\n\n", "Title=X; Author= ->"),
    Row("R3.3 emphasis is kept", "Title:\n\t_**X**_\n", "Title=_**X**_ ->"),
    Row("R3.4 key-like line further down", "Title: X\n\nAnn: Y", "Title=X -> action Ann: Y"),
    Row("R3.4 a line of blanks ends it", "Title: X\n   \nAnn: Y", "Title=X -> action Ann: Y"),
    Row(
      "R3.7 blanks within a value", "Title:\n\tX\n  \n\tY\nAuthor: Z\n\nHi.",
      "Title=X,Y; Author=Z -> action Hi."),
    Row(
      "R3.7 a credit above the names",
      "Title: X\n\nAuthors: Written by\nA. Poe\nand\nB. Roe\n\nHi.",
      "Title=X; Authors=A. Poe,B. Roe -> action Hi."),
    Row("R3.7 a known key further down", "Title: X\n   \n\nAuthor: Y", "Title=X; Author=Y ->"),
    Row(
      "R3.4 unindented below a key without a value",
      "Title:\nBIG NIGHT\nContact:\nA. Poe\n1 Elm St\n\nHi.",
      "Title=BIG NIGHT; Contact=A. Poe,1 Elm St -> action Hi."),
    Row(
      "R3.4 unindented below a contact", "Contact: A. Poe\n1 Elm St\na@b.example\nTel: 5\n\nHi.",
      "Contact=A. Poe,1 Elm St,a@b.example; Tel=5 -> action Hi."),
    Row(
      "R3.4 a heading below a contact", "Contact:\nA. Poe\nINT. BAR - DAY\n\nHi.",
      "Contact=A. Poe -> heading INT. BAR - DAY | action Hi."),
    Row(
      "R3.4 unindented below an unknown key", "Title: X\nFoo:\nBar\n\nHi.",
      "Title=X; Foo= -> action Bar | action Hi."),
    Row("R3.4 two blank lines", "Title: X\n\n\nJOHN\nHi.", "Title=X -> cue JOHN | dialogue Hi."),
    Row("R3.5 blank lines first", "\n  \n\nTitle: X\n\nHi.", "Title=X -> action Hi."),
    Row("R3.5 boneyard first", "/* a\n\nb */\n\nTitle: X\n\nHi.", "Title=X -> action Hi."),
    Row("R3.5 boneyard right above", "/* a */\nTitle: X\n\nHi.", "Title=X -> action Hi."),
    Row("R3.6 FADE IN", "FADE IN:\n\nHi.", "-> transition FADE IN: | action Hi."),
    Row("R3.6 CUT TO", "CUT TO:\n\nHi.", "-> transition CUT TO: | action Hi."),
    Row(
      "R3.6 heading with a time", "INT. BAR - 10:30\n\nHi.",
      "-> heading INT. BAR - 10:30 | action Hi."),
    Row(
      "R3.6 forced heading with a time", ".BAR 10:30\nTitle: X\n\n",
      "-> heading BAR 10:30 | action Title: X"),
    Row(
      "R3.6 heading over a known key", "INT. BAR: DAY\nTitle: X\n\n",
      "-> action INT. BAR: DAY⏎Title: X"),
    Row("R3.6 prose", "He said: no.\n\nHi.", "-> action He said: no. | action Hi."),
    Row("R3.6 unknown keys only", "Foo: 1\nBar: 2\n\nHi.", "-> action Foo: 1⏎Bar: 2 | action Hi."),
    Row(
      "R3.6 unknown first, known later", "Foo: 1\nTitle: X\n\nHi.", "Foo=1; Title=X -> action Hi."),
    Row("R3.6 no key first", "Hello\nTitle: X\n\n", "-> action Hello⏎Title: X"),
    Row("R3.6 colon first", ": x\nTitle: X\n\n", "-> action : x⏎Title: X"),
    Row("R3.6 cue with a colon", "JOHN:\nHi.\n\n", "-> cue JOHN: | dialogue Hi."),
    Row(
      "neither key nor indented", "Title: X\nHello there.\nMore.\n\nHi.",
      "Title=X -> action Hello there.⏎More. | action Hi."),
    Row(
      "heading right under", "Title: X\nINT. BAR: DAY\n\nHi.",
      "Title=X -> heading INT. BAR: DAY | action Hi."),
    Row("forced heading right under", "Title: X\n.BAR\nHi.", "Title=X -> heading BAR | action Hi."),
    Row(
      "known key only behind the end", "Foo: 1\nHello\nTitle: X\n\n",
      "-> action Foo: 1⏎Hello⏎Title: X"),
    Row(
      "R3.7 indented as a whole", "  Title: X\n  Author: Y\n      Z\n\nHi.",
      "Title=X; Author=Y,Z -> action Hi."),
    Row("R3.7 a mark alone", "Title: X\n!\nAuthor: Z\n\nHi.", "Title=X; Author=Z -> action Hi."),
    Row("R3.7 French", "Titre: X\nAuteur: Y\n\nHi.", "Title=X; Author=Y -> action Hi."),
    Row("repeated key", "Author: A\nAuthor: B\n\n", "Author=A; Author=B ->"),
    Row("keys in capitals are no cue", "TITLE: X\nAUTHOR: Y\n\n", "TITLE=X; AUTHOR=Y ->"),
    Row("note in a value", "Title: X [[y]] Z\n\nHi.", "Title=X  Z -> action Hi."),
    Row("note instead of a value", "Title: [[y]]\n\t[[z]]\n\tX\n\n", "Title=X ->"),
    Row("note over two lines", "Title: X [[y\n\tz]]\n\tW\n\n", "Title=X,W ->"),
    Row("note over three lines", "Title: X [[y\nz: a\nb]] c\nDate: d\n\n", "Title=X,c; Date=d ->"),
    Row("unclosed note in a value", "Title: X [[y\n\nz]]", "Title=X [[y -> action z]]"),
    Row("note as a key line", "[[Note: x]]\nTitle: X\n\nHi.", "Title=X -> action Hi."),
    Row(
      "note in column one", "Title: X\n[[y]]\nDate: Z\n\n", "Title=X; Date=Z ->"),
    Row("indented note line", "Title: X\n\t[[y]]\nDate: Z\n\n", "Title=X; Date=Z ->"),
    Row("note with a colon alone", "[[Note: x]]\n\nTitle: X", "-> note Note: x | action Title: X"),
    Row("boneyard in a value", "Title: X/* y */Z\n\nHi.", "Title=XZ -> action Hi."),
    Row(
      "boneyard over lines in a value", "Title: X /* y\n\n */\n\tZ\n\nHi.",
      "Title=X,Z -> action Hi."),
    Row(
      "a line of notes", "Title: X\n[[a]]\nContact: Y\n\nHi.", "Title=X; Contact=Y -> action Hi."),
    Row("boneyard before a key", "/* a */Title: X\n\nHi.", "Title=X -> action Hi."),
    Row(
      "boneyard line ends it (R16.4)", "Title: X\n/* a */\nDate: Y\n\n",
      "Title=X -> boneyard a | action Date: Y"),
    Row("CR LF", "Title:\r\n\tX\r\nDate: Y\r\n\r\nHi.\r\n", "Title=X; Date=Y -> action Hi."),
    Row("CR", "Title: X\rDate: Y\r\rHi.", "Title=X; Date=Y -> action Hi."),
  ]

  @Test(arguments: rows) func titlePage(_ row: Row) {
    let parsed = FountainParser(string: row.source)
    let page = parsed.titlePage.map { "\($0.key)=\($0.values.joined(separator: ","))" }
    let found = page.joined(separator: "; ") + (page.isEmpty ? "->" : " ->")
    let body = parsed.elements.outline
    #expect(found + (body.isEmpty ? "" : " " + body) == row.outline)
  }

  @Test func everyKnownKeyMakesATitlePage() {
    let keys = [
      "Title", "Credit", "Author", "Authors", "Source", "Draft date", "Contact", "Date",
      "Copyright", "Notes", "Revision", "Contact info",
    ]
    for key in keys {
      let parsed = FountainParser(string: "\(key.uppercased()): x\n\nHi.")
      #expect(parsed.titlePage == [TitlePageEntry(key: key.uppercased(), values: ["x"])])
      #expect(parsed.elements.outline == "action Hi.")
    }
  }

  @Test func keyWithoutValuesHasNone() {
    let parsed = FountainParser(string: "Title:\nAuthor:\n\tMe\n")
    #expect(
      parsed.titlePage == [
        TitlePageEntry(key: "Title", values: []), TitlePageEntry(key: "Author", values: ["Me"]),
      ])
  }
}
