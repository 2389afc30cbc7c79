"""Code for React Router 7 on the line that has 6."""

import pytest

from shared.domain.imports.import_router import fit_router


class Pins:
    def __init__(self, router: str = "6.30.6") -> None:
        self.router = router

    def version(self, name: str) -> str | None:
        return self.router if name.startswith("react-router") else None

    def nearest(self, name: str) -> list[str]:
        return []


FILES = {
    "src/a.tsx": b"import { Link } from 'react-router';\nimport { RouterProvider } from \"react-router/dom\"\n"
    b"vi.mock('react-router', () => ({}))\nimport('react-router')\nconst a = 'react-router'\n",
    "src/a.css": b"/* from 'react-router' */",
}
SEVEN = {"dependencies": {"react-router": "^7.0.2"}}


def test_it_names_the_package_that_has_the_names() -> None:
    files, declared, found = fit_router(FILES, SEVEN, Pins())
    assert files["src/a.tsx"] == (
        b"import { Link } from 'react-router-dom';\nimport { RouterProvider } from \"react-router-dom\"\n"
        b"vi.mock('react-router-dom', () => ({}))\nimport('react-router-dom')\nconst a = 'react-router'\n"
    )
    assert files["src/a.css"] == FILES["src/a.css"] and declared == {"react-router-dom": "6.30.6"}
    assert [each.code for each in found] == ["ROUTER_MAPPED"]


@pytest.mark.parametrize(
    ("original", "pins"),
    [(SEVEN, Pins("8.5.1")), ({"dependencies": {"react-router": "^6.4"}}, Pins()), ({"dependencies": []}, Pins())],
)
def test_others_stay(original: dict[str, object], pins: Pins) -> None:
    assert fit_router(FILES, original, pins) == (FILES, {}, [])
