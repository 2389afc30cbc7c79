"""The parts of a file that a change lies in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.diffs.change_story import touched_parts

TSX = """import { a } from "./a";

export function App({
  title,
}: Props) {
  return <h1>{title}</h1>;
}

const shown = [
  1,
];
export const Other = () => {
  return 2;
};
start(App);
"""
VUE = """<script setup lang="ts">
import { ref } from "vue";
function add() {
  count.value++;
}
</script>

<template>
  <button @click="add">Add</button>
</template>

<style scoped>
button { color: red }
</style>
"""
CSS = """.hero {
  color: red;
}

@media (width < 40rem) {
  .hero { color: blue }
}
"""
HTML = """<html>
  <head>
    <title>Shop</title>
  </head>
  <body>
    <section id="top">
      <p>Hello</p>
    </section>
"""
JSON = """{
  "name": "shop",
  "dependencies": {
    "react": "19.0.0"
  }
}
"""
CASES = [
    ("src/App.tsx", TSX, "{title}</h1>", "{title}!</h1>", ["function App"]),
    ("src/App.tsx", TSX, "./a", "./b", ["imports"]),
    ("src/App.tsx", TSX, "return 2", "return 3", ["const Other"]),
    ("src/App.tsx", TSX, "  1,", "  1, 2,", ["const shown"]),
    ("src/App.tsx", TSX, "start(App)", "run(App)", []),
    ("src/App.vue", VUE, "count.value++", "count.value += 2", ["function add"]),
    ("src/App.vue", VUE, ">Add<", ">More<", ["template section"]),
    ("src/App.vue", VUE, "red", "blue", ["style section"]),
    ("src/a.css", CSS, "red", "green", ["rule .hero"]),
    ("src/a.css", CSS, "blue", "green", ["rule @media (width < 40rem)"]),
    ("index.html", HTML, "Shop", "Store", ["<title>"]),
    ("index.html", HTML, "Hello", "Hi", ["<section> top"]),
    ("README.md", "# Shop\n\ntext\n", "text", "words", ["section Shop"]),
    ("package.json", JSON, "19.0.0", "19.1.0", ["key dependencies"]),
    ("public/robots.txt", "a\n", "a", "b", []),
]


@pytest.mark.parametrize(("path", "text", "old", "new", "parts"), CASES, ids=[f"{c[0]}: {c[2]}" for c in CASES])
def test_a_change_names_its_place(path: str, text: str, old: str, new: str, parts: list[str]) -> None:
    assert text.count(old) == 1
    assert touched_parts(path, text, text.replace(old, new)) == parts


def test_what_is_removed_is_named_too() -> None:
    assert touched_parts("a.ts", TSX, "") == ["imports", "function App", "const shown", "const Other"]


@given(st.sampled_from(["tsx", "vue", "css", "html", "md", "json"]), st.text(max_size=200), st.text(max_size=200))
def test_any_text_has_a_few_short_parts(extension: str, before: str, after: str) -> None:
    parts = touched_parts(f"a.{extension}", before, after)
    assert len(parts) <= 8 and all(len(part) <= 80 for part in parts)
    assert touched_parts(f"a.{extension}", before, before) == []
