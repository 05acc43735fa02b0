"""Measures the parser of Final Draft against libxml2 on the same bytes, and the memory for the plan of a long EPUB."""
import os
import subprocess
import zipfile
from html import escape

from .memory import LIMIT, row, watched
from .parsing import best_of_three
from .suite import ROOT, examples_document

GROUP = "formats"
FINAL_DRAFT = "Parsing Final Draft: time of the fastest run, against libxml2 on the same bytes"
EPUB = "Peak memory (PSS) for planning a long EPUB"
RUNS = 50
QUICK_RUNS = 5
EPUB_SIZE = 3_000_000
CHAPTER_SIZE = 30_000


def run(suite):
    suite.table.section(GROUP, FINAL_DRAFT)
    final_draft(suite)
    suite.table.section(GROUP, EPUB)
    epub(suite)


def final_draft(suite):
    tree, events = "ours / libxml2's tree", "ours / libxml2's events alone"
    ours = suite.program("parse-benchmark")
    if not ours:
        suite.table.unavailable([tree, events], "parse-benchmark is not built")
        return
    path = suite.path("script.fdx")
    suite.checked([suite.command, "convert", suite.script, "-o", path, "--overwrite", "-q"])
    runs = str(QUICK_RUNS if suite.quick else RUNS)
    libxml = compiled_libxml(suite)
    for name, limit, options in ((tree, 4, []), (events, None, ["events"])):
        own, other = best_of_three([ours, path, runs], [libxml, path, runs, *options])
        size = os.path.getsize(path) / 1e3
        suite.table.row(
            name, own / other, "", limit, f"{own:.2f} ms, {other:.2f} ms, {size:.0f} kB")
    os.remove(path)


def compiled_libxml(suite):
    program = suite.path("xml_parse")
    source = os.path.join(ROOT, "Benchmarks/xml_parse.c")
    subprocess.run(
        ["cc", "-O2", "-I/usr/include/libxml2", "-o", program, source, "-lxml2"], check=True)
    return program


def epub(suite):
    path = suite.path("long.epub")
    size = write_epub(path, EPUB_SIZE // 10 if suite.quick else EPUB_SIZE)
    build = watched(suite, path, "wav", "--only", "1")
    row(suite, f"plan of an EPUB with {size / 1e6:.1f} MB of text", build, LIMIT)
    os.remove(path)


def write_epub(path, size):
    """Writes an EPUB with chapters, and returns the size of its text in characters."""
    words = examples_document()
    words = words * (size // len(words) + 1)
    text = words.decode() if isinstance(words, bytes) else words
    chapters = [text[start:start + CHAPTER_SIZE] for start in range(0, size, CHAPTER_SIZE)]
    names = [f"c{number}" for number in range(len(chapters))]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("book.opf", package(names))
        for name, chapter in zip(names, chapters):
            book.writestr(f"{name}.xhtml", page(name, chapter))
    return sum(len(chapter) for chapter in chapters)


def page(name, chapter):
    paragraphs = "".join(f"<p>{escape(part)}</p>\n" for part in chapter.split("\n\n") if part)
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>{name}</h1>{paragraphs}</body></html>'


def package(names):
    items = "".join(
        f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>'
        for name in names)
    spine = "".join(f'<itemref idref="{name}"/>' for name in names)
    return (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">i</dc:identifier>'
        "<dc:title>Long</dc:title><dc:language>en</dc:language></metadata>"
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>")


CONTAINER = (
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
