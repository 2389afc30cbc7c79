"""A project on the other line of the catalog: its versions, its styles, and what cannot follow by itself."""

import json
from collections.abc import Mapping

import pytest

from shared.domain.assets.catalog import Catalog
from shared.domain.assets.line_changes import version_changes
from shared.domain.base import Files
from shared.domain.imports.move_line import move_line
from shared.services.assets.load_catalog import load_catalog
from shared.services.assets.load_templates import load_templates
from shared.services.assets.template_lines import files_on

WHOLE = load_catalog()
PACKS = load_templates()


def classic(framework: str = "react") -> Catalog:
    return WHOLE.on("classic", json.dumps({"dependencies": {framework: "*"}}))


def declared(files: Files) -> Mapping[str, str]:
    package = json.loads(files["package.json"])
    return {**package["dependencies"], **package["devDependencies"]}


def errors(found: list[object]) -> list[tuple[str, str | None]]:
    return [(one.code, one.path) for one in found if one.severity == "error"]  # type: ignore[attr-defined]


def test_a_theme_that_somebody_changed_follows_into_the_configuration() -> None:
    pack = PACKS["react"].files
    theme = next(path for path, text in pack.items() if b"@theme inline" in text)
    edited = {**pack, theme: pack[theme].replace(b"--radius-card", b"--radius-round")}
    moved = move_line(edited, classic(), pack, files_on(PACKS["react"], "classic", WHOLE))
    assert errors(moved.found) == []
    assert b'round: "var(' in moved.files["tailwind.config.js"] and b"@theme" not in moved.files[theme]
    assert declared(moved.files)["tailwindcss"].startswith("3.") and "@tailwindcss/vite" not in declared(moved.files)
    assert b"tailwindcss" not in moved.files["vite.config.ts"]


def test_styles_that_the_older_tailwind_does_not_know_are_errors() -> None:
    pack = PACKS["react"].files
    sheet = next(path for path, text in pack.items() if b'@import "tailwindcss"' in text)
    edited = {**pack, sheet: pack[sheet] + b"\n@utility tab-4 {\n  tab-size: 4;\n}\n"}
    moved = move_line(edited, classic(), pack, files_on(PACKS["react"], "classic", WHOLE))
    assert ("TAILWIND_NEWER", sheet) in errors(moved.found)


def test_what_is_not_there_is_missing_and_code_of_the_app_stays() -> None:
    pack = PACKS["react"].files
    package = json.loads(pack["package.json"])
    package["dependencies"] |= {"decimal.js": WHOLE.version("decimal.js"), "motion": WHOLE.version("motion")}
    mine = b'import Decimal from "decimal.js";\nimport { motion } from "motion/react";\nexport { Decimal, motion };\n'
    edited = {**pack, "package.json": json.dumps(package).encode(), "src/mine.ts": mine}
    moved = move_line(edited, classic(), pack, files_on(PACKS["react"], "classic", WHOLE))
    assert list(moved.missing) == ["decimal.js", "motion"] and moved.replaced == {"motion"}
    assert b'from "framer-motion"' in moved.files["src/mine.ts"] and "framer-motion" in declared(moved.files)


def test_a_title_in_a_component_is_said_to_stay_there() -> None:
    pack = PACKS["react"].files
    page = b"export default function Page() {\n  return <title>Salon</title>;\n}\n"
    moved = move_line({**pack, "src/Page.tsx": page}, classic(), pack, files_on(PACKS["react"], "classic", WHOLE))
    assert [one.path for one in moved.found if one.code == "REACT_NEWER"] == ["src/Page.tsx"]


def test_a_project_without_tailwind_gets_none() -> None:
    files = {
        "package.json": json.dumps({"dependencies": {"react": WHOLE.version("react")}}).encode(),
        "index.html": b"",
    }
    moved = move_line(files, classic(), {}, {})
    assert set(moved.files) == set(files) and declared_react(moved.files).startswith("18.")


def declared_react(files: Files) -> str:
    return str(json.loads(files["package.json"])["dependencies"]["react"])


@pytest.mark.parametrize(
    "manifest", [b"", b"[", b"[]", b"\xff", b'{"dependencies": []}', b'{"dependencies": {"react": 1}}']
)
def test_a_manifest_that_cannot_be_read_breaks_nothing(manifest: bytes) -> None:
    moved = move_line({"package.json": manifest, "src/a.css": b"\xff@theme {}"}, classic(), {}, {})
    assert "package.json" in moved.files
    assert version_changes(manifest.decode("utf-8", "replace"), classic()) == []


def test_changes_are_told_by_name_and_what_is_not_there_has_no_version() -> None:
    text = json.dumps({"dependencies": {"react": WHOLE.version("react"), "ky": "1.0.0", "clsx": WHOLE.version("clsx")}})
    found = {one.name: one.to for one in version_changes(text, classic())}
    assert (
        found["ky"] is None
        and str(found["react"]).startswith("18.")
        and found.get("clsx", "") in ("", classic().version("clsx"))
    )
