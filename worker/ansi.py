"""Terminal colours and cursor moves out of a build's output."""

import re

_SEQUENCES = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor moves
    rb"|\x1b\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)"  # titles, links
    rb"|\x1b[@-Z\\-_]"
    rb"|\r(?=\n)|[\x00\x07\x08]"
)


def plain(output: bytes) -> bytes:
    """`output` as a person reads it, in valid UTF-8."""
    return _SEQUENCES.sub(b"", output).decode("utf-8", "replace").encode()
