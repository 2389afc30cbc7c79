"""A history as mails that `git am` applies: one for each commit, binary files whole."""

from shared.domain.base import Files
from shared.domain.delivery.commit import Commit, identity
from shared.domain.diffs.changes import unified_diff


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
