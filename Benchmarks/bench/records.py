"""Measures how the time to read a manifest, a journal and a cast grows with their size."""
import copy
import hashlib
import json
import os

from .suite import ESPEAK, remove, write

GROUP = "records"
TITLE = "Reading records: CPU seconds for ten times the size, against ten times the seconds"
SCRIPT = b"INT. BAR - DAY\n\nAnn pours the tea and looks out of the window.\n"
# The sizes of the smaller files. A book of 20,000 lines has about 25 hours.
LINES, CHAPTERS, ROLES = 20_000, 10_000, 1_900
QUICK = 100


def run(suite):
    suite.table.section(GROUP, TITLE)
    work = suite.path("records")
    os.makedirs(work)
    script, folder = os.path.join(work, "tea.fountain"), os.path.join(work, "out")
    write(script, SCRIPT)
    suite.render(script, folder)
    for name, measured in (("manifest", manifest), ("journal", journal), ("cast", cast)):
        first, limit = measured(suite, script, folder)
        compare(suite, name, first, limit)
    remove(work)


def compare(suite, name, command, count):
    """Measures a command with a file of `count` entries, and with a file of ten times as many."""
    if suite.quick:
        count = QUICK
    seconds, sizes = [], []
    for times in (1, 10):
        arguments, path = command(count * times)
        seconds.append(min(suite.checked(arguments).cpu for _ in range(suite.runs)))
        sizes.append(os.path.getsize(path) / 1e6)
    suite.table.row(
        f"{name}: ten times / 10", seconds[1] / seconds[0] / 10, "", 1.1,
        f"{seconds[1]:.2f} s for {sizes[1]:.1f} MB / {seconds[0]:.3f} s for {sizes[0]:.2f} MB")


def manifest(suite, _, folder):
    """`verify` of a book whose only chapter has all lines at the same time, so that little is decoded."""
    path = os.path.join(folder, "manifest.json")
    book = suite.manifest(folder)

    def command(count):
        grown = copy.deepcopy(book)
        chapter = max(grown["chapters"], key=lambda chapter: len(chapter["items"]))
        grown["chapters"], line = [chapter], chapter["items"][-1]
        chapter["items"] = [line] * count
        # The real file has a line for each item.
        text = json.dumps(grown, ensure_ascii=False).replace('{"end"', '\n{"end"')
        write(path, text.encode())
        return [suite.command, "verify", folder, "--quiet", "--jobs", "1"], path

    return command, LINES


def journal(suite, script, folder):
    """A dry run over the journal of a book with many chapters that the script no longer has."""
    path = os.path.join(folder, ".guion2audio/journal")
    with open(path, encoding="utf-8") as file:
        line = next(json.loads(line) for line in file if line.startswith('{"chapter"'))
    del line["check"]

    def command(count):
        lines = []
        for number in range(count):
            entry = copy.deepcopy(line)
            entry["chapter"]["fingerprint"] = digest(str(number))
            for file in entry["chapter"]["files"]:
                file["file"] = f"{number} {file['file']}"
            text = json.dumps(entry, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            lines.append(text[:-1] + f',"check":"{digest(text)[:16]}"}}\n')
        write(path, "".join(lines).encode())
        return suite.render_command(script, folder, "--dry-run"), path

    return command, CHAPTERS


def cast(suite, script, _):
    """A plan with a cast of many roles that do not speak."""
    path = script + ".json"

    def command(count):
        roles = {f"ROLE {number}": {"voice": f"{ESPEAK}?rate=1.1", "note": "a baker"}
                 for number in range(count)}
        write(path, json.dumps({"characters": roles}).encode())
        return [suite.command, "plan", script, "--cast", path], path

    return command, ROLES


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()
