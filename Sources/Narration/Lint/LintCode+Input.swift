import Guion

/// What is found in documents and folders.
extension LintCode {
  static let document: [LintCode] = [
    LintCode(
      "invalid-utf8", .warning, "Bytes of a text are no UTF-8; they are read as U+FFFD.",
      example: "an accented letter of Windows-1252", advice: "Save the file as UTF-8."),
    LintCode(
      "invalid-utf16", .warning,
      "A text that begins as UTF-16 holds what is none; it is read as U+FFFD.",
      example: "half of a surrogate pair", advice: "Save the file as UTF-8."),
    LintCode(
      "nul-byte", .warning, "NUL bytes stand in a text.",
      example: "a file that a crash has filled with zeros", advice: "Take them out."),
    LintCode(
      "binary-file", .error, "The input is no text.",
      example: "an office document under the name script.fountain",
      advice: "Export it as Fountain, Markdown or plain text."),
    LintCode(
      "wrong-format", .error, "The input is not in the format that its name or --from says.",
      example: "a Final Draft script under the name script.txt",
      advice: "Give it the name that belongs to its format."),
    LintCode(
      "bad-xml", .error, "XML cannot be read.", example: "a .fdx file that ends in the middle",
      advice: "Open it in the program that wrote it, and save it again."),
    LintCode(
      "bad-archive", .error,
      "An archive is damaged or encrypted, or has names that lead out of it, links or two entries of one name.",
      example: "an entry ../../notes.txt in script.highland",
      advice: "Save it again in the program that wrote it."),
    LintCode(
      "bad-bundle", .error, "A TextBundle has no text, or the text cannot be read.",
      example: "Story.textbundle without a text.md",
      advice: "Save it again in the program that wrote it."),
    LintCode(
      "bad-book", .error, "An EPUB has no package, or its package names no page to read.",
      example: "a book.epub without META-INF/container.xml",
      advice: "Open it in the program that made it, and save it again."),
    LintCode(
      "protected-book", .error, "Copy protection (DRM) locks an EPUB.",
      example: "a book from a shop that encrypts its files", advice: "Get an edition without DRM."),
    LintCode(
      "repaired-page", .warning,
      "A page of an EPUB is not well-formed XHTML, and is read as HTML.",
      example: "<p>One <b>two</p>", advice: "Compare what is read, or correct the page."),
    LintCode(
      "front-matter", .error, "The front matter is YAML that cannot be read.",
      example: "---\ntitle: \"An end is missing\n---", advice: "Correct it at the place."),
    LintCode(
      "toml-front-matter", .warning, "The front matter is TOML, and is not read.",
      example: "+++\ntitle = \"Two Rooms\"\n+++", advice: "Write YAML between lines of ---."),
    LintCode(
      "unclosed-front-matter", .warning,
      "A document begins with --- and a key, and no --- closes them: they are read as text.",
      example: "---\ntitle: Two Rooms\n\nIt is dark.", advice: "Close the front matter with ---."),
    LintCode(
      "unclosed-note", .warning,
      "[[ has no ]] before the next empty line, so that the note is read as text.",
      example: "It is dark. [[Check this\n\nA door opens.",
      advice: "Close the note, or put two spaces on the empty line."),
    LintCode(
      "unclosed-boneyard", .warning,
      "/* has no */ after it, so that what it hides is read as text.",
      example: "It is dark. /* An old scene", advice: "Close it, or take it out."),
    LintCode(
      "wide-table", .warning,
      "A table would be nearly all empty cells, or has a row of more than 500; it is read as text.",
      example: "a delimiter row of 10,000 columns", advice: "Take out columns without words."),
    LintCode(
      "no-chapters", .error, "--split chapter, and no heading starts a chapter.",
      example: "guion2audio essay.txt --split chapter", advice: "Take --split scene or auto."),
    LintCode(
      "nothing-spoken", .error, "Nothing in the input is read aloud.",
      example: "an empty file", advice: "Give it words, or switch on what \"speech\" leaves out."),
  ]

  static let folder: [LintCode] = [
    LintCode(
      "outside-folder", .error,
      "A cover, an order file or an entry of it leads out of its folder; a warning for a link.",
      example: "\"cover\": \"../cover.jpg\"", advice: "Copy the file into the folder."),
    LintCode(
      "missing-document", .error, "An entry of an order file names no document.",
      example: "1. [The End](the-ned.md)", advice: "Correct the name."),
    LintCode(
      "not-a-document", .error,
      "An entry is neither file nor folder; a warning for a file of another kind, which is left out.",
      example: "1. [Map](map.png)", advice: "Take the entry out."),
    LintCode(
      "unreadable", .error, "The system does not let us look at an entry.",
      example: "a folder of another user", advice: "Give yourself permission to read it."),
    LintCode(
      "unread-link", .warning, "A link in SUMMARY.md or nav.md does not begin its line.",
      example: "See [the end](end.md).", advice: "Make it an entry of the list."),
    LintCode(
      "order-syntax", .error, "An order file in YAML cannot be read, or is no list.",
      example: "chapters: one.md", advice: "Write a list: - one.md."),
    LintCode(
      "no-documents", .error, "A folder has no documents, or its order file names none.",
      example: "a folder of pictures", advice: "Name another folder."),
    LintCode(
      "too-deep", .error, "Folders stand in folders deeper than 64.",
      example: "a link to a folder above itself", advice: "Take the link out."),
    LintCode(
      "empty-document", .warning, "A document of a folder has no words, and is no chapter.",
      example: "an empty notes.md", advice: "Give it words, or leave it out of the order."),
    LintCode(
      "several-settings", .warning,
      "A further document of a folder has settings; the first one's count.",
      example: "a guion2audio block in two chapters", advice: "Keep one, or use a cast file."),
  ]
}
