"""`security_scan`: what the agent is told of a project's safety, in bounded words that repeat no key."""

from typing import Any

from shared.domain.quality.advisories import Advisories, Advisory
from shared.tools.registry import CODER_TOOLS, call_tool
from tests.support.workspace import a_workspace

KEY = "AKIA" + "A1B2C3D4E5F6G7H8"


def scanned(files: dict[str, bytes], known: Advisories | None = None) -> Any:
    workspace = a_workspace(files)
    workspace.advisories = (lambda: known) if known else None
    return call_tool(CODER_TOOLS, "security_scan", "{}", workspace)


def test_a_project_without_findings_is_well() -> None:
    found = scanned({"src/a.ts": b"export {}", "public/a.png": b"\0eval(x)"})
    assert found.ok and found.data == {"findings": 0, "secrets": 0}


def test_a_risk_is_told_and_a_secret_fails_it() -> None:
    found = scanned({"src/a.ts": b"eval(x)"})
    assert found.ok and "CODE_FROM_TEXT" in found.text and found.data["findings"] == 1
    found = scanned({"src/a.ts": f'const key = "{KEY}"'.encode()})
    assert not found.ok and KEY not in found.text and "block publishing" in found.text


def test_a_package_with_a_known_weakness_is_told() -> None:
    one = Advisory(package="left", versions="<2.0.0", severity="high", title="It leaks", url="https://a.test/1")
    lock = b'{"packages": {"node_modules/left": {"version": "1.0.0"}}}'
    found = scanned({"package-lock.json": lock}, Advisories(advisories=[one]))
    assert found.ok and "left 1.0.0" in found.text and "https://a.test/1" in found.text


def test_ten_thousand_findings_are_bounded_and_said() -> None:
    found = scanned({"src/a.ts": b"eval(x)\n" * 10_000, "src/b.ts": b"a" * 2_000_000})
    assert found.data["findings"] == 500 and "and 460 more" in found.text and len(found.text) < 10_200
