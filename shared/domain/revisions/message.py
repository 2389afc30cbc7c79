"""A revision's message as git stores messages, so that every way out of an app carries it exactly."""

import re

_PLANES = "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
_NOT_IN_GIT = re.compile(f"[\0\ufdd0-\ufdef{_PLANES}]")
_SPACE = " \t\r"  # what git takes for white space at the end of a line


def clean_message(text: str) -> str:
    """The message after git's own clean-up: no white space at ends, one empty line at most between two others.

    NUL, which git refuses, and the characters that Unicode reserves for programs become U+FFFD.
    """
    lines = [line.rstrip(_SPACE) for line in _NOT_IN_GIT.sub("\ufffd", text).split("\n")]
    kept = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    return "\n".join(kept).strip("\n")
