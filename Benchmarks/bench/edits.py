"""Changes of a script and of its cast, as values."""
import json
import random
import subprocess

SEED = 20
WORD = b" again"


def elements(suite, script):
    output = subprocess.check_output(
        [suite.command, "elements", script], env=suite.environment, text=True)
    return json.loads(output)["elements"]


def spoken_lines(elements, count):
    """Numbers of lines, from 0, that a random choice of speeches and paragraphs begins on."""
    lines = sorted(
        {element["line"] - 1 for element in elements
         if element["type"] in ("dialogue", "action") and element["text"].strip()})
    return random.Random(SEED).sample(lines, min(count, len(lines)))


def with_word(text, line):
    """A script with one word more at the end of a line."""
    lines = text.split(b"\n")
    lines[line] = lines[line].rstrip() + WORD
    return b"\n".join(lines)


def with_scene_moved(text, elements):
    """A script whose scene a quarter in stands three quarters in; None where there are too few."""
    for kind in ("scene-heading", "section-heading"):
        starts = [element["line"] - 1 for element in elements if element["type"] == kind]
        if len(starts) >= 4:
            break
    else:
        return None
    lines = text.split(b"\n")
    start, stop = starts[len(starts) // 4], starts[len(starts) // 4 + 1]
    place = starts[3 * len(starts) // 4]
    moved = lines[:start] + lines[stop:place] + lines[start:stop] + lines[place:]
    return b"\n".join(moved)


def cast(voices, pauses=None):
    """A cast file that gives each role of a manifest its voice."""
    roles = {name: voice for name, voice in voices.items() if name}
    file = {"version": 1, "narrator": voices[""], "characters": roles}
    return json.dumps(file | ({"pauses": pauses} if pauses else {})).encode()


def with_other_voice(voices, role):
    """The voices of a cast after one role has got another one."""
    other = "espeak://en-gb" if voices[role] != "espeak://en-gb" else "espeak://en-gb-scotland"
    return voices | {role: other}


def speaks_most(manifest):
    """The role with the most words; the narrator only where there is no other."""
    spoken = {}
    for chapter in manifest["chapters"]:
        for item in chapter["items"]:
            spoken[item["speaker"]] = spoken.get(item["speaker"], 0) + len(item["text"])
    roles = {role: length for role, length in spoken.items() if role} or spoken
    return max(roles, key=roles.get)


def chapters_of(manifest, role):
    """How many chapters a role speaks in."""
    return sum(
        any(item["speaker"] == role for item in chapter["items"])
        for chapter in manifest["chapters"])
