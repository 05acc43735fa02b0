"""The machine, the programs and the libraries of a run."""
import ctypes
import os
import platform
import re
import subprocess

from .measure import CORES

PROGRAMS = {
    "espeak-ng": ["espeak-ng", "--version"],
    "ffmpeg": ["ffmpeg", "-version"],
    "cmark-gfm": ["cmark-gfm", "--version"],
    "openssl": ["openssl", "version"],
}
# Our program and the other programs use the same shared libraries as encoders.
LIBRARIES = {
    "libsndfile": ("libsndfile.so.1", "sf_version_string"),
    "LAME": ("libmp3lame.so.0", "get_lame_version"),
    "libopus": ("libopus.so.0", "opus_get_version_string"),
    "libopusenc": ("libopusenc.so.0", "ope_get_version_string"),
}


def machine():
    """Returns the machine, and its load when the run began."""
    return {
        "processor": processor(),
        "cores": CORES,
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.1f} GiB",
        "kernel": f"{platform.system()} {platform.release()}",
        "loadAverage": round(os.getloadavg()[0], 2),
    }


def versions():
    """Returns the versions of the other programs and the libraries, by name."""
    programs = {name: program_version(command) for name, command in PROGRAMS.items()}
    libraries = {name: library_version(*place) for name, place in LIBRARIES.items()}
    return programs | libraries | {"Python": platform.python_version()}


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def program_version(command):
    """Returns the first text in a program's output that looks like a version."""
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "not installed"
    return version_number(result.stdout + result.stderr)


def version_number(text):
    found = re.search(r"\d+(\.[\w+~-]+)+", text)
    return found.group() if found else "unknown"


def library_version(file, function):
    try:
        call = getattr(ctypes.CDLL(file), function)
    except (OSError, AttributeError):
        return "not installed"
    call.restype = ctypes.c_char_p
    return version_number(call().decode())
