"""The page of the document: its scripts are ours, under a policy, and it asks nobody else for anything."""

import re

import pytest

from devkit.api.api import Api

FOREIGN = re.compile(r"(?:src|href|url)\s*[=(:]\s*[\"']?(?:https?:)?//")


@pytest.fixture(scope="module")
def api() -> Api:
    return Api()


def test_the_page_has_no_script_of_its_own_and_none_of_others(api: Api) -> None:
    answer = api.anonymous.get("/docs")
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["script-src"] == "'self'" and policy["default-src"] == "'none'" and policy["connect-src"] == "'self'"
    assert not FOREIGN.search(answer.text) and not re.search(r"<script(?![^>]*src=)", answer.text)
    assert not re.search(r"\son\w+=", answer.text)


def test_every_file_of_the_page_is_served_by_us(api: Api) -> None:
    page = api.anonymous.get("/docs").text
    names = re.findall(r"(?:src|href)=\"(docs/[^\"]+)\"", page)
    kinds = {name: api.anonymous.get(f"/{name}") for name in names}
    assert {name: answer.status_code for name, answer in kinds.items()} == dict.fromkeys(names, 200)
    assert len(names) == 4
    for name, answer in kinds.items():
        wanted = {"js": "text/javascript", "css": "text/css", "png": "image/png"}[name.rpartition(".")[2]]
        assert (
            answer.headers["content-type"].startswith(wanted) and answer.headers["x-content-type-options"] == "nosniff"
        )


@pytest.mark.parametrize(
    "name", ["redoc.standalone.js", "../core.py", "..%2fcore.py", "%2e%2e/core.py", "core.py", "x"]
)
def test_nothing_else_of_the_package_is_served(api: Api, name: str) -> None:
    assert api.anonymous.get(f"/docs/{name}").status_code == 404
