"""Which tests a change can reach."""

import pytest

from shared.domain.builds.reaching_tests import is_test, reaching_tests

FILES = dict.fromkeys(
    ["src/App.tsx", "src/cart.ts", "src/price.ts", "src/theme.css", "tests/App.test.tsx", "tests/price.test.ts",
     "src/other.spec.js", "package.json", "README.md"],
    b"",
)  # fmt: skip
GRAPH = {
    "src/App.tsx": ["src/cart.ts"],
    "src/cart.ts": ["src/price.ts"],
    "tests/App.test.tsx": ["src/App.tsx"],
    "tests/price.test.ts": ["src/price.ts", "tests/price.test.ts"],
}


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        (["src/price.ts"], ["tests/App.test.tsx", "tests/price.test.ts"]),
        (["src/cart.ts"], ["tests/App.test.tsx"]),
        (["src/theme.css", "README.md"], []),
        (["tests/price.test.ts"], ["tests/price.test.ts"]),
        (["src/lib/other.js"], ["src/other.spec.js"]),
        (["package.json"], ["src/other.spec.js", "tests/App.test.tsx", "tests/price.test.ts"]),
        (["vite.config.ts"], ["src/other.spec.js", "tests/App.test.tsx", "tests/price.test.ts"]),
        ([], []),
    ],
)
def test_the_tests_that_a_change_reaches(changed: list[str], tests: list[str]) -> None:
    assert reaching_tests(changed, FILES, GRAPH) == tests


def test_imports_in_a_circle_end() -> None:
    graph = {"src/a.ts": ["src/b.ts"], "src/b.ts": ["src/a.ts"], "a.test.ts": ["src/b.ts"]}
    assert reaching_tests(["src/a.ts"], {"a.test.ts": b""}, graph) == ["a.test.ts"]


@pytest.mark.parametrize("path", ["a.test.ts", "src/a.spec.mjs", "x/A.test.tsx"])
def test_a_test_by_its_name(path: str) -> None:
    assert is_test(path) and not is_test(path.replace(".test.", ".").replace(".spec.", "."))
