"""The books that the tests read, and what their manifests say of them."""
import json
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
PLAY = ROOT / "Examples/the-last-train/the-last-train.fountain"
ARTICLE = ROOT / "Examples/article/how-bread-rises.md"
HOSTILE = HERE / "hostile"
PAGE = ROOT / "Sources/Audiobook/ReadAlong/Page"
LANGUAGES = HERE / "languages.md"


class Book:
    """A folder that the program made. Times are milliseconds."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.url = (self.folder / "index.html").as_uri()

    @property
    def manifest(self):
        return json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))

    @property
    def info(self):
        """The data of book.js."""
        return read(self.folder / "read-along/book.js")

    def lines(self, number):
        """The lines of a chapter as the manifest has them, with times in milliseconds."""
        items = (self.manifest["chapters"] + 99 * [{"items": []}])[number - 1]["items"]
        return [dict(i, start=i["start"] * 1000, end=i["end"] * 1000, written=i.get("written", i["text"])) for i in items]

    def chapter(self, number):
        """The data of a chapter."""
        return read(self.folder / f"read-along/chapter-{number:03}.js")

    def sentences(self, number):
        """The sentences of a chapter, as their links number them: text, start, end, and places and times of words."""
        return list(sentences(self.chapter(number)["blocks"]))

    def copy(self, folder):
        shutil.copytree(self.folder, folder)
        return Book(folder)


def read(path):
    """The JSON in a data file."""
    text = path.read_text(encoding="utf-8")
    begin = text.index(",") if text.startswith("guion2audio.chapter(") else text.index("(")
    return json.loads(text[begin + 1 : text.rindex(")")])


def write(path, call, data):
    """A data file; its text is ASCII and has none of the signs of markup, as the program writes it."""
    text = json.dumps(data, separators=(",", ":"), sort_keys=True)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04X}")
    path.write_text(f"guion2audio.{call}{text});\n", encoding="ascii")


def sentences(blocks):
    for block in blocks:
        units = block.get("text", "").encode("utf-16-le")
        for first, last, start, end, *words in block.get("sentences", []):
            text = units[2 * first : 2 * last].decode("utf-16-le")
            flat = words[0] if words else []
            yield {"text": text, "start": start, "end": end,
                   "words": [(flat[i], start + flat[i + 1]) for i in range(0, len(flat), 2)]}
        for part in block.get("columns", []) + block.get("rows", []):
            yield from sentences(part)


class Maker:
    """Makes books with a build of the program, in a folder of its own."""

    def __init__(self, program, folder, sources=False):
        """`sources` takes the page from the sources, to try a change of it without a build."""
        self.program, self.folder, self.sources = pathlib.Path(program).resolve(), pathlib.Path(folder), sources

    def book(self, source, *options, name=None):
        folder = self.folder / (name or source.stem)
        command = [self.program, source, "-o", folder, "--read-along", "html", "--quiet", "--progress", "none", *options]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr}")
        if self.sources:
            for name in ("style.css", "text.js", "player.js", "search.js"):
                shutil.copy(PAGE / name, folder / "read-along" / name)
        return Book(folder)

    def long_book(self, book, number, hours):
        """A book of many hours: one chapter, as often as that takes. Nothing is rendered."""
        folder = self.folder / "long"
        shutil.copytree(book.folder, folder, ignore=shutil.ignore_patterns("chapter-*", "manifest.json"))
        info, blocks = book.info, book.chapter(number)
        one = info["chapters"][number - 1]
        count = -(-hours * 3_600_000 // one["duration"])
        info["chapters"] = [dict(one, number=i + 1, title=f"Chapter {i + 1}") for i in range(count)]
        info["id"] = "0" * 16
        write(folder / "read-along/book.js", "book(", info)
        for i in range(count):
            write(folder / f"read-along/chapter-{i + 1:03}.js", f"chapter({i + 1},", blocks)
        return Book(folder), count

    def long_chapter(self, book, number, count):
        """A book of one chapter of so many sentences, each very short."""
        folder = self.folder / "long-chapter"
        shutil.copytree(book.folder, folder, ignore=shutil.ignore_patterns("chapter-*", "manifest.json"))
        info, blocks = book.info, book.chapter(number)["blocks"]
        entry = info["chapters"][number - 1]
        times = -(-count // len(list(sentences(blocks))))
        repeated = []
        for i in range(times):
            repeated += squeezed(blocks, 1 / times, entry["duration"] * i / times)
        info["chapters"] = [dict(entry, number=1)]
        info["id"] = "1" * 16
        write(folder / "read-along/book.js", "book(", info)
        write(folder / "read-along/chapter-001.js", "chapter(1,", {"blocks": repeated})
        return Book(folder), len(list(sentences(repeated)))


def squeezed(blocks, factor, by):
    """Blocks whose sound is shorter and comes later, without the times of words."""
    made = json.loads(json.dumps(blocks))
    for block in made:
        if "sounds" in block:
            block["sounds"] = [t * factor + by for t in block["sounds"]]
        for sentence in block.get("sentences", []):
            sentence[2:] = [t * factor + by for t in sentence[2:4]]
        for key in ("columns", "rows"):
            if key in block:
                block[key] = [squeezed(part, factor, by) for part in block[key]]
    return made
