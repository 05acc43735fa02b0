"""The texts of the project: messages, comments and documents. Run by Scripts/check-english."""

import html.parser
import pathlib
import re
import subprocess
import sys
import textwrap

try:
    import tree_sitter
    import tree_sitter_c
    import tree_sitter_javascript
    import tree_sitter_swift

    PARSERS = {
        ending: tree_sitter.Parser(tree_sitter.Language(grammar.language()))
        for ending, grammar in {
            ".swift": tree_sitter_swift, ".c": tree_sitter_c, ".h": tree_sitter_c, ".js": tree_sitter_javascript,
        }.items()
    }
except ImportError:
    PARSERS = {}

PAGE = pathlib.Path("Documentation/messages.md")
SHAPES = pathlib.Path("Scripts/forbidden-shapes.txt")
LITERALS = {
    "line_string_literal", "multi_line_string_literal", "raw_string_literal", "string", "template_string",
    "string_literal", "concatenated_string",
}
COMMENTS = {"comment", "multiline_comment"}
# The texts in these files are spoken, parsed, or sent to a database or a service, so they are not messages.
NO_MESSAGES = re.compile(
    r"Sources/(TextNormalization|Narration/(Rules|Words|Script|Cast/GenderWords|People/GivenNames|People/PersonWords|Check/PhysicalBusiness)"
    r"|Audiobook/Render/MeasuringPassage|Hablare/(Spelling|Store/.*Schema)|Phonemes/(Tables|Lexicon|Tagging|Text|Alphabet/EspeakMnemonics|Reading/Questions)"
    r"|Guion/(EPUB/XHTMLTag|FinalDraft/FinalDraftTitlePage|Fountain/TitlePage|Writing/FinalDraftWriter)"
    r"|Basics/JSON/JSONWriter|Audiobook/ReadAlong/.*(CSS|Style)|MakePhonemes)"
)
# The beginnings of texts that are not messages: SQL, markup, selectors, hash inputs and spoken words.
NO_MESSAGE = re.compile(
    r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|DROP|ALTER|BEGIN|WITH|<|\{|#include|use strict$|noopener|(a|li|input|button), "
    r"|line manner 1|One moment, 25)"
)
# The texts of assertions are for developers; users never see them.
ASSERTION = re.compile(rb"(precondition|preconditionFailure|assert|assertionFailure|fatalError|_Static_assert|static_assert)\s*\(")
GENERATED = re.compile(r"Sources/CLibs/include/")
# Documents that are not checked: they quote other texts, or describe earlier versions.
NO_DOCUMENT = re.compile(r"^(Fixtures|LICENSE|Examples/(?!.*README)|Tests/)|BENCHMARKS\.md|Documentation/messages\.md")
PREAMBLE = """# Messages

The texts in the sources that people may read, such as messages, help and labels, by the file that contains them. `‹name›` is a
value that the program fills in. The script cannot always tell a message from data, so a few entries are data.
`Scripts/check-english --write` writes this page from the sources; `make test` fails if it is out of date.
"""


def tracked(*patterns):
    """The files of the project that match one of the patterns."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [pathlib.Path(name) for name in sorted(names) if pathlib.Path(name).is_file()]


def nodes(path, kinds):
    """The nodes of these kinds in a file, in order. Nodes inside another node of these kinds are left out."""
    source = path.read_bytes()
    pending = [PARSERS[path.suffix].parse(source).root_node]
    while pending:
        node = pending.pop()
        if node.type in kinds:
            yield node, source[node.start_byte:node.end_byte].decode(errors="replace")
        else:
            pending.extend(reversed(node.children))


def placeholder(expression):
    """The text that the page shows in place of an interpolated value."""
    expression = " ".join(expression.split())
    names = re.findall(r"[A-Za-z]\w*", expression)
    short = re.fullmatch(r"[\w.]+", expression) and len(expression) <= 30
    return f"‹{expression if short else names[-1] if names else '…'}›"


def literal_text(node, source):
    """The text of a string literal, with placeholders for interpolated values."""
    parts = []
    for child in node.children:
        text = source[child.start_byte:child.end_byte].decode(errors="replace")
        if child.type in {"interpolated_expression", "template_substitution"}:
            parts.append(placeholder(text.strip("${}")))
        elif child.type == '"' and node.type == "multi_line_string_literal":
            parts.append(text)
        elif child.type in {'"', '"""', "'", "`", "\\(", ")"}:
            continue
        elif child.type in LITERALS:
            parts.append(literal_text(child, source))
        elif child.type == "str_escaped_char" or child.type == "escape_sequence":
            parts.append({"\\n": "\n", '\\"': '"', "\\\\": "\\", "\\t": "\t"}.get(text, text if text[1:2] != "\n" else "\0"))
        else:
            parts.append(text)
    # A backslash at the end of a line joins it with the next line, whose indentation is not part of the text.
    text = "".join(parts)
    if node.type == "multi_line_string_literal":
        text = textwrap.dedent(text)
    return re.sub(r"\0\s*", "", text)


def is_message(text):
    """Whether people read the text: whether it has a few words of a sentence."""
    plain = re.sub(r"‹[^›]*›", "", text)
    return " " in text.strip() and len(re.findall(r"(?<![\w./-])[a-z]{2,}(?![\w/(])", plain)) >= 2 and not NO_MESSAGE.match(plain)


def is_compared(node):
    """Whether a literal is compared with something, or is a path or a regular expression."""
    parent = node.parent
    if parent is not None and parent.type == "dictionary_literal" and node.next_sibling is not None:
        # The key of a dictionary is not a message.
        return node.next_sibling.type == ":"
    return parent is not None and parent.type in {"equality_expression", "pattern", "switch_pattern", "import_statement", "preproc_include"}


def joined(node, source):
    """The literals of a sum (`"a" + "b"`) as one text, and the node of the whole sum."""
    text = ""
    for child in node.children:
        if child.type in LITERALS:
            text += literal_text(child, source)
        elif child.type in {"additive_expression", "binary_expression"}:
            text += joined(child, source)
        elif child.type not in {"+", "operator"}:
            text += placeholder(source[child.start_byte:child.end_byte].decode(errors="replace"))
    return text


def messages(path):
    """The messages of a source file, with their lines."""
    if NO_MESSAGES.match(str(path)):
        return
    if path.suffix == ".html":
        yield from page_texts(path)
        return
    source = path.read_bytes()
    pending = [PARSERS[path.suffix].parse(source).root_node]
    while pending:
        node = pending.pop()
        is_sum = node.type in {"additive_expression", "binary_expression"} and any(
            child.type in LITERALS for child in node.children) and b"+" in source[node.start_byte:node.end_byte]
        if is_sum or (node.type in LITERALS and not is_compared(node)):
            text = joined(node, source) if is_sum else literal_text(node, source)
            if is_message(text):
                yield node.start_point[0] + 1, text
        elif node.type not in LITERALS and not ASSERTION.match(source, node.start_byte):
            pending.extend(reversed(node.children))


class PageTexts(html.parser.HTMLParser):
    """Collects the texts of a page, and the attributes that people read."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in {"aria-label", "title", "placeholder", "alt"} and value:
                self.found.append((self.getpos()[0], value))

    def handle_data(self, data):
        if data.strip():
            self.found.append((self.getpos()[0], " ".join(data.split())))


def page_texts(path):
    """The texts of a page that are longer than one word."""
    parser = PageTexts()
    parser.feed(path.read_text())
    for line, text in parser.found:
        if is_message(text):
            yield line, text


def comments(path):
    """The comments of a source file, with their lines. Adjacent comments are joined."""
    block, start, last = [], 0, -1
    for node, text in nodes(path, COMMENTS):
        line = node.start_point[0] + 1
        words = re.sub(r"^\s*(///?|/\*\*?|\*/|\*)\s?", "", text, flags=re.MULTILINE)
        if line != last + 1 and block:
            yield start, " ".join(block)
            block = []
        if not block:
            start = line
        block.append(" ".join(words.split()))
        last = node.end_point[0] + 1
    if block:
        yield start, " ".join(block)


def script_comments(path):
    """The comments of a shell or Python script, or of a list, with their lines."""
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        match = re.match(r"^\s*#(?!!)\s?(.*)", line)
        if match:
            yield number, match.group(1)


def document_texts(path):
    """The paragraphs of a document without code, with their lines."""
    paragraph, start, in_code = [], 0, False
    for number, line in enumerate(path.read_text(errors="replace").splitlines() + [""], 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
            line = ""
        if in_code or line.startswith("    ") or not line.strip():
            if paragraph:
                yield start, " ".join(paragraph)
            paragraph = []
        else:
            if not paragraph:
                start = number
            paragraph.append(re.sub(r"`[^`]*`", "`…`", line.strip()))


def sources():
    """The source files whose messages and comments are checked."""
    found = tracked("Sources/*.swift", "Sources/*.c", "Sources/*.h", "Sources/*.js", "Sources/*.html")
    return [path for path in found if not GENERATED.match(str(path))]


def page():
    """The page of all messages."""
    lines = [PREAMBLE]
    module = None
    for path in sources():
        found = list(messages(path))
        if not found:
            continue
        if path.parts[1] != module:
            module = path.parts[1]
            lines.append(f"## {module}\n")
        lines.append(f"**{'/'.join(path.parts[2:])}**\n")
        for _, text in found:
            if "\n" in text.strip("\n"):
                lines.append("```text\n" + text.strip("\n") + "\n```\n")
            else:
                lines.append("- " + text.strip().replace("<", "\\<") + "\n")
    text = "\n".join(lines)
    # Lists have no blank lines between their items.
    return re.sub(r"(\n- [^\n]*)\n(?=\n- )", r"\1", text)


def shapes():
    """The forbidden shapes, each as a pattern and what to write instead."""
    for line in SHAPES.read_text().splitlines():
        if line and not line.startswith("#"):
            pattern, _, advice = line.partition("\t")
            yield re.compile(rf"(?i)(?<![\w-])(?:{pattern})(?![\w-])"), advice.strip()


def all_texts():
    """Every text in which the shapes are searched: path, line, text."""
    for path in sources():
        if PARSERS or path.suffix == ".html":
            for line, text in messages(path):
                yield path, line, text
        if PARSERS and path.suffix != ".html":
            for line, text in comments(path):
                yield path, line, text
    for path in tracked("Tests/*.swift"):
        if PARSERS:
            for line, text in comments(path):
                yield path, line, text
    for path in tracked("Scripts/*", "Tests/*.py", "Benchmarks/*", "Makefile", ".ci/run", "Packaging/*"):
        if path.suffix not in {".md", ".swift", ".json"} and path != SHAPES:
            for line, text in script_comments(path):
                yield path, line, text
    for path in tracked("*.md"):
        if not NO_DOCUMENT.search(str(path)):
            for line, text in document_texts(path):
                yield path, line, text


def main():
    if PARSERS:
        made = page()
        if "--write" in sys.argv[1:]:
            PAGE.write_text(made)
        elif not PAGE.exists() or PAGE.read_text() != made:
            print(f"{PAGE}: out of date; run Scripts/check-english --write", file=sys.stderr)
            sys.exit(1)
    patterns = list(shapes())
    count = 0
    for path, line, text in all_texts():
        for pattern, advice in patterns:
            for match in pattern.finditer(text):
                around = text[max(0, match.start() - 40):match.end() + 40].replace("\n", " ")
                print(f"{path}:{line}: \"{match.group(0)}\": …{around}… {advice}", file=sys.stderr)
                count += 1
    if count:
        print(f"check-english: {count} forbidden shapes", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
