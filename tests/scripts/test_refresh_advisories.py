"""The known weaknesses are asked of a registry: here of an answer in the form that npm's gives."""

import json
from pathlib import Path

import httpx
import pytest

from scripts.refresh_advisories import locked_versions, main
from shared.domain.quality.advisories import Advisories

ANSWER = {
    "vite": [
        {
            "id": 1099999,
            "url": "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
            "title": "Files are served that should not be",
            "severity": "moderate",
            "vulnerable_versions": ">=1.0.0 <1.0.1",
            "cwe": ["CWE-200"],
            "cvss": {"score": 5.3, "vectorString": None},
        }
    ]
}


def answering(status: int, body: object, asked: list[httpx.Request]) -> httpx.MockTransport:
    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(status, json=body)

    return httpx.MockTransport(answer)


def test_the_answer_is_kept_with_its_source_and_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, asked = tmp_path / "advisories.json", list[httpx.Request]()
    assert main(["https://registry.test/"], file=file, transport=answering(200, ANSWER, asked)) == 0
    known = Advisories.model_validate_json(file.read_bytes())
    assert known.source == "https://registry.test/-/npm/v1/security/advisories/bulk" == str(asked[0].url)
    assert known.checked_at is not None
    assert [(one.package, one.versions, one.severity) for one in known.advisories] == [
        ("vite", ">=1.0.0 <1.0.1", "moderate")
    ]
    assert "vite" in json.loads(asked[0].content) and "1 advisories" in capsys.readouterr().out


@pytest.mark.parametrize(("status", "body"), [(405, {}), (503, {}), (200, []), (200, {"vite": [{"severity": "huge"}]})])
def test_an_answer_of_no_use_leaves_the_file_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], status: int, body: object
) -> None:
    file = tmp_path / "advisories.json"
    file.write_text("before")
    assert main(["https://registry.test"], file=file, transport=answering(status, body, [])) == 1
    assert file.read_text() == "before" and "https://registry.test" in capsys.readouterr().err


def test_a_package_that_is_there_in_several_versions_is_asked_for_each() -> None:
    lock = {"": {}, "node_modules/a": {"version": "1.0.0"}, "node_modules/b/node_modules/a": {"version": "2.0.0"}}
    other = {"": {}, "node_modules/a": {"version": "3.0.0"}}
    locks = [json.dumps({"packages": packages}) for packages in (lock, other)]
    assert locked_versions(locks) == {"a": ["1.0.0", "2.0.0", "3.0.0"]}
