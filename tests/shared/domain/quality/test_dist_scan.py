"""Links of built pages: dead is what the site answers with 404, and nothing that its router answers with the page."""

import json
from pathlib import Path

import pytest

from shared.domain.quality.dist_scan import scan_dist
from shared.domain.tree.built_files import is_file_address

ROUTER = Path(__file__).parents[3] / "infra" / "host_router_cases.json"
PATHS = frozenset({"index.html", "about/index.html", "assets/a.js", "logo.png"})


def dead(body: str, page: str = "index.html") -> list[str]:
    scan = scan_dist({page: body}, PATHS, 0, is_file_address)
    return [found.message.removeprefix(f"dist/{page} asks for ").partition(",")[0] for found in scan.links]


@pytest.mark.parametrize(
    ("tag", "lost"),
    [
        ('<a href="/users/jane.doe">', False),
        ('<a href="/v1.2">', False),
        ('<a href="/releases/v1.2.0/notes">', False),
        ('<a href="/about">', False),
        ('<a href="/files/report.pdf">', True),
        ('<a href="/assets/part.one">', True),
        ('<a href="/page.html">', True),
        ('<img src="/photo.unknown">', True),
        ('<script src="/assets/gone.js"></script>', True),
        ('<link href="./logo.png">', False),
        ('<link href="../logo.png?x#y">', False),
        ('<a href="https://elsewhere.test/a.png">', False),
        ('<a href="#a.png">', False),
    ],
)
def test_a_link_is_dead_where_the_site_has_no_answer(tag: str, lost: bool) -> None:
    assert bool(dead(tag)) == lost


def test_what_is_both_linked_and_loaded_has_to_be_a_file() -> None:
    assert dead('<a href="/v1.2">x</a><img src="/v1.2">') == ["/v1.2"]


def test_a_name_in_a_folder_is_meant_from_there() -> None:
    assert dead('<img src="logo.png"><img src="../logo.png">', "about/index.html") == ["logo.png"]


LIVE = [case for case in json.loads(ROUTER.read_text())["domain"]["cases"] if case.get("uri", "").startswith("/live/")]


@pytest.mark.parametrize("case", LIVE, ids=lambda case: case["name"])
def test_the_same_is_dead_as_the_router_of_the_sites_has_no_page_for(case: dict[str, str]) -> None:
    """Its own table of cases; nothing of what they ask for was built here."""
    is_link = case.get("wanted", "") in ("", "navigate")
    tag = f'<a href="{case["path"]}">' if is_link else f'<img src="{case["path"]}">'
    scan = scan_dist({"index.html": tag}, frozenset({"index.html"}), 0, is_file_address)
    assert bool(scan.links) == (not case["uri"].endswith("/index.html"))
