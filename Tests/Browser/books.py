"""The books of the tests, and their manifests."""
import json
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
PLAY = ROOT / "Examples/the-last-train/the-last-train.fountain"
# espeak's voices, because their first word begins with the line. A line of heart can be audible before its first word.
PLAY_CAST = HERE / "play-cast.json"
ARTICLE = ROOT / "Examples/article/how-bread-rises.md"
HOSTILE = HERE / "hostile"
PAGE = ROOT / "Sources/Audiobook/ReadAlong/Page"
LANGUAGES = HERE / "languages.md"


class Book:
    """An output folder of the program. Times are milliseconds."""

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
        """Returns the lines of a chapter from the manifest, with times in milliseconds."""
        items = (self.manifest["chapters"] + 99 * [{"items": []}])[number - 1]["items"]
        return [dict(i, start=i["start"] * 1000, end=i["end"] * 1000, written=i.get("written", i["text"])) for i in items]

    def chapter(self, number):
        """Returns the data of a chapter."""
        return read(self.folder / f"read-along/chapter-{number:03}.js")

    def sentences(self, number):
        """Returns the sentences of a chapter, in the order of their links: text, start, end, and positions and times of words."""
        return list(sentences(self.chapter(number)["blocks"]))

    def copy(self, folder):
        shutil.copytree(self.folder, folder)
        return Book(folder)


def read(path):
    """Returns the JSON of a data file."""
    text = path.read_text(encoding="utf-8")
    begin = text.index(",") if text.startswith("guion2audio.chapter(") else text.index("(")
    return json.loads(text[begin + 1 : text.rindex(")")])


def write(path, call, data):
    """Writes a data file as the program does: in ASCII, without characters of markup."""
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
    """Creates books with a build of the program, in one folder."""

    def __init__(self, program, folder, sources=False):
        """Creates a maker. With `sources`, the page is copied from the sources, to test its changes without a build."""
        self.program, self.folder, self.sources = pathlib.Path(program).resolve(), pathlib.Path(folder), sources

    def book(self, source, *options, name=None):
        folder = self.folder / (name or source.stem)
        if source == PLAY:
            options = ("--cast", PLAY_CAST, *options)
        if "--read-along" not in options:
            options = ("--read-along", "html", *options)
        command = [self.program, source, "-o", folder, "--quiet", "--progress", "none", *options]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr}")
        if self.sources:
            for name in ("style.css", "text.js", "player.js", "search.js"):
                shutil.copy(PAGE / name, folder / "read-along" / name)
        return Book(folder)

    def long_book(self, book, number, hours):
        """Returns a book of many hours that repeats one chapter. Nothing is rendered."""
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
        """Returns a book of one chapter with at least `count` very short sentences."""
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
    """Returns blocks with shorter and later times, without the times of words."""
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
