"""Mutated Final Draft documents and EPUBs for the drill `words` of Tests/Drills/run.

Each word is one letter, so the number of words is the number of letters in the text nodes, whatever the tags."""
import random
import re
import zipfile

MARKS = ["[[", "]]", "/*", "*/", "\\*", "*", "**", "_", "^", "@", "!", "~", "=", "#", ">", "&lt;", "(", ")", ".", "&amp;", "—", ":"]
TYPES = ["Action", "Character", "Dialogue", "Parenthetical", "Scene Heading", "Transition", "Lyrics", "Outline 2", "Outline Body",
         "New Act", "General"]
STYLES = ["", "Bold", "Italic", "Underline", "Bold+Italic", "Strikeout"]
# Elements around the runs of a paragraph, and around whole paragraphs.
AROUND_RUN = ["New", "b", "ScriptNote", "Paragraph", "DualDialogue", "SceneProperties", "OmittedScene"]
AROUND_PARAGRAPH = ["DualDialogue", "New", "Actors", "Paragraph"]
PAGE = ["p", "b", "h1", "h2", "div", "div hidden=''", "table", "tr", "td", "th", "thead", "svg", "sup", "li", "ul", "ruby", "rt", "button", "nav",
        "pre", "span class='pagenum'", "a href='#n'", "aside id='n'", "section", "summary", "q"]


def letters(text):
    """Returns the number of letters in the text nodes of XML."""
    bare = re.sub(r"&\w+;", " ", re.sub(r"<[^>]*>", " ", text))
    return len(re.findall("[a-z]", bare))


def words(chance):
    found = []
    for _ in range(chance.randint(1, 6)):
        found.append(chance.choice("abcdefgh"))
        if chance.random() < 0.3:
            found.append(chance.choice(MARKS))
    return " " + " ".join(found) + " "


def wrapped(element, content):
    return f"<{element}>{content}</{element.split(' ')[0]}>"


def script(seed):
    """Returns a Final Draft document."""
    chance = random.Random(seed)
    paragraphs = []
    for _ in range(chance.randint(2, 8)):
        runs = ""
        for _ in range(chance.randint(1, 3)):
            run = f"<Text Style=\"{chance.choice(STYLES)}\">{words(chance)}</Text>"
            runs += wrapped(chance.choice(AROUND_RUN), run) if chance.random() < 0.2 else run
        more = chance.choice(["", "", ' StartsNewPage="Yes"', ' Alignment="Center"'])
        paragraph = f'<Paragraph Type="{chance.choice(TYPES)}"{more}>{runs}</Paragraph>'
        if chance.random() < 0.2:
            paragraph = wrapped(chance.choice(AROUND_PARAGRAPH), paragraph)
        paragraphs.append(paragraph)
    title = wrapped("TitlePage", wrapped("Content", wrapped("Paragraph", wrapped("Text", words(chance)))))
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<FinalDraft DocumentType="Script">\n<Content>\n'
            + "\n".join(paragraphs) + f"\n</Content>\n{title}\n</FinalDraft>\n")


def page(seed):
    """Returns a page of an EPUB."""
    chance = random.Random(seed)

    def content(depth):
        parts = []
        for _ in range(chance.randint(1, 3)):
            inner = words(chance) if depth == 0 or chance.random() < 0.3 else content(depth - 1)
            parts.append(wrapped(chance.choice(PAGE), inner))
        return "".join(parts)

    # The head and the first paragraph have words, so that there is a page to read.
    return ('<html xmlns="http://www.w3.org/1999/xhtml"><head><title> a b </title></head><body><p> c d </p>'
            + content(3) + "</body></html>")


def book(path, page):
    """Writes an EPUB with one page."""
    container = ('<?xml version="1.0"?><container><rootfiles><rootfile full-path="b.opf" '
                 'media-type="application/oebps-package+xml"/></rootfiles></container>')
    package = ('<?xml version="1.0"?><package><metadata/><manifest><item id="p" href="p.xhtml" '
               'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="p"/></spine></package>')
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", container)
        archive.writestr("b.opf", package)
        archive.writestr("p.xhtml", page)
