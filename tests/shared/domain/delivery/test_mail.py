"""Mails applied by the real `git am`: git makes the revision's own commit of any message, author and file."""

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from devkit.git.client import git
from shared.adapters.s3.git_ids import commit_id, tree_id
from shared.domain.base import Files
from shared.domain.delivery.commit import Commit, identity
from shared.domain.delivery.mail import carried, is_exact, mail_of
from shared.domain.tree.paths import path_faults
from tests.support.depth import depth

COMMAND = ("am", "-q", "--keep", "--keep-cr", "--empty=keep", "--committer-date-is-author-date")
PATCH = "diff --git a/evil b/evil\nnew file mode 100755\n--- /dev/null\n+++ b/evil\n@@ -0,0 +1 @@\n+curl | sh\n"
LINES = (
    "---", "--- a/evil", "---\t", "--- ", "----", "diff -", "diff --git a/evil b/evil", "Index: evil", "index 0..1",
    PATCH,
    "From 1111111111111111111111111111111111111111 Mon Sep 17 00:00:00 2001", "From me", ">From you", ">>From us",
    "From: CEO <ceo@corp.example>", "Subject: approved", "Date: Thu, 1 Jan 1970 00:00:00 +0000", "Author: me",
    "Content-Type: text/plain; charset=UTF-16", "Content-Transfer-Encoding: base64", "MIME-Version: 1.0",
    "Content-Type: multipart/mixed; boundary=x", "--x", "X-Any: thing", "a : b", "[PATCH] Subject", "[PATCH 1/2]",
    "Re: [x] y",
    "-- >8 --", "8<", "-----8<-----", "scissors %<", "-- ", "--", "=?UTF-8?q?=0A---=0A?=", "=?utf-16?b?AAAA?=", "=20",
    "a=\n",
    "Signed-off-by: a <a@b.example>", "# a comment", "\r", "a\r", "a\rb", "\x0b", "\x0c", "\x1b[31m", "\x7f", "\0",
    "a\0b",
    "\u202eevil", "\u2066x\u2069", "\u200b", "\u2028---\u2028", "\u2029", "\x85---", "\ufeff---", "\ufdd0",
    "\U000e0041", "\uffff",
    "ÀÉ ﷺ 日本語", "  leading", "trailing  ", "\t", "a\tb", "", "", " ", "GIT binary patch", "literal 0",
    "rename to evil", "x" * 5_000,
    "é" * 3_000, "deleted file mode 100644", "@@ -0,0 +1 @@", "+++ b/evil", "*** a", "Only in a: b",
    "# HG changeset patch", "# User evil", "(comment)", "\\ No newline at end of file",
)  # fmt: skip
AUTHORS = (
    "user-1", "user", "ab", "a", "", "a" * 61, "auth0|5f7c8ec7c33c6c004bbafe82", "google-oauth2|1", "a@b.example",
    "a.b+c@d.example",
    "Jane Doe", "Jane  Doe", " Jane ", "Jürgen", "J. Doe", "J.", ".a.", "'a'", '"Jane"', "Jane (x)", "(x)", "a <b@c>",
    "<>", "<", "a\nb",
    "a\nauthor x <x> 1 +0000", "=?UTF-8?q?evil?=", "a@b@c", "a @b", "Jane Doe a@b.example", "a,b", "a;b", "a:b",
    "\\a", "\x7f", "\u202eevil",
    "\u200b", "x\0y", "a\r", "-", "--", "=", "/", "|", "key:key_1", "cognito:user", "arn:aws:iam::1:user/a", "日本",
    "a\u00a0b", "@", "a@", "@b",
)  # fmt: skip
PATHS = [
    path
    for path in (
        "src/a.ts", "src/a b.ts", "x b/x", "a b/a b", "src/müll & co.ts", "src/日本.ts", "src/-x", "-", "--",
        "src/'a'.ts", "src/a\tb",
        "src/a,b;c.ts", "src/{a}.ts", "src/$(a).ts", "src/#a.ts", "public/a.png", "public/b.png", "docs/a.md",
        "From: a", "src/a => b",
        "src/[a].ts", "dev/null", "src/%.ts", "src/a..b.ts", "src/=?UTF-8?q?a?=.ts", "LICENSE", "index.html",
        "src/e\u0301.ts",
        "a/b/c/d/e/f.txt", "src/`a`.ts", "src/~a.ts", "src/a@b.ts", "src/...a", "src/!a.ts", "src/a+b.ts", "b/a",
    )
    if not path_faults(path)
]  # fmt: skip
CONTENTS = (
    b"", b"a", b"a\n", b"a\r\n", b"a\r\nb", b"\r", b"\n\n\n", b" \n\t\n", b"a \n", b"---\n", b"-- \n",
    b"--- a/evil\n+++ b/evil\n",
    b"diff --git a/x b/x\n", b"From 1 Mon Sep 17 00:00:00 2001\nFrom: x\n\nb\n", b">From a\n",
    b"\\ No newline at end of file\n",
    b"\x89PNG\0\1\2", b"\0" * 300, b"\xff\xfe", "\u2028---\u2028\x85\x0c\x0b".encode(), b"x" * 20_000, b"\x1b[31m\n",
    b"-- >8 --\n",
    b"Content-Transfer-Encoding: base64\n", b"=20\n=\n", bytes(range(256)), b"\xef\xbb\xbfa\n",
    b"".join(b"%d\n" % n for n in range(200)), b"".join(b"%d\r\n" % n for n in range(200) if n != 100),
)  # fmt: skip

MESSAGES = st.lists(st.sampled_from(LINES) | st.text(max_size=80), max_size=8).map("\n".join) | st.text(max_size=300)
NAMES = st.sampled_from(AUTHORS) | st.text(max_size=70) | st.from_regex(r"[a-z ,.@'\"<>()|:-]{1,20}", fullmatch=True)
TREES = st.dictionaries(
    st.sampled_from(PATHS), st.sampled_from(CONTENTS) | st.binary(max_size=60), min_size=1, max_size=5
)


class Step(NamedTuple):
    """One revision."""

    message: str
    author: str = "user-1"
    files: Files = {"src/a.ts": b"a\n"}


STEPS = st.builds(Step, MESSAGES.filter(lambda text: _encodes(text)), NAMES.filter(lambda text: _encodes(text)), TREES)


def _encodes(text: str) -> bool:
    return not any(0xD800 <= ord(char) < 0xE000 for char in text)


def series(steps: Sequence[Step]) -> list[tuple[Commit, Files]]:
    made: list[tuple[Commit, Files]] = []
    for number, (message, author, files) in enumerate(steps):
        tree, parent, epoch = tree_id(files), made[-1][0].id if made else None, 1_700_000_000 + number
        made.append(
            (Commit(commit_id(tree, parent, message, author, epoch), tree, parent, message, author, epoch), files)
        )
    return made


class Applied(NamedTuple):
    """A commit as git stored it."""

    id: str
    tree: str
    author: str
    message: str


def applied(commits: Sequence[tuple[Commit, Files]], place: Path) -> list[Applied]:
    """The commits that git makes of the series, oldest first."""
    before: Files = {}
    mails = []
    for commit, after in commits:
        mails.append(mail_of(commit, before, after))
        before = after
    (place / "app.patch").write_bytes("".join(mails).encode())
    git(place, "init", "-q", "-b", "main", "here")
    git(place / "here", "-c", "user.name=user-1", "-c", "user.email=user-1", *COMMAND, "../app.patch")
    return [_read(place / "here", name) for name in git(place / "here", "rev-list", "--reverse", "HEAD").split()]


def _read(place: Path, name: str) -> Applied:
    command = ["git", "cat-file", "commit", name]
    head, _, message = (
        subprocess.run(command, cwd=place, capture_output=True, check=True).stdout.decode().partition("\n\n")
    )
    fields = dict(line.split(" ", 1) for line in head.split("\n"))
    return Applied(name, fields["tree"], fields["author"].rsplit(" ", 2)[0], message)


@pytest.mark.sampled
@settings(max_examples=depth(12, 200))
@given(st.lists(STEPS, min_size=1, max_size=8))
@example([Step(f"Green\n\n{line}\n{PATCH}", files={"src/a.ts": line.encode()}) for line in LINES])
@example([Step(f"{line}\n\nDetails.\n{line}", files={"src/a.ts": line.encode()}) for line in LINES])
@example([Step(f"By {number}", author=name) for number, name in enumerate(AUTHORS)])
@example([Step("x", files=dict.fromkeys(PATHS, content)) for content in CONTENTS[:4]])
@example([Step("x", files={path: b"1\n"}) for path in PATHS])
@example([Step("x", files={"src/a.ts": one, "public/a.png": one}) for one in (*CONTENTS, *reversed(CONTENTS))])
def test_git_makes_the_revisions_of_any_messages_authors_and_files(steps: list[Step]) -> None:
    commits = series(steps)
    with tempfile.TemporaryDirectory() as folder:
        made = applied(commits, Path(folder))
    assert [one.tree for one in made] == [commit.tree for commit, _ in commits]
    for one, (commit, _) in zip(made, commits, strict=True):
        message, author = carried(commit)
        assert (one.message.removesuffix("\n"), one.author) == (message, identity(author))
        if is_exact(commit):
            assert (one.author, one.message.removesuffix("\n")) == (
                identity(commit.author), commit.message.removesuffix("\n"),
            )  # fmt: skip


@given(MESSAGES.filter(_encodes), NAMES.filter(_encodes))
def test_a_mail_that_is_not_exact_says_so(message: str, author: str) -> None:
    ((commit, files),) = series([Step(message, author)])
    mail = mail_of(commit, {}, files)
    assert ("Note: " in mail.partition("\n---\n")[2].partition("\ndiff --git")[0]) is not is_exact(commit)
    assert mail.count("\n---\n") == 1, "only our own separator"


@pytest.mark.parametrize(
    "message", ["Plain", "Two\n\nparagraphs\nof text.", "[WIP] Re: x", "Two\nlines\n\n---\nevil", "Grüße, <b>"]
)
def test_an_ordinary_message_is_exact(message: str) -> None:
    assert is_exact(series([Step(message)])[0][0])


@pytest.mark.parametrize(
    "author", ["user-1", "auth0|5f7c", "a.b@c.example", "Jane Doe", "key:key_1", "Jürgen", "5f7c8ec7-c33c"]
)
def test_an_ordinary_author_is_exact(author: str) -> None:
    assert is_exact(series([Step("x", author)])[0][0])


def test_an_ordinary_message_stays_readable() -> None:
    ((commit, files),) = series([Step("Make the title green\n\nBecause it was red.\n- one\n- two")])
    assert "Subject: Make the title green\n" in mail_of(commit, {}, files)
    assert "\n\nBecause it was red.\n- one\n- two\n\n---\n" in mail_of(commit, {}, files)
