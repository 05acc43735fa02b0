"""Edits of a script and of its cast, as pure functions."""
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
    """Returns the line numbers, from 0, of randomly chosen speeches and paragraphs. The choice is the same in each run."""
    lines = sorted(
        {element["line"] - 1 for element in elements
         if element["type"] in ("dialogue", "action") and element["text"].strip()})
    return random.Random(SEED).sample(lines, min(count, len(lines)))


def with_word(text, line):
    """Returns a script with one more word at the end of a line."""
    lines = text.split(b"\n")
    lines[line] = lines[line].rstrip() + WORD
    return b"\n".join(lines)


def with_scene_moved(text, elements):
    """Returns a script with one scene moved from a quarter to three quarters of the script.

    Returns None if there are too few scenes.
    """
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
    """Returns a cast file with the voices of all roles in a manifest."""
    roles = {name: voice for name, voice in voices.items() if name}
    file = {"version": 1, "narrator": voices[""], "characters": roles}
    return json.dumps(file | ({"pauses": pauses} if pauses else {})).encode()


def with_other_voice(voices, role):
    """Returns the voices of a cast with another voice for one role."""
    other = "espeak://en-gb" if voices[role] != "espeak://en-gb" else "espeak://en-gb-scotland"
    return voices | {role: other}


def speaks_most(manifest):
    """Returns the role that speaks most. The narrator counts only if there is no other role."""
    spoken = {}
    for chapter in manifest["chapters"]:
        for item in chapter["items"]:
            spoken[item["speaker"]] = spoken.get(item["speaker"], 0) + len(item["text"])
    roles = {role: length for role, length in spoken.items() if role} or spoken
    return max(roles, key=roles.get)


def chapters_of(manifest, role):
    """Returns the number of chapters in which a role speaks."""
    return sum(
        any(item["speaker"] == role for item in chapter["items"])
        for chapter in manifest["chapters"])
