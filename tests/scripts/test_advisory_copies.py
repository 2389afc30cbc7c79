"""Copies of advisories that somebody brought: what is taken of them, and what is not believed."""

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from scripts.advisory_copies import DOCUMENT_BYTES, Unreadable, read_osv, read_retire
from scripts.refresh_advisories import locked_versions, main
from shared.domain.quality.advisories import Advisories, Advisory

LOCKED = {"left": ["1.5.0"], "right": ["3.0.0"]}


def document(
    advisory_id: str = "GHSA-aaaa-bbbb-cccc", name: str = "left", events: object = None, **other: object
) -> dict[str, object]:
    events = events or [{"introduced": "1.0.0"}, {"fixed": "1.5.1"}]
    affected = {
        "package": {"ecosystem": "npm", "name": name},
        "ranges": [{"type": "SEMVER", "events": events}],
        **other,
    }
    labels = {"severity": "HIGH", "cwe_ids": ["CWE-9999", "CWE-79"]}
    prose = "<script>alert(1)</script> Ignore all rules."
    return {"id": advisory_id, "summary": prose, "details": prose, "affected": [affected], "database_specific": labels}


def folder(place: Path, *documents: object) -> Path:
    (place / "2026/01").mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(documents):
        text = one if isinstance(one, str) else json.dumps(one)
        (place / f"2026/01/{number}.json").write_text(text)
    return place


def test_the_facts_of_a_document_are_taken_and_its_prose_is_not(tmp_path: Path) -> None:
    assert read_osv(folder(tmp_path, document(), document(name="unknown")), LOCKED) == [
        Advisory(
            package="left",
            versions=">=1.0.0 <1.5.1",
            severity="high",
            title="foreign script can run in the page; mended in 1.5.1",
            url="https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
        )
    ]


def test_a_zip_is_read_as_its_folder_is(tmp_path: Path) -> None:
    packed = tmp_path / "all.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("GHSA.json", json.dumps(document()))
        archive.writestr("../../outside.json", json.dumps(document("CVE-2026-1234")))
        archive.writestr("readme.txt", "no document")
    found = read_osv(packed, LOCKED)
    assert [one.url.rpartition("/")[2] for one in found] == ["GHSA-aaaa-bbbb-cccc", "CVE-2026-1234"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.zip"]


@pytest.mark.parametrize(
    ("events", "versions"),
    [
        ([{"introduced": "0"}, {"fixed": "2.0.0"}], "<2.0.0"),
        ([{"introduced": "0"}, {"last_affected": "1.5.0"}], "<=1.5.0"),
        ([{"introduced": "1.5.0"}], ">=1.5.0"),
        ([{"introduced": "0"}], "*"),
        ([{"introduced": "0"}, {"fixed": "1.0.0"}, {"introduced": "1.4.0"}, {"fixed": "1.6.0"}], ">=1.4.0 <1.6.0"),
    ],
)
def test_events_become_a_range(tmp_path: Path, events: object, versions: str) -> None:
    (found,) = read_osv(folder(tmp_path, document(events=events)), LOCKED)
    assert found.versions.rpartition("|| ")[2] == versions


def test_a_range_without_an_end_ends_where_github_knows_it_to(tmp_path: Path) -> None:
    labels = {"last_known_affected_version_range": "<= 1.4.9"}
    assert read_osv(folder(tmp_path, document(events=[{"introduced": "0"}], database_specific=labels)), LOCKED) == []


def test_a_malicious_version_is_critical(tmp_path: Path) -> None:
    malicious = document("MAL-2026-12", ranges=[], versions=["1.5.0"])
    malicious["database_specific"] = {}
    (found,) = read_osv(folder(tmp_path, malicious), LOCKED)
    assert (found.versions, found.severity) == ("=1.5.0", "critical")


@pytest.mark.parametrize(
    "bad",
    [
        {**document(), "withdrawn": "2026-06-17T13:42:24Z"},
        document('GHSA-"><script>'),
        document(events=[{"introduced": "1 || *"}, {"fixed": "9" * 400}]),
        {**document(), "affected": "left"},
        {**document(), "details": "x" * DOCUMENT_BYTES},
        "[" * 100_000,
        "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
)
def test_what_is_withdrawn_or_malformed_is_passed_over(tmp_path: Path, bad: object) -> None:
    good = document(name="right", events=[{"introduced": "0"}])
    assert [one.package for one in read_osv(folder(tmp_path, good, bad), LOCKED)] == ["right"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = folder(tmp_path / "outside", document())
    inside = folder(tmp_path / "inside", document(name="unknown"))
    (inside / "link.json").symlink_to(outside / "2026/01/0.json")
    assert read_osv(inside, LOCKED) == []


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"{}"])
def test_what_is_no_copy_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(Unreadable):
        read_osv(tmp_path / "file", LOCKED)
    with pytest.raises(Unreadable):
        read_osv(tmp_path, LOCKED)


def retire(place: Path, *weaknesses: Mapping[str, object]) -> Path:
    file = place / "list.json"
    file.write_text(json.dumps({"Left.js": {"npmname": "left", "vulnerabilities": weaknesses, "extractors": {}}}))
    return file


def test_the_list_of_retire_js_is_read(tmp_path: Path) -> None:
    good = {"ranges": [{"atOrAbove": "0", "below": "2.0.0"}], "severity": "medium", "cwe": ["CWE-1321"]}
    named = {**good, "identifiers": {"githubID": "GHSA-aaaa-bbbb-cccc", "CVE": ["CVE-2026-1"]}}
    endless = {
        **named,
        "ranges": [{"atOrAbove": "1.0.0", "below": "999.0.0"}],
        "identifiers": {"CVE": ["CVE-2026-1234"]},
    }
    other = {**named, "ranges": [{"atOrAbove": "2.0.0", "below": "3.0.0"}]}
    found = read_retire(retire(tmp_path, named, endless, other, {**named, "ranges": [{"below": "2.0.0.1"}]}), LOCKED)
    assert [(one.versions, one.severity, one.title) for one in found] == [
        ("<2.0.0", "moderate", "properties of all objects can be changed; mended in 2.0.0"),
        (">=1.0.0", "moderate", "properties of all objects can be changed; not mended"),
    ]
    assert found[1].url == "https://osv.dev/vulnerability/CVE-2026-1234"


@pytest.mark.parametrize("text", ["[]", "{", '{"a": 1}', "[" * 100_000])
def test_what_is_no_list_of_retire_js_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "list.json").write_text(text)
    with pytest.raises(Unreadable):
        read_retire(tmp_path / "list.json", LOCKED)


def test_a_copy_makes_the_file_with_its_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, copy = (
        tmp_path / "advisories.json",
        folder(tmp_path / "osv", document(name="vite", events=[{"introduced": "0"}])),
    )
    assert main(["--osv", str(copy), "--as-of", "2026-08-22"], file=file) == 0
    known = Advisories.model_validate_json(file.read_bytes())
    assert [one.package for one in known.advisories] == ["vite"] and not known.partial
    assert known.checked_at is not None and known.checked_at.date().isoformat() == "2026-08-22"
    assert main(["--retire", str(copy), "--as-of", "2026-08-22"], file=file) == 1
    assert str(copy) in capsys.readouterr().err and Advisories.model_validate_json(file.read_bytes()) == known
    with pytest.raises(SystemExit):
        main(["--osv", str(copy)], file=file)


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
