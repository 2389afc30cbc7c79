"""Touched and not asked for: told from the words of the request, and in doubt not told."""

import json

from shared.domain.diffs.changes import file_changes
from shared.domain.diffs.outside import Outside, outside_request

CART = """export function total(items) {
  return items.reduce((sum, one) => sum + one.price, 0);
}

export function label(items) {
  return `${items.length} things`;
}
"""
CHECK = {"title": "Adding", "steps": [{"do": "open", "path": "/"}], "expect": [{"text": "Milk"}]}


def outside(asked: str, before: dict[str, str], after: dict[str, str]) -> Outside:
    old, new = ({path: text.encode() for path, text in files.items()} for files in (before, after))
    return outside_request(asked, file_changes(old, new), old, new)


def test_a_file_that_shares_no_word_with_the_request_is_told() -> None:
    before = {"src/Cart.tsx": "a\n", "src/Footer.tsx": "<p>2025</p>\n"}
    after = {"src/Cart.tsx": "b\n", "src/Footer.tsx": "<p>2026</p>\n"}
    assert outside("Show the number of things in the cart", before, after).files == ["src/Footer.tsx"]


def test_changed_lines_count_as_names_do_in_german_too() -> None:
    before = {"src/App.tsx": "<h1>A</h1>\n", "src/theme.css": "a {}\n"}
    after = {"src/App.tsx": "<h1>A</h1>\n<SearchField />\n", "src/theme.css": "a { color: red }\n"}
    assert outside("Bau eine Suche ein", before, after).files == ["src/theme.css"]
    assert outside("Make a search and other colours", before, after).files == []


def test_what_names_each_other_belongs_together() -> None:
    before = {"src/App.tsx": "a\n", "src/other.ts": "a\n"}
    after = {
        "src/App.tsx": 'import { Stepper } from "./Stepper";\n',
        "src/Stepper.tsx": "// counts quantity\n",
        "src/other.ts": "b\n",
        "package-lock.json": "{}",
    }
    assert outside("A quantity for each thing", before, after).files == ["src/other.ts"]


def test_words_that_name_nothing_accuse_nobody() -> None:
    assert outside("Make it nicer please", {"src/a.ts": "1\n"}, {"src/a.ts": "2\n", "src/b.ts": "3\n"}) == Outside()
    assert outside("", {"src/a.ts": "1\n"}, {}) == Outside()


def test_an_export_that_the_request_does_not_speak_of_is_told() -> None:
    changed = CART.replace("sum + one.price", "sum + one.price * one.amount").replace("things", "pieces")
    found = outside("Sum the price by the amount in the cart", {"src/cart.ts": CART}, {"src/cart.ts": changed})
    assert (found.files, found.exports) == ([], ["src/cart.ts: label"])


def test_an_earlier_check_that_is_rewritten_or_removed_is_told_and_a_new_one_is_not() -> None:
    path = "tests/acceptance/{}.json".format
    before = {path("a"): json.dumps(CHECK), path("b"): json.dumps({**CHECK, "title": "Removing"}), path("c"): "{"}
    after = {path("a"): json.dumps({**CHECK, "expect": [{"text": "Bread"}]}), path("d"): json.dumps(CHECK)}
    assert outside("x", before, after) == Outside(checks=["Adding", "Removing", path("c")])


def test_a_large_change_is_bounded() -> None:
    before = {f"src/zz{number}.ts": "old\n" for number in range(300)}
    after = {**{path: "other\n" for path in before}, "src/cart.ts": "x" * 200_000}
    assert len(outside("cart " * 100_000, before, after).files) == 20
