"""A commit as a mail that `git am --keep --keep-cr --empty=keep` turns into the same tree, author and message.

The message and the author are text that a model or a visitor can choose. `git am` reads some lines of a mail's body
as headers, as the beginning of a patch or as the next mail, and no transfer encoding changes that. Encoded words in
the subject are never read that way, and with `--keep` git restores their line breaks.
"""

import re
from typing import NamedTuple

from shared.domain.base import Files
from shared.domain.delivery.commit import Commit, identity
from shared.domain.diffs.changes import unified_diff
from shared.domain.revisions.message import clean_message

_WORD_BYTES = 45  # an encoded word has at most 75 characters, of which up to three stand for one byte
_PLAIN_MOST = 900  # RFC 5322 allows lines of 998 characters
# Lines of a body that `git mailsplit`, `git mailinfo` or `git apply` may read as more than text, in any configuration.
_STRUCTURE = re.compile(
    r"---|diff|index|from|>|\[|[!-9;-~]+[ \t]*:|--[ \t]*$|.*(8<|>8|8%|%8)|.*[\x00-\x08\x0b-\x1f\x7f]", re.IGNORECASE
)
_PLAIN_SUBJECT = re.compile(r"[^\x00-\x20\x7f]([^\x00-\x1f\x7f]*[^\x00-\x20\x7f])?\Z")
_SANE_AUTHOR = re.compile(r"[\w+|/=-](?:[\w+|/=.: -]*[\w+|/=-])?(?:@[\w.-]*[\w-])?\Z")
_NOT_SANE = re.compile(r"[^\w+|/=-]+")


class Carried(NamedTuple):
    """What a mail makes of a commit: equal to the commit's own message and author unless git cannot carry them."""

    message: str
    author: str


def carried(commit: Commit) -> Carried:
    """The message after git's own clean-up, and the author's name as git reads it out of a header."""
    return Carried(clean_message(commit.message), _author(identity(commit.author)))


def is_exact(commit: Commit) -> bool:
    """Whether `git am` makes the commit's own message and author."""
    message, author = carried(commit)
    stored = commit.message.removesuffix("\n")
    return (message, identity(author)) == (stored, identity(commit.author))


def mail_of(commit: Commit, before: Files, after: Files) -> str:
    """One mail; what it cannot carry exactly is noted where git reads no text, between `---` and the patch."""
    message, author = carried(commit)
    subject, body = _headings(message)
    patch = unified_diff(before, after, binary=True)
    lines = (
        f"From {commit.id} Mon Sep 17 00:00:00 2001",
        f"From: {author} <{author}>",
        f"Date: @{commit.epoch} +0000",
        f"Subject: {subject}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
        "",
        *([body, ""] if body else []),
        # Without a patch there must be no separator either: git takes what follows it for a broken patch.
        *(["---", *_notes(commit), ""] if patch else []),
    )
    return "\n".join(lines) + (patch + "-- \n\n" if patch else "\n")


def _notes(commit: Commit) -> list[str]:
    message, author = carried(commit)
    notes = []
    if message != commit.message.removesuffix("\n"):
        notes.append("Note: git cleans up white space and characters of this message; the revision has them.")
    if identity(author) != identity(commit.author):
        notes.append("Note: a mail cannot carry the name of this revision's author exactly.")
    return notes


def _headings(message: str) -> tuple[str, str]:
    """Subject and body as they are when git reads them as text; else all of it as the subject's encoded words."""
    subject, _, body = message.partition("\n\n")
    plain = _PLAIN_SUBJECT.match(subject) and len(subject) < _PLAIN_MOST and "=?" not in subject
    if not message or (plain and not any(map(_STRUCTURE.match, body.split("\n")))):
        return subject, body
    return "\n ".join(map(_encoded, _chunks(message))), ""


def _chunks(text: str) -> list[str]:
    """Pieces that fit an encoded word each, never split within a character."""
    chunks, size = [""], 0
    for char in text:
        width = len(_quoted(char))
        if size + width > 3 * _WORD_BYTES // 2:
            chunks, size = [*chunks, ""], 0
        chunks[-1] += char
        size += width
    return chunks


def _encoded(chunk: str) -> str:
    return f"=?UTF-8?q?{''.join(map(_quoted, chunk))}?="


def _quoted(char: str) -> str:
    if char.isascii() and char.isalnum():
        return char
    return "".join(f"={byte:02X}" for byte in char.encode())


def _author(name_and_address: str) -> str:
    """The name itself, or of one that git would read differently the part that it would not."""
    name = name_and_address.partition(" <")[0]
    return name if _is_sane(name) else _NOT_SANE.sub("-", name).strip("-") or "unknown"


def _is_sane(name: str) -> bool:
    return _SANE_AUTHOR.match(name) is not None and "  " not in name and not ("@" in name and " " in name)
