"""An app as a file for people: its tree as a zip archive, its history as mails that `git am` applies."""

import io
import time
import zipfile

from shared.domain.base import Files
from shared.domain.delivery.commit import Commit, identity
from shared.domain.diffs.changes import unified_diff

_EARLIEST = 315_532_800
"""1980, before which a zip archive has no dates."""


def zip_tree(files: Files, folder: str, epoch: int) -> bytes:
    """The files below one folder, all of one date: equal trees give equal bytes."""
    date = time.gmtime(max(epoch, _EARLIEST))[:6]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files):
            member = zipfile.ZipInfo(f"{folder}/{path}", date)
            member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
            archive.writestr(member, files[path])
    return packed.getvalue()


def mail_of(commit: Commit, before: Files, after: Files) -> str:
    """One mail. `git am --keep --keep-cr --committer-date-is-author-date` makes the same commit of it.

    As git's own mails do, it joins the lines of the message's first paragraph: that commit then has another id.
    """
    subject, _, body = commit.message.strip().partition("\n\n")
    lines = (
        f"From {commit.id} Mon Sep 17 00:00:00 2001",
        f"From: {identity(commit.author)}",
        f"Date: @{commit.epoch} +0000",
        f"Subject: {' '.join(subject.split(chr(10)))}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
        "",
        *([body, ""] if body else []),
        "---",
        "",
    )
    return "\n".join(lines) + unified_diff(before, after, binary=True) + "-- \n\n"
