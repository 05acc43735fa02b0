"""Tests that script text never becomes markup, code or a request."""
import json
import re

from page import wait

# The content security policy of the page: no source with `unsafe`, and no server.
POLICY = {"default-src": ["'none'"], "script-src": ["'self'", "file:"], "style-src": ["'self'", "file:"],
          "img-src": ["'self'", "file:"], "media-src": ["'self'", "file:"], "base-uri": ["'none'"],
          "form-action": ["'none'"], "require-trusted-types-for": ["'script'"], "trusted-types": ["guion2audio"]}


def files_are_harmless(checks, book):
    """Data files contain no characters of markup, and no file contains the author's hidden text."""
    left, hidden = [], []
    for path in book.folder.rglob("*"):
        if not path.is_file():
            continue
        content = path.read_bytes()
        if b"HIDDEN" in content or "HIDDEN".encode("utf-16-le") in content:
            hidden.append(path.name)
        if re.fullmatch(r"(book|chapter-\d+)\.js", path.name):
            left += [path.name for sign in (b"<", b">", b"&", b"\xe2\x80\xa8", b"\xe2\x80\xa9") if sign in content]
    checks.check("data files contain no characters of markup", not left, left)
    checks.check("no file contains notes, boneyards or synopses", not hidden, hidden)
    names = [p.name for p in (book.folder / "read-along").iterdir()]
    own = re.compile(r"[a-z]+\.(css|js)|chapter-\d{3,}\.js|image-[0-9a-f]{16}\.(png|jpg|gif|webp|avif)")
    strange = [name for name in names if not own.fullmatch(name)]
    checks.check("all file names come from the program", not strange, strange)


def policy(checks, page):
    page.open()
    text = page.js("return document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
    found = {name: rest for name, *rest in (part.split() for part in text.split(";"))}
    checks.check("the policy allows nothing else", found == POLICY, found)
    checks.check("the policy is before everything that loads", page.js(
        "const h = [...document.head.children]; const p = h.findIndex(e => e.httpEquiv === 'Content-Security-Policy');"
        "return h.slice(0, p).every(e => e.localName === 'meta' && e.hasAttribute('charset'))"))
    for name, code in (("markup from text", "document.body.innerHTML = '<b>x</b>';"),
                       ("other scripts", "document.createElement('script').src = 'other.js';"),
                       ("eval", "eval('1');"), ("new Function", "new Function('1')();")):
        # By default, the DevTools can call eval.
        made = page.browser.command("Runtime.evaluate", expression=code, allowUnsafeEvalBlockedByCSP=False)
        checks.check(f"the browser refuses {name}", "exceptionDetails" in made, made)


def hostile(checks, page, book):
    names = [c["number"] for c in book.info["chapters"]]
    for number in names:
        page.open(f"#c{number}")
        wait(lambda: page.chapter() == number)
        found = page.js("""
          const all = (s) => [...document.querySelectorAll(s)], wrong = [];
          if (window.hacked !== undefined || ({}).hacked !== undefined) wrong.push('ran: ' + window.hacked);
          const never = 'iframe, style, base, object, embed, body script, meta[http-equiv=refresh], #text svg';
          for (const e of all(never)) wrong.push(e.outerHTML);
          for (const e of all('*')) for (const a of e.attributes)
            if (a.name.startsWith('on') || a.name === 'style') wrong.push(e.localName + ' ' + a.name);
          for (const e of all('a'))
            if (!/^(#|https?:|mailto:)/.test(e.getAttribute('href'))) wrong.push('link to ' + e.href);
          for (const e of all('img'))
            if (!/^read-along\\/image-[0-9a-f]+[.][a-z]+$/.test(e.getAttribute('src'))) wrong.push(e.src);
          return wrong;""")
        checks.check(f"hostile chapter {number} remains text", not found, found)
    shown = page.js("return document.title") == book.manifest["title"]
    checks.check("the title is the author's", shown, page.js("return document.title"))
    pictures = wait(lambda: page.js(
        "const all = [...document.querySelectorAll('#text img')]; all.forEach(i => { i.loading = 'eager'; });"
        "return all.length > 1 && all.every(i => i.naturalWidth > 0) && all.length"))
    checks.check("pictures with unusual names are shown once each", pictures == 2, pictures)
    found = page.search("<script>window")
    text = page.js("return document.getElementById('results').textContent")
    checks.check("search shows markup as text", found and "<script>window" in text.lower(), text[:80])


def requests(page):
    """Returns the requests of the pages since the last call."""
    asked = []
    for entry in page.driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            if message["params"]["documentURL"].startswith(("file:", "http:")):  # Chromium's first page is not ours
                asked.append(message["params"]["request"]["url"])
    return asked


def network(checks, page, base):
    """Every request is for one of the page's own files."""
    asked = requests(page)
    strange = sorted({url for url in asked if not url.startswith(base)})
    checks.check("the page requests only its own files", asked and not strange, strange[:5])


def console(checks, page, own=()):
    """The console has only messages that a test has caused on purpose."""
    known = re.compile("|".join(("favicon", *own)), re.I)
    left = [m for m in page.messages() if not known.search(m)]
    checks.check("the console has no errors", not left, left[:4])


OWN = ("TrustedHTML", "TrustedScript", "Trusted Type", "unsafe-eval", "Content Security Policy")
