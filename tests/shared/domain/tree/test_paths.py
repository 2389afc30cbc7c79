"""Paths: nothing that escapes is accepted, whatever it is dressed as."""

import posixpath
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.errors import Invalid
from shared.domain.tree.paths import (
    case_twins,
    folder_clashes,
    is_binary_path,
    is_managed,
    is_text_path,
    normalise_path,
    path_faults,
    place_fault,
)

HOSTILE = [
    ("", "PATH_EMPTY"),
    ("../secret.ts", "PATH_TRAVERSAL"),
    ("src/../../etc/passwd", "PATH_TRAVERSAL"),
    ("src/..", "PATH_TRAVERSAL"),
    ("./src/App.tsx", "PATH_TRAVERSAL"),
    ("src/./App.tsx", "PATH_TRAVERSAL"),
    ("/etc/passwd", "PATH_ABSOLUTE"),
    ("//server/share", "PATH_ABSOLUTE"),
    ("~/x.ts", "PATH_ABSOLUTE"),
    ("C:/Windows/x.ts", "PATH_ABSOLUTE"),
    ("c:x.ts", "PATH_ABSOLUTE"),
    ("\\\\server\\x.ts", "PATH_BACKSLASH"),
    ("src\\App.tsx", "PATH_BACKSLASH"),
    ("src/..\\..\\x.ts", "PATH_BACKSLASH"),
    ("src/a\x00.ts", "PATH_CONTROL_CHARACTER"),
    ("src/a\n.ts", "PATH_CONTROL_CHARACTER"),
    ("src/a\x7f.ts", "PATH_CONTROL_CHARACTER"),
    ("src/\ud800.ts", "PATH_CONTROL_CHARACTER"),
    ("src/\uff0e\uff0e/x.ts", "PATH_LOOKALIKE"),
    ("src\uff0fApp.tsx", "PATH_LOOKALIKE"),
    ("src\uff3cApp.tsx", "PATH_LOOKALIKE"),
    ("src\u2215App.tsx", "PATH_LOOKALIKE"),
    ("src\u2044App.tsx", "PATH_LOOKALIKE"),
    ("src/\u2025/x.ts", "PATH_LOOKALIKE"),
    ("src/\u2024\u2024/x.ts", "PATH_LOOKALIKE"),
    ("src/x\u2024ts", "PATH_LOOKALIKE"),
    ("src/%2e%2e/x.ts", "PATH_LOOKALIKE"),
    ("src%2fx.ts", "PATH_LOOKALIKE"),
    ("src/.\u200b./x.ts", "PATH_INVISIBLE_CHARACTER"),
    ("src/a\u202etxt.exe.ts", "PATH_INVISIBLE_CHARACTER"),
    ("src/\u2066a.ts", "PATH_INVISIBLE_CHARACTER"),
    ("\ufeffsrc/a.ts", "PATH_INVISIBLE_CHARACTER"),
    ("src/a\u00a0b.ts", "PATH_INVISIBLE_CHARACTER"),
    ("src/a\u3164.ts", "PATH_INVISIBLE_CHARACTER"),
    ("src/a\ufe0f.ts", "PATH_INVISIBLE_CHARACTER"),
    ("src/a\u2028b.ts", "PATH_INVISIBLE_CHARACTER"),
    ("src//App.tsx", "PATH_EMPTY_SEGMENT"),
    ("src/", "PATH_EMPTY_SEGMENT"),
    ("src/App.tsx.", "PATH_SPACE_OR_DOT"),
    ("src/App.tsx ", "PATH_SPACE_OR_DOT"),
    ("src /App.tsx", "PATH_SPACE_OR_DOT"),
    (" src/App.tsx", "PATH_SPACE_OR_DOT"),
    ("src/.../x.ts", "PATH_SPACE_OR_DOT"),
    ("src/a:b.ts", "PATH_CHARACTER"),
    ("src/a?.ts", "PATH_CHARACTER"),
    ("src/<a>.ts", "PATH_CHARACTER"),
    ("src/aux.ts", "PATH_RESERVED"),
    ("src/CON", "PATH_RESERVED"),
    ("GIT~1/config.json", "PATH_RESERVED"),
    (".env", "PATH_DOTFILE"),
    (".git/config", "PATH_DOTFILE"),
    ("src/.hidden.ts", "PATH_DOTFILE"),
    ("src/.gitignore", "PATH_DOTFILE"),
    ("public/.well-known/.a.json", "PATH_DOTFILE"),
    ("src/.well-known/a.json", "PATH_DOTFILE"),
    (".npmrc", "PATH_DOTFILE"),
    ("src/" + "a" * 197 + ".ts", "PATH_TOO_LONG"),
    ("src/" + "\u4e2d" * 90 + ".ts", "PATH_TOO_LONG"),
    ("src/" + "a/" * 11 + "b.ts", "PATH_TOO_DEEP"),
]


@pytest.mark.parametrize(("raw", "code"), HOSTILE)
def test_a_hostile_path_is_refused_by_its_rule(raw: str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        normalise_path(raw)
    assert caught.value.code == "BUILDER_PATCH_POLICY_VIOLATION"
    assert code in [found.code for found in caught.value.diagnostics]
    assert all(found.model_dump_json().isprintable() for found in caught.value.diagnostics)


def test_every_broken_rule_is_told_at_once() -> None:
    codes = {found.code for found in path_faults("/src\\..\\../.env ")}
    assert {"PATH_ABSOLUTE", "PATH_BACKSLASH", "PATH_SPACE_OR_DOT", "PATH_DOTFILE"} <= codes


@pytest.mark.parametrize(
    "path",
    ["src/App.tsx", "src/[slug]/$id.tsx", "public/My photo (1).png", "src/r\u00e9sum\u00e9/\u65e5\u672c\u30ce.ts",
     ".gitignore", ".prettierrc", "src/a..b.ts", "public/C#.svg", "public/100%.svg", "src/col\u00b7lecci\u00f3.ts",
     "src/" + "a" * 193 + ".ts", "src/" + "a/" * 10 + "b.ts"],
)  # fmt: skip
def test_a_reasonable_path_is_kept_as_it_is(path: str) -> None:
    assert normalise_path(path) == path


def test_decomposed_letters_are_composed() -> None:
    assert normalise_path("src/cafe\u0301.ts") == "src/caf\u00e9.ts"


_NASTY = st.lists(
    st.one_of(
        st.sampled_from(["..", ".", "/", "\\", "//", "~", "C:", "src", "a.ts", "\uff0e", "\uff0f", "\u2025", "\u200b",
                         "\u202e", "%2e", "\x00", " ", ".git", "\u0301", "\ud83d\ude00"]),
        st.text(max_size=4),
        st.characters(codec=None),
    ),
    max_size=12,
).map("".join)  # fmt: skip


@given(_NASTY)
def test_what_is_accepted_never_leaves_the_project(raw: str) -> None:
    try:
        path = normalise_path(raw)
    except Invalid:
        return
    inside = posixpath.normpath(posixpath.join("/root/project", path))
    assert inside == f"/root/project/{path}"
    folded = unicodedata.normalize("NFKC", path)
    assert posixpath.normpath(posixpath.join("/root/project", folded)).startswith("/root/project/")
    assert folded.count("/") == path.count("/")
    assert normalise_path(path) == path
    path.encode("utf-8")


@pytest.mark.parametrize(
    "path",
    ["index.html", "package.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "vite.config.ts",
     "vite.config.mjs", "tsconfig.json", "tsconfig.app.json", "svelte.config.js", "postcss.config.cjs",
     "tailwind.config.ts", "uno.config.ts", "vitest.config.ts",
     "vitest.workspace.json", "eslint.config.js", ".eslintrc.cjs",
     ".prettierrc", ".prettierrc.json", "prettier.config.mjs", "jest.config.js", "playwright.config.ts",
     ".oxlintrc.json", "biome.json", ".gitignore", "README.md", "src/App.vue", "src/a/b.svelte", "public/logo.PNG",
     "public/app.wasm", "tests/app.test.ts", "about.html", "admin/users/index.html", "public/_redirects",
     "public/_headers", "public/CNAME", "public/.well-known/security.txt", "public/.well-known/assetlinks.json",
     "public/.well-known/apple-app-site-association"],
)  # fmt: skip
def test_managed_paths(path: str) -> None:
    assert normalise_path(path) == path
    assert is_managed(path)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("Makefile", "PATH_NOT_MANAGED"),
        ("server.js", "PATH_NOT_MANAGED"),
        ("lib/a.ts", "PATH_NOT_MANAGED"),
        ("src", "PATH_NOT_MANAGED"),
        ("vite.config.ts/evil.ts", "PATH_NOT_MANAGED"),
        ("tsconfig.json.exe", "PATH_NOT_MANAGED"),
        ("sub/package.json", "PATH_NOT_MANAGED"),
        ("src/node_modules/react/index.js", "PATH_NOT_MANAGED"),
        ("Package.json", "PATH_NOT_MANAGED"),
        ("src/run.sh", "EXTENSION_NOT_ALLOWED"),
        ("src/main.py", "EXTENSION_NOT_ALLOWED"),
        ("public/setup.exe", "EXTENSION_NOT_ALLOWED"),
        ("public/LICENSE", "EXTENSION_NOT_ALLOWED"),
        ("src/_redirects", "EXTENSION_NOT_ALLOWED"),
        ("dist/index.html", "PATH_NOT_MANAGED"),
        ("node_modules/a/index.html", "PATH_NOT_MANAGED"),
        ("a/b/c/d/index.html", "PATH_NOT_MANAGED"),
        ("tests/photo.png", "BINARY_MISPLACED"),
    ],
)
def test_unmanaged_paths_say_why(path: str, code: str) -> None:
    fault = place_fault(path)
    assert fault is not None
    assert fault.code == code


@pytest.mark.parametrize(
    ("path", "kinds"),
    [
        ("src/App.tsx", "text"),
        ("src/App.SVELTE", "text"),
        ("src/a.d.mts", "text"),
        ("public/icon.svg", "text"),
        (".prettierrc", "text"),
        ("yarn.lock", "text"),
        ("public/logo.PNG", "binary"),
        ("public/a.woff2", "binary"),
        ("src/main.wasm", "binary"),
        ("src/a.exe", ""),
        ("src/.ts", ""),
    ],
)
def test_the_kind_of_a_file(path: str, kinds: str) -> None:
    asked = {"text": is_text_path, "binary": is_binary_path}
    assert " ".join(kind for kind, holds in asked.items() if holds(path)) == kinds


def test_twins_in_name_or_folder_are_found() -> None:
    twins = case_twins(["src/App.tsx", "src/app.tsx", "src/UI/a.ts", "src/ui/b.ts", "src/x.ts"])
    assert twins == [("src/App.tsx", "src/app.tsx"), ("src/UI", "src/ui")]


def test_letters_that_fold_together_are_twins() -> None:
    assert case_twins(["src/stra\u00dfe.ts", "src/strasse.ts"]) == [("src/strasse.ts", "src/stra\u00dfe.ts")]


def test_a_file_that_is_also_a_folder_clashes() -> None:
    assert folder_clashes(["src/a.ts", "src/a.ts/b.ts", "src/c.ts"]) == ["src/a.ts"]
