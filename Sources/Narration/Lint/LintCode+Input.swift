import Guion

/// Findings in documents and folders.
extension LintCode {
  static let document: [LintCode] = [
    LintCode(
      "invalid-utf8", .warning,
      "A text contains bytes that are not UTF-8; they are read as U+FFFD.",
      example: "a file that a program has cut in the middle of a letter",
      advice: "Save the file as UTF-8."),
    LintCode(
      windows1252, .note,
      "A text is not UTF-8; in rule set 1.2, it is read as Windows-1252.",
      example: "an older book of Project Gutenberg", advice: "Save the file as UTF-8."),
    LintCode(
      "other-encoding", .error, "A text is in an encoding that is not read.",
      example: "a Russian text in Windows-1251",
      advice: "Convert the file to UTF-8, for example with iconv."),
    LintCode(
      "invalid-utf16", .warning,
      "A UTF-16 text contains invalid code units; they are read as U+FFFD.",
      example: "half of a surrogate pair", advice: "Save the file as UTF-8."),
    LintCode(
      "twice-encoded", .note,
      "A text was encoded as UTF-8 twice, or lost characters; in rule set 1.2, it is read as it was meant.",
      example: "r\u{C3}\u{A9}sum\u{C3}\u{A9}", advice: "Decode the file once, and save it as UTF-8."
    ),
    LintCode(
      "nul-byte", .warning, "A text contains NUL bytes.",
      example: "a file that a crash has filled with zeros", advice: "Remove them."),
    LintCode(
      "binary-file", .error, "The input is not text.",
      example: "an office document with the name script.fountain",
      advice: "Export the document as Fountain, Markdown or plain text."),
    LintCode(
      "wrong-format", .error, "The input is not in the format that its name or --from indicates.",
      example: "a Final Draft script with the name script.txt",
      advice: "Give the file the extension of its format, or correct --from."),
    LintCode(
      "bad-xml", .error, "An XML file cannot be read.",
      example: "a .fdx file that ends in the middle",
      advice: "Open the file in the program that wrote it, and save it again."),
    LintCode(
      "bad-archive", .error,
      "An archive is damaged or encrypted, or it contains links, duplicate names or paths that lead out of the archive.",
      example: "an entry ../../notes.txt in script.highland",
      advice: "Save the file again in the program that wrote it."),
    LintCode(
      "bad-bundle", .error, "A TextBundle has no text, or the text cannot be read.",
      example: "Story.textbundle without a text.md",
      advice: "Save the file again in the program that wrote it."),
    LintCode(
      "bad-book", .error, "An EPUB has no package, or its package lists no page to read.",
      example: "a book.epub whose META-INF/container.xml names no package file",
      advice: "Open the file in the program that wrote it, and save it again."),
    LintCode(
      "protected-book", .error,
      "An EPUB has copy protection (DRM), or an OpenDocument text has a password.",
      example: "a book from a shop that encrypts its files",
      advice: "Get an edition without DRM, or save the document without a password."),
    LintCode(
      "protected-pdf", .error, "A PDF needs a password, or it does not allow copying its text.",
      example: "a script that its studio has locked",
      advice:
        "Open the file in a viewer and print it to a new PDF, or ask the author for another copy."
    ),
    LintCode(
      "bad-pdf", .error, "A PDF cannot be read.", example: "a download that ended in the middle",
      advice: "Open the file in a viewer, and print it to a new PDF."),
    LintCode(
      "missing-program", .error, "A document needs a program that is not installed.",
      example: "a PDF on a machine without poppler-utils",
      advice: "Install the package that the message names."),
    LintCode(
      "pdf-no-text", .error,
      "A PDF has only pictures of pages, or its fonts do not say which letters they show.",
      example: "pages from a scanner", advice: "Make a text of it with a program for OCR."),
    LintCode(
      "damaged-pdf", .warning, "A PDF has damaged parts, so text can be missing.",
      example: "a file with changed bytes",
      advice: "Save the file again in the program that wrote it, and compare the text."),
    LintCode(
      "pdf-ocr", .warning, "The text of a PDF is what a program recognized in pictures of pages.",
      example: "pages from a scanner with recognized text",
      advice: "Compare the text with the pages."),
    LintCode(
      "pdf-page-without-text", .warning,
      "Pages of a PDF are only pictures, so nothing is read there.",
      example: "a scanned page in a script",
      advice: "Make a text of these pages with a program for OCR."),
    LintCode(
      "pdf-rotated", .warning,
      "More than a fifth of the text of a PDF is vertical and is not read.",
      example: "pages that were scanned on their side",
      advice: "Turn the pages, and save the PDF again."),
    LintCode(
      "pdf-layout", .warning, "The layout of a screenplay in a PDF is unusual.",
      example: "cues in the column of the dialogue",
      advice: "Check the cast, and correct the script that convert --to fountain writes."),
    LintCode(
      "pdf-formulas", .warning, "A PDF has many formulas, which cannot be read as words.",
      example: "a paper about mathematics", advice: "Read the source of the document instead."),
    LintCode(
      "pdf-reading", .note, "A PDF is read as a screenplay or as a text, as its layout shows.",
      example: "128 pages, 192 scenes, 44 roles",
      advice: "If this is wrong, use --from pdf-script or --from pdf-text."),
    LintCode(
      "repaired-page", .warning,
      "A page of an EPUB is not well-formed XHTML, so it is read as HTML.",
      example: "<p>One <b>two</p>", advice: "Check the text of the page, or correct the page."),
    LintCode(
      "unread-page", .warning,
      "A file of an EPUB's reading order is not a page, so its text is not read.",
      example: "<itemref idref=\"map\"/> for a drawing of the type image/svg+xml",
      advice: "Save the page as XHTML, or name a page as the fallback of the file."),
    LintCode(
      "unread-text", .warning,
      "A Final Draft document has text outside the script, in an element whose meaning is unknown, or a Word document embeds other documents.",
      example: "<Extra><Text>words</Text></Extra> beside <Content>",
      advice: "If the text belongs to the script, move it into a paragraph of the script."),
    LintCode(
      "tracked-changes", .warning,
      "A Word or OpenDocument document has changes that are neither accepted nor refused. Insertions are read, deletions are not.",
      example: "a chapter that comes back from its editor",
      advice: "Accept or refuse the changes in the program that wrote the document."),
    LintCode(
      "hidden-text", .warning,
      "A Word, OpenDocument or RTF document has hidden words, which are not read.",
      example: "a paragraph in a style with hidden text",
      advice: "If the words are to be read, make them visible."),
    LintCode(
      "front-matter", .error, "The front matter is not valid YAML.",
      example: "---\ntitle: \"An end is missing\n---",
      advice: "Correct the front matter at the position in the message."),
    LintCode(
      "toml-front-matter", .warning, "The front matter is TOML, which is ignored.",
      example: "+++\ntitle = \"Two Rooms\"\n+++", advice: "Write YAML between lines of ---."),
    LintCode(
      "unclosed-front-matter", .warning,
      "The front matter at the beginning has no closing ---, so it is read as text.",
      example: "---\ntitle: Two Rooms\n\nIt is dark.", advice: "Close the front matter with ---."),
    LintCode(
      "unclosed-note", .warning,
      "[[ has no ]] before the next empty line, so the note is read as text.",
      example: "It is dark. [[Check this\n\nA door opens.",
      advice:
        "Close the note with ]]. If the note goes on below the empty line, put two spaces on that line."
    ),
    LintCode(
      "unclosed-boneyard", .warning,
      "/* has no closing */, so the text after /* is read aloud.",
      example: "It is dark. /* An old scene",
      advice: "Write */ after the text that is not to be read, or remove /*."),
    LintCode(
      "unclosed-comment", .warning,
      "A mark opens a private comment of a document, but nothing closes it: the text after it is read, or below <!-- lost.",
      example: "It rains. %%Is this true?",
      advice: "Write %% or */} after the comment, or remove the mark."),
    LintCode(
      "unclosed-code", .warning,
      "A fence of code, a <script> or a <style> is never closed, so nothing below it is read.",
      example: "```\nls\n\nThen the door opens.", advice: "Close the code where it ends."),
    LintCode(
      "looks-like-script", .warning,
      "A plain text has five or more lines like headings of scenes, but it is read as prose, in the narrator's voice.",
      example: "INT. KITCHEN - DAY", advice: "Read the text with --from fountain."),
    LintCode(
      "text-as-script", .note,
      "A plain text is read as a screenplay, because it has speakers and scenes.",
      example: "a screenplay that was pasted into a .txt file",
      advice: "If it is prose, read it with --from text."),
    LintCode(
      "unclosed-skip", .warning,
      "A Markdown document has <!-- skip --> without <!-- read --> below it, so the text after it is read aloud.",
      example: "<!-- skip -->", advice: "Write <!-- read --> where the reading goes on."),
    LintCode(
      "other-marks", .note,
      "A Markdown document has marks of another program for pauses or voices. They are never spoken, and have an effect only below <!-- marks -->.",
      example: "Wait. [pause:1.5]", advice: "Write <!-- marks --> on a line above the marks."),
    LintCode(
      "unheard-sound", .warning,
      "A footnote of a Markdown document asks for a sound, which is not heard, because footnotes are not read where they stand.",
      example: "[^1]: The bell. <!-- Sound: bell -->", advice: "Move the comment into the text."),
    LintCode(
      "wide-table", .warning,
      "A table has a row of more than 500 cells, or its rows have so few cells that nearly all of the table is empty. All tables of the document are read as text.",
      example: "a delimiter row of 10,000 columns",
      advice: "Remove columns without words, or split the table."),
    otherLanguage,
    LintCode(
      "no-chapters", .error, "--split chapter is given, but no heading starts a chapter.",
      example: "guion2audio essay.txt --split chapter", advice: "Use --split scene or --split auto."
    ),
    LintCode(
      "nothing-spoken", .error, "The input has no text to read aloud.",
      example: "an empty file",
      advice: "Add text, or change \"speech\" in the cast so that more text is read."),
  ]

  package static let otherLanguage = LintCode(
    "other-language", .warning,
    "Nobody names the language of a text, and it is plainly in another language than it is read in. The language of an office document is often only that of its template, so it is compared too.",
    example: "a German novel without a language in its title page or cast",
    advice: "Use --language, or write the language in the cast.")

  static let folder: [LintCode] = [
    LintCode(
      "outside-folder", .error,
      "A cover, an order file or an entry of an order file is outside the folder. "
        + "If a document is a link to a file outside the folder, this is a warning, and the document is left out.",
      example: "\"cover\": \"../cover.jpg\"", advice: "Copy the file into the folder."),
    LintCode(
      "missing-document", .error, "An entry of an order file names a document that does not exist.",
      example: "1. [The End](the-ned.md)", advice: "Correct the name."),
    LintCode(
      "not-a-document", .error,
      "An entry of an order file is neither a file nor a folder. "
        + "If the entry is a file in an unknown format, this is a warning, and the file is left out.",
      example: "1. [Map](map.png)", advice: "Remove the entry."),
    LintCode(
      "skipped-document", .warning,
      "A file of a folder looks like a document in a format that is not read. "
        + "An export of a document that is read, such as one.docx beside one.md, is a note.",
      example: "a folder with 01.md, 02.doc and 03.md",
      advice: "Convert the file as the message says, or move it out of the folder."),
    LintCode(
      "unreadable", .error,
      "A file or folder does not exist or cannot be read.",
      example: "guion2audio check no-such-file.fountain",
      advice: "Correct the path, or change the permissions so that you can read the file."
    ),
    LintCode(
      "unread-link", .warning,
      "A link in SUMMARY.md or nav.md is not at the beginning of its line, so it is ignored.",
      example: "See [the end](end.md).", advice: "Make the link an entry of the list."),
    LintCode(
      "order-syntax", .error, "An order file is not valid YAML, or is not a list.",
      example: "chapters: one.md", advice: "Write a list: - one.md."),
    LintCode(
      "no-documents", .error, "A folder has no documents, or its order file names no document.",
      example: "a folder of pictures",
      advice: "Choose another folder, or name the documents in the order file."),
    LintCode(
      "too-deep", .error, "Folders are nested more than 64 levels deep.",
      example: "a link to a folder above itself", advice: "Remove the link."),
    LintCode(
      "empty-document", .warning, "A document in a folder has no words, so it is not a chapter.",
      example: "an empty notes.md",
      advice: "Add text, or leave the document out of the order file."),
    LintCode(
      "several-settings", .warning,
      "Several documents of a folder have settings; only the settings of the first document count.",
      example: "a guion2audio block in two chapters",
      advice: "Keep the settings in one document, or use a cast file."),
  ]
}

/// Findings of `convert` about content that a format cannot contain.
extension LintCode {
  static let conversion: [LintCode] = [
    LintCode(
      "lost-element", .note, "The output format cannot represent an element.",
      example: "a page break at the beginning of a Final Draft script",
      advice: "Keep the old document if the element matters."),
    LintCode(
      "changed-element", .note, "An element gets another type.",
      example: "/* a boneyard */ becomes a comment in Final Draft",
      advice: "Check this element in the new document."),
    LintCode(
      "changed-words", .note, "The text or the scene number of an element changes.",
      example: "an action whose first line is indented, in Final Draft",
      advice: "Compare this element with the old document."),
    LintCode(
      "lost-words", .note, "Words that are in no element are not in the new document.",
      example: "a footnote of a Markdown document that no reference names",
      advice: "Keep the old document if the words matter; check -v counts them."),
    LintCode(
      "lost-span", .note, "Formatting or a link is lost; the words stay the same.",
      example: "struck-through text, in Fountain",
      advice: "Keep the old document if the formatting matters."),
    LintCode(
      "lost-mark", .note, "An element is no longer part of its list, quotation, table or note.",
      example: "a table of an EPUB with rows of different lengths",
      advice: "Check this element in the new document."),
    LintCode(
      "lost-title", .note, "The new document loses or changes a line of the title page.",
      example: "a custom key, in Final Draft", advice: "Add the line to the new document by hand."
    ),
  ]
}
