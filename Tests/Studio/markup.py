"""Attacks with texts that look like markup or code. They must come back unchanged, as JSON."""
import json

from desk import Studio, say

ODD = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"'`\\", "{{7+7}}${7+7}", "a\u2028b", "\u202eright to left",
       "\u0645\u0631\u062d\u0628\u0627", "\U0001f469\u200d\U0001f680", "e\u0301 \u00e9", "javascript:alert(1)", "]]>", "<!--", "&lt;&amp;"]


def names_are_exact(checks, program):
    """Checks names, notes, headings and title of a hostile script and cast, the name of the file, and edits."""
    long = "LONG " + "X" * 10_000
    names = ["<SCRIPT>ALERT<", "</SCRIPT>", "\"QUOTES'", "\u202eRTL", "__PROTO__", "CONSTRUCTOR", "&AMP;", "${X}"]
    script = f"Title: {ODD[0]}\nAuthor: {ODD[1]}\n\n# {ODD[2]}\n\nINT. {ODD[0]} - DAY\n\n[[{ODD[5]} {ODD[0]}]]\n\n"
    script += "".join(f"@{name}\n{ODD[index]} and more words.\n\n" for index, name in enumerate(names))
    script += f"@{long}\nA long name.\n\n" + "\n\n".join(ODD) + "\n"
    cast = {"version": 1, "characters": {name: "espeak://en-us" for name in names},
            "pronunciations": [{"text": "</script>", "say": "<b>script</b>"}]}
    with Studio(program, script=script, cast=json.dumps(cast), name="<b>\"'&\u202e x.fountain") as studio:
        client = studio.client()
        answer = client.get("/api/book")
        book = answer.json
        text = json.dumps(book, ensure_ascii=False)
        kinds = {path: client.get(path).header("content-type") for path in ("/api/book", "/api/voices", "/api/settings", "/api/changes?seen=0")}
        checks.check("the content type is application/json", set(kinds.values()) == {"application/json"}, kinds)
        if not checks.check("a hostile script has a plan", book.get("problem") is None and book["plan"], book.get("problem")):
            return
        checks.check("the title and the names of files are unchanged",
                     book["title"] == ODD[0] and book["input"] == studio.script.name and book["documents"][0].endswith(studio.script.name),
                     (book["title"], book["input"], book["documents"]))
        roles = [role["name"] for role in book["roles"]]
        lost = [name for name in names if name not in roles]
        checks.check("hostile names of roles are unchanged", not lost, (lost, roles[:12]))
        lost = [odd for odd in ODD[3:] if not any(odd in block["text"] for block in book["blocks"])]
        checks.check("hostile texts are unchanged", not lost, lost)
        checks.check("a name of 10,000 letters does no harm", len(answer.body) < 3_000_000 and "A long name." in text, len(answer.body))
        wrong = []
        for odd in ODD:
            answer = client.edit(client.digest(), say(odd + " w", odd + " x"))
            entries = client.book()["pronunciations"]
            if answer.status == 200 and {"text": odd + " w", "say": odd + " x"} not in entries:
                wrong.append(odd)
            if answer.status not in (200, 422):
                wrong.append(f"{odd}: {answer}")
            kept = json.loads(studio.cast.read_text(encoding="utf-8"))
            if answer.status == 200 and kept["pronunciations"][-1].get("text") != odd + " w":
                wrong.append(f"{odd} in the file: {kept['pronunciations'][-1]}")
        checks.check("hostile words of edits are unchanged, in the book and in the file", not wrong, wrong[:4])
        for role in names:
            answer = client.edit(client.digest(), {"kind": "voice", "role": role, "voice": "espeak://en-gb"})
            kept = json.loads(studio.cast.read_text(encoding="utf-8"))["characters"].get(role)
            kept = kept.get("voice") if isinstance(kept, dict) else kept
            if answer.status != 422 and kept != "espeak://en-gb":
                wrong.append(f"{role}: {answer} {kept}")
        checks.check("voices are assigned to hostile names exactly", not wrong, wrong[:4])
