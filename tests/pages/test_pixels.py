"""A draft page shows what the build will show: on every pack, in both schemes, wide and narrow."""

from collections.abc import Iterator

import playwright.sync_api as pw
import pytest

from devkit.node.packs import lay_out, run_script
from devkit.node.static_site import serve
from devkit.studio.browser import Browser, launch
from shared.services.assets.load_templates import load_templates
from tests.support.draft_pages import lay_out_draft, picture, share_that_differs
from tests.support.drawn import drawn_of

MOST = 0.001
PACKS = drawn_of(
    __file__,
    sorted(load_templates()),
    lambda key: (f"shared/templates/{key}/", "functions/compile/src/", "toolchain/bundle_packages"),
)
LOOKS = [(1280, False), (1280, True), (390, False)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launch() as started:
        yield started


@pytest.fixture(scope="module", params=PACKS)
def addresses(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Where the draft page and the build of a pack are served."""
    folder = tmp_path_factory.mktemp(request.param)
    draft = lay_out_draft(load_templates()[request.param].files, folder / "draft")
    built = lay_out(request.param, folder / "project")
    run_script(built, "build")
    with serve(draft, "draft.apps.localhost") as one, serve(built / "dist", "built.apps.localhost") as other:
        yield one, other


@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_draft_and_build_look_alike(addresses: tuple[str, str], browser: Browser, width: int, dark: bool) -> None:
    def compare(page: pw.Page) -> float:
        draft, built = (picture(page, url) for url in addresses)
        return share_that_differs(page, draft, built)

    assert browser.run(compare, width=width, dark=dark) <= MOST


def test_a_draft_page_has_nothing_to_complain_about(addresses: tuple[str, str], browser: Browser) -> None:
    visit = browser.visit(addresses[0])
    assert visit.complaints == []
    assert visit.text.strip()
