"""The book of the matrix: two scenes, three speakers, twelve lines, one of them spoken twice.

Each line takes more than a second to speak, so that audio that ends early can be recognized.
"""

SCRIPT = """\
INT. HARBOUR OFFICE - NIGHT

MARA
The last boat came in an hour ago.

TOMAS
Then who is ringing the bell?

IDA
Nobody rings it twice in a night.

MARA
Listen to that, it has begun again.

TOMAS
I counted seven strokes this time.

IDA
Bring the lamp and follow me.

EXT. PIER - NIGHT

IDA
Mind the third plank, it is loose.

MARA
Listen to that, it has begun again.

TOMAS
There is no rope on the bell.

MARA
And there is no bell on the post.

IDA
Then it was never the bell we heard.

TOMAS
I will not count them again tonight.
"""

SPEAKERS = ("MARA", "TOMAS", "IDA")


def scenes(voices):
    """Returns the lines of each scene as (voice, text), in order; `voices` maps speakers to voices."""
    scenes = []
    speaker = None
    for line in SCRIPT.splitlines():
        if line.startswith(("INT.", "EXT.")):
            scenes.append([])
        elif line in SPEAKERS:
            speaker = line
        elif line:
            scenes[-1].append((voices[speaker], line))
    return scenes


def occurrences(voices):
    """Returns how often each line occurs."""
    counts = {}
    for scene in scenes(voices):
        for line in scene:
            counts[line] = counts.get(line, 0) + 1
    return counts


def characters(voices):
    """Returns the number of characters that the book costs: each line once."""
    return sum(len(text) for _, text in occurrences(voices))
