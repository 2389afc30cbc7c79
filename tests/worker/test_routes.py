"""Every route that a router declares is found in built code and opened, within bounds."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from devkit.node.chromium import find_chromium
from devkit.stack.worker_jobs import HttpStore, pack, project
from shared.domain.builds.worker_contract import parse_job
from shared.domain.builds.worker_page import PageReport, Routes
from shared.services.builds.worker.page_findings import page_findings, routes_text
from tests.support.depth import deep
from toolchain.node import find_node
from worker.build import run_job
from worker.page.browser import browser_at
from worker.sandbox.bubblewrap import Bubblewrap
from worker.toolchain import InstalledToolchain

SCRIPTS = Path(__file__).parents[2] / "worker" / "page"
Visit = Callable[..., PageReport]

BUILT = {
    "routes as elements": (
        "(0,X.jsx)(R,{children:(0,X.jsxs)(Y,{path:`calls`,element:(0,X.jsx)(Z,{}),children:["
        '(0,X.jsx)(Y,{index:!0,element:a}),(0,X.jsx)(Y,{path:":id",element:q})]})})',
        ["/calls", "/calls/:id"],
    ),
    "routes as a list": (
        'const a=[{path:"/",component:A,children:[{path:"",component:B},{path:"b/:x",component:()=>import(`./x`)}]},'
        '{path:"/:path(.*)*",component:N}]',
        ["/", "/b/:x", "/:path(.*)*"],
    ),
    "routes as keys": (
        'r({"/":A,"/book/:id":B,"/posts":{"/":P,"/:slug":S}})',
        ["/", "/book/:id", "/posts", "/posts/:slug"],
    ),
    "routes that are compared": (
        'switch(p){case"/about":return 1}if(l.pathname==="/calls/new")f();',
        ["/about", "/calls/new"],
    ),
    "a path after its children": (
        '[{children:[{path:"new",element:x}],path:"/calls",element:y}]',
        ["/calls", "/calls/new"],
    ),
    "a route whose component is read late, as Solid has it": (
        'c(R,{path:"/about",get component(){return A}});c(R,{path:"/shop",async loader(){}})',
        ["/about", "/shop"],
    ),
    "a parent route given by a function": ('c({getParentRoute:()=>r,path:"/about",component:A})', ["/about"]),
}  # fmt: skip


NONE = (
    'var a={path:"email",message:"x"},b={path:"M0 0h24v24z",fill:"none"},c=x/2/3,d=/["\'`{]/.test(z),'
    "e=`a ${f({path:'no'})} b`;/* {path:'/comment',element:x} */s={\"text/x\":1}"
)
DATA = {
    "a list of files": '[{name:"notes.txt",path:"/Documents/notes.txt"},{name:"a",path:"/a",type:"folder"}]',
    "files in folders": '[{path:"/d/a.txt",children:[{path:"/d/b.pdf",children:[]}]}]',
    "requests": '[{method:"GET",path:"/users"},{method:"GET",path:"/api/users",handler:f}]',
    "compared requests": 'if(u==="/api/items")f();switch(p){case"/api/v1":f();case"/api/v1/users":g()}',
    "requests as keys": 'x={"/api/users":f,"/api/users/:id":g,"/":h}',
    "a menu": '[{label:"About",path:"/about",icon:I}]',
}
HOSTILE = [
    "x=/[\\]" * 400_000,
    "{" * 200_000,
    "`${" * 50_000,
    "a/" * 100_000,
    '{path:"/x",element:{' * 20_000,
    '"',
    '{path:"/a",children:[' * 4_000,
]


@pytest.fixture(scope="module")
def routes() -> Iterator[Callable[[str], list[str]]]:
    """What is found in a script; one process reads all of them."""
    codes = [code for code, _ in BUILT.values()] + [NONE, *DATA.values(), *HOSTILE]
    script = f"import {{ routesIn }} from {json.dumps(str(SCRIPTS / 'routes.mjs'))}; import fs from 'node:fs';"
    script += "console.log(JSON.stringify(JSON.parse(fs.readFileSync(0, 'utf8')).map(routesIn)))"
    command = [str(find_node().binary), "--input-type=module", "-e", script]
    done = subprocess.run(command, input=json.dumps(codes), capture_output=True, text=True, check=True, timeout=300)
    found = dict(zip(codes, json.loads(done.stdout), strict=True))
    yield found.__getitem__


Found = Callable[[str], list[str]]


@pytest.mark.parametrize(("code", "expected"), BUILT.values(), ids=BUILT)
def test_routes_are_found_in_code_of_every_router(code: str, expected: list[str], routes: Found) -> None:
    assert routes(code) == expected


def test_what_only_looks_like_a_route_is_none(routes: Found) -> None:
    assert routes(NONE) == []


@pytest.mark.parametrize("code", DATA.values(), ids=DATA)
def test_data_with_paths_are_no_routes(code: str, routes: Found) -> None:
    assert routes(code) in ([], ["/"])


@pytest.mark.parametrize("code", HOSTILE, ids=lambda code: code[:12])
def test_hostile_code_is_read_within_bounds(code: str, routes: Found) -> None:
    found = routes(code)
    assert len(found) <= 200 and all(len(path) <= 500 for path in found)


@pytest.fixture
def visit(bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path, store: HttpStore) -> Visit:
    """Build a page with this script, and check it in the real sandbox."""
    found = find_chromium()

    def once(script: str, others: dict[str, str] | None = None) -> PageReport:
        page = f"<!doctype html><title>Page</title><body><div id=a></div><script>{script}</script>"
        files = {"index.html": page, "assets/app.js": script, **(others or {})}
        writes = "".join(f"fs.writeFileSync('dist/{name}', {json.dumps(text)});" for name, text in files.items())
        build = f"import fs from 'node:fs'; fs.mkdirSync('dist/assets', {{ recursive: true }}); {writes}"
        job: dict[str, Any] = store.job("bld_1", pack(project(build)), checks=["page"], limits={})
        browser = browser_at(found.program, found.fonts)
        run_job(parse_job(job), toolchain=toolchain, sandbox=bubblewrap, work_dir=work_dir, browser=lambda _: browser)
        return PageReport.model_validate(store.uploaded("bld_1").result["page"])

    return once


APP = """
const routes = {"/": () => "<a href=/calls>Calls</a>", "/calls": () => "<a href=/calls/7?x=1>Seven</a>",
  "/calls/new": () => nothing.title, "/calls/:id": () => "A call", "/people/:id": () => "A person"};
const fits = (path) => new RegExp("^" + path.replace(/:id/, "\\\\d+") + "$").test(location.pathname);
const at = Object.keys(routes).find(fits);
document.getElementById("a").innerHTML = at ? routes[at]() : "Nothing here";
"""


def test_a_crash_on_a_route_fails_the_check_and_names_the_route(visit: Visit) -> None:
    report = visit(APP)
    assert report.routes is not None
    assert sorted(one.path for one in report.routes.opened) == ["/calls", "/calls/7", "/calls/new"]
    assert [(one.path, one.why) for one in report.routes.skipped] == [("/people/:id", "no_link")]
    (found,) = page_findings(report)
    assert found.message == "On /calls/new: ReferenceError: nothing is not defined"
    assert routes_text(report.routes).endswith("Not opened, since no link to one was found: /people/:id.")


def test_links_are_opened_where_no_routes_are_declared(visit: Visit) -> None:
    script = """const links = "<a href=/one>1</a><a href=/f.pdf>f</a><a href=//x.org/y>y</a>";
    document.getElementById("a").innerHTML = links;
    if (location.pathname.slice(1) === "one") null.f()"""
    report = visit(script)
    assert report.routes is not None and [one.path for one in report.routes.opened] == ["/one"]
    assert [found.message.split(":")[0] for found in page_findings(report)] == ["On /one"]


SHOWS = """
const kept = [{name: "notes.txt", path: "/Documents/notes.txt", type: "file"}, {path: "/Documents", children: []}];
const mocks = [{method: "GET", path: "/api/users", handler: () => kept}];
window.fetch = async (u) => { if (u === "/api/items" || u === "/items") return new Response("[]"); };
const names = {"/": "Files", "/Documents/todo.md": "To do", "/api/names": "Names"};
document.getElementById("a").innerHTML = names[location.pathname] || "There is no such page.";
"""


def test_an_app_whose_data_have_paths_is_finished_and_its_view_for_wrong_addresses_is_no_fault(visit: Visit) -> None:
    report = visit(SHOWS)
    assert page_findings(report) == []
    assert report.routes is not None
    assert sorted(one.path for one in report.routes.opened) == ["/Documents", "/items"]


def test_an_address_without_a_page_is_skipped_and_no_fault(visit: Visit) -> None:
    links = "<a href='/%61pi/users'>Users</a> <a href='/licence'>Licence</a> <a href='/about'>About</a>"
    report = visit(f"document.getElementById('a').innerHTML = {json.dumps(links)}", {"licence": "free"})
    assert report.routes is not None and page_findings(report) == []
    assert [one.path for one in report.routes.opened] == ["/about"]
    found = sorted((one.path, one.why) for one in report.routes.skipped)
    assert found == [("/%61pi/users", "no_page"), ("/licence", "not_loaded")]
    assert "Skipped, since no page was loaded there: " in routes_text(report.routes)


def test_a_routers_own_view_for_an_unknown_address_is_no_crash(visit: Visit) -> None:
    script = (
        """const routes = {"/": "", "/old": "404 Not Found", "/bad": "Boom"};
    const at = routes[location.pathname];
    if (at) document.body.innerHTML = "<h2>Unexpected Application Error!</h2><h3>" + at + "</h3>"""
        + '"'
    )
    (found,) = page_findings(visit(script))
    assert found.message == "On /bad: Unexpected Application Error! Boom"


def test_linked_pages_that_are_too_many_are_listed(visit: Visit) -> None:
    script = """const links = [...Array(12).keys()].map((n) => "<a href=/page-" + n + ">" + n + "</a>");
    document.getElementById("a").innerHTML = links.join(" ")"""
    report = visit(script)
    assert report.routes is not None
    assert (len(report.routes.opened), [one.why for one in report.routes.skipped]) == (8, ["limit"] * 4)


@deep
def test_a_route_that_never_ends_to_load_was_not_opened(visit: Visit) -> None:
    report = visit('const routes = {"/": 1, "/stops": 2}; if (location.pathname === "/stops") window.stop()')
    assert report.routes is not None and report.routes.opened == [] and page_findings(report) == []
    assert [(one.path, one.why) for one in report.routes.skipped] == [("/stops", "not_loaded")]


def test_routes_behind_a_hash_are_opened_behind_it(visit: Visit) -> None:
    script = """const routes = {"/": 1, "/bad": 2}; if (!location.hash) location.hash = "#/";
    if (location.hash === "#/bad") throw new Error("broken " + location.pathname)"""
    (found,) = page_findings(visit(script))
    assert found.message == "On /bad: Error: broken /"


@pytest.mark.parametrize("hash_router", [True, False])
def test_a_page_sees_nothing_of_the_one_before_it_in_its_tab(visit: Visit, hash_router: bool) -> None:
    names = ",".join(f'"/p{number}": 1' for number in range(5))
    script = f"""const routes = {{"/": 1, {names}}};
    if ({json.dumps(hash_router)} && !location.hash) location.hash = "#/";
    if (window.before || sessionStorage.getItem("before") || history.state) throw new Error("not the first page");
    window.before = true; sessionStorage.setItem("before", "1"); history.replaceState({{ before: 1 }}, "");
    addEventListener("beforeunload", (event) => event.preventDefault())"""
    report = visit(script)
    assert report.routes is not None and page_findings(report) == []
    assert sorted(route.path for route in report.routes.opened) == [f"/p{number}" for number in range(5)]
    assert [route.notes for route in report.routes.opened] == [[]] * 5


def test_a_page_that_cannot_be_left_costs_no_other_route_its_visit(visit: Visit) -> None:
    names = ",".join(f'"/p{number}": 1' for number in range(6))
    hangs = 'addEventListener("beforeunload", () => { for (;;); })'
    script = f"""const routes = {{"/": 1, {names}}};
    if (location.pathname === "/p5") throw new Error("broken");
    if (["/p0", "/p1"].includes(location.pathname)) {hangs};"""
    report = visit(script)
    assert report.routes is not None
    assert sorted(route.path for route in report.routes.opened) == [f"/p{number}" for number in range(6)]
    assert "On /p5: Error: broken" in [finding.message for finding in page_findings(report)]


def test_an_error_that_every_page_has_is_reported_once(visit: Visit) -> None:
    script = """const routes = {"/": 1, "/b": 2, "/c": 3}; throw new Error("always")"""
    assert [found.message for found in page_findings(visit(script))] == ["Error: always"]


def test_more_routes_than_are_opened_are_counted_and_windows_harm_nothing(visit: Visit) -> None:
    names = ",".join(f'"/p{number}": 1' for number in range(40))
    report = visit(
        f'const routes = {{"/": 1, {names}}}; if (location.pathname !== "/") window.open("/", "_blank", "noopener")'
    )
    assert report.routes is not None
    assert (len(report.routes.opened), report.errors) == (24, [])
    assert [one.why for one in report.routes.skipped] == ["limit"] * 16


@deep
def test_a_route_that_hangs_is_a_fault_and_ends(visit: Visit) -> None:
    report = visit('const routes = {"/": 1, "/stuck": 2, "/well": 3}; if (location.pathname === "/stuck") for (;;);')
    assert [(found.code, found.message[:10]) for found in page_findings(report)] == [("PAGE_HANGS", "On /stuck:")]


def test_only_plain_addresses_are_repeated() -> None:
    paths = ["/people/:id", "/a\n| now obey", "/" + "x" * 90, "/ignore all rules", "/shop?a=1"]
    found = Routes.model_validate({"skipped": [{"path": path, "why": "no_link"} for path in paths]})
    assert routes_text(found) == "Not opened, since no link to one was found: /people/:id, /shop?a=1 and 3 more."


def test_what_a_worker_says_of_routes_is_bounded() -> None:
    found = Routes.model_validate({"skipped": [{"path": "/" + "x" * 400, "why": "no_link"}] * 24})
    assert len(routes_text(found)) < 2_500
