"""Qwik's loader stays in a build: its import for its effect becomes one at run time."""

import pytest

from shared.domain.imports.qwik_loader import with_qwik_loader


class Pins:
    """A line with one package."""

    def __init__(self, name: str = "@builder.io/qwik") -> None:
        self._name = name

    def version(self, name: str) -> str | None:
        return "1.20.1" if name == self._name else None

    def nearest(self, name: str) -> list[str]:
        return []


@pytest.mark.parametrize(
    ("path", "text", "now"),
    [
        ("src/main.jsx", "import '@builder.io/qwik/qwikloader.js'\n", "import('@builder.io/qwik/qwikloader.js')\n"),
        (
            "src/main.tsx",
            'import { render } from "@builder.io/qwik";\nimport "@builder.io/qwik/qwikloader.debug.js";\n',
            'import { render } from "@builder.io/qwik";\n// @ts-ignore: it has no types\n'
            'import("@builder.io/qwik/qwikloader.debug.js");\n',
        ),
    ],
)
def test_an_import_for_its_effect_is_one_at_run_time(path: str, text: str, now: str) -> None:
    files, found = with_qwik_loader({path: text.encode(), "src/a.css": b"a{}"}, Pins())
    assert files == {path: now.encode(), "src/a.css": b"a{}"}
    assert [(each.code, each.path) for each in found] == [("QWIK_LOADER_KEPT", path)]
    assert with_qwik_loader(files, Pins()) == (files, [])


@pytest.mark.parametrize(
    "text",
    [
        b"import loader from '@builder.io/qwik/qwikloader.js'",
        b"// import '@builder.io/qwik/qwikloader.js'",
        b"import '@builder.io/qwik/qwikloader.js\n'",
        b"import 'x@builder.io/qwik/qwikloader.js'",
        b"import '@builder.io/qwik/qwikloader.js' // \xff",
        b"import '@builder.io/qwik/qwikloader.js'\n" + b" " * 300_000,
        b"import " * 30_000 + b"qwikloader",
    ],
    ids=lambda text: str(text)[:60],
)
def test_what_is_another_statement_stays(text: bytes) -> None:
    assert with_qwik_loader({"src/main.tsx": text}, Pins()) == ({"src/main.tsx": text}, [])


def test_a_line_without_qwik_changes_nothing() -> None:
    files = {"src/main.tsx": b"import '@builder.io/qwik/qwikloader.js'"}
    assert with_qwik_loader(files, Pins("react")) == (files, [])
