"""Puts a section into the page and takes one out: its files, its place, its link in the menu."""

import re

from local.offline_model import words
from local.offline_model.blocks import Component, asset, looks, stylesheet
from local.offline_model.emit import EMITTERS
from local.offline_model.project import (
    BLOCKS_CSS,
    CONTENT,
    PAGES,
    PAGES_CSS,
    SECTIONS,
    Draft,
    Framework,
    relative,
    with_import,
)
from shared.domain.frameworks import FACTS
from shared.services.assets.load_templates import ROOT

_HTML, _OWN_HTML, _LIVE = "src/html.ts", "src/lib/html.ts", "src/lib/live.ts"


def section_name(framework: Framework, local: str) -> str:
    """The section that is called `local` there, or has this path."""
    return EMITTERS[framework].section(local.rsplit("/")[-1].split(".")[0])


def file_name(framework: Framework, name: str) -> str:
    return f"{SECTIONS}{EMITTERS[framework].local(name)}.{FACTS[framework].written_as}"


def usage(framework: Framework, name: str) -> str:
    emitter = EMITTERS[framework]
    return emitter.used.format(emitter.local(name))


def mount(text: str, framework: Framework, name: str, module: str) -> str:
    """`text` with the section's import and the section itself, last in `<main>` or what the page consists of; unchanged
    when it is there, empty when no place can be told."""
    emitter, shown = EMITTERS[framework], usage(framework, name)
    if shown in text:
        return text
    text = emitter.imported(text, name, module)
    start = max(text.find("export default function"), text.find("function App"), text.find("const App"), 0)
    ends = [text.rfind("</main>"), *(start + each.start() for each in re.finditer(emitter.end, text[start:]))]
    if ends == [-1]:
        return ""
    closing = ends[0] if ends[0] >= 0 else ends[1] if emitter.bare else ends[-1]
    start = text.rfind("\n", 0, closing) + 1
    if emitter.bare and ends[0] < 0:
        return f"{text[:closing]}\n\n{shown}\n" + ("\n" + text[closing:].lstrip()) * bool(text[closing:].strip())
    if text[start:closing].strip():
        return f"{text[:closing]} {shown}{text[closing:]}"
    return f"{text[:closing]}  {shown}\n{text[start:]}"


def unmount(text: str, framework: Framework, name: str) -> str:
    shown = re.escape(usage(framework, name))
    return EMITTERS[framework].forgotten(re.sub(rf"(?m)^[ \t]*{shown}[ \t]*\n|[ \t]?{shown}", "", text), name)


def mounted(text: str, framework: Framework) -> list[str]:
    inner = re.search(r"<main\b[^>]*>([\s\S]*?)</main>", text)
    names = re.findall(EMITTERS[framework].uses, inner[1] if inner else "")
    return [section_name(framework, name) for name in names]


def show(draft: Draft, component: Component) -> bool:
    """Writes the section's files and puts it into the page; False (and noted) when no place was found."""
    framework, app = draft.project.framework, draft.project.app
    if not app:
        draft.missing.append("I do not know how this project is put together, so I could not add a section.")
        return False
    name = component.name
    if "const title = " not in draft.project.files.get(file_name(framework, name), "const title = "):
        name += "Block"
    page = _with_section(draft, framework, name)
    if not page:
        draft.missing.append(f"I found no place for a section in {app}.")
        return False
    draft.write(app, page)
    _write_files(draft, framework, component, name)
    content = draft.text(CONTENT)
    links = words.navigation(content)
    if f"#{component.anchor}" not in [href for _, href in links]:
        link = (component.label, f"#{component.anchor}")
        draft.edit(CONTENT, words.set_navigation(content, [*links, link]))
    draft.added.append(component)
    return True


def _with_section(draft: Draft, framework: Framework, name: str) -> str:
    app, local = draft.project.app, EMITTERS[framework].local(name)
    text, module = draft.text(app), relative(file_name(framework, name), app)
    if framework != "vanilla" or _HTML in draft.project.paths:
        return mount(text, framework, name, module)
    if f"{local}()" in text:
        return text
    target = re.search(r"(?:querySelector(?:<\w+>)?|getElementById)\(['\"]#?([\w-]+)['\"]\)", text)
    found = f'document.getElementById("{target[1]}")!' if target else "document.body"
    line = f'{found}.insertAdjacentHTML("beforeend", {local}().text);'
    return f'import {{ {local} }} from "{module}";\n{text.rstrip()}\n\n{line}\n'


def _write_files(draft: Draft, framework: Framework, component: Component, name: str) -> None:
    html, tailwind = _HTML if _HTML in draft.project.paths else _OWN_HTML, draft.project.tailwind
    classes = {look: own if tailwind else f"block-{look}" for look, (own, _) in looks().items()}
    files = dict(component.modules)
    if framework == "vanilla":
        files |= {_OWN_HTML: asset(str(ROOT / "vanilla" / _HTML))} if html == _OWN_HTML else {}
        live = asset("assets/live.ts").replace('"HTML"', f'"{relative(html, _LIVE)}"')
        files |= {_LIVE: live} if component.state else {}
    text = EMITTERS[framework](component, classes, html).file(name)
    for path, written in files.items():
        draft.write(path, written)
    draft.write(file_name(framework, name), text)
    if not tailwind:
        used = {*re.findall(r"\.block-([\w-]+)", draft.text(BLOCKS_CSS)), *re.findall(r"block-([\w-]+)", text)}
        draft.write(BLOCKS_CSS, stylesheet(used))
        _import_in_main(draft, BLOCKS_CSS)


def finish_page(draft: Draft, page: Component) -> None:
    """Gives a page an address of its own: the module and the rule that show it alone."""
    rules, rule = draft.text(PAGES_CSS), asset("assets/pages.css").replace("PAGE", page.anchor)
    draft.write(PAGES, asset("assets/pages.ts"))
    draft.write(PAGES_CSS, rules if rule in rules else "\n".join(filter(None, [rules, rule])))
    _import_in_main(draft, PAGES)
    linked = f'"#{page.anchor}"' in draft.text(CONTENT)
    draft.done.append(f"There is a page “{page.label}” at #{page.anchor}{', with a link in the menu' * linked}.")
    if not linked:
        draft.missing.append(f"I found no menu to put a link in; one to #{page.anchor} leads there.")


def _import_in_main(draft: Draft, path: str) -> None:
    main = draft.project.main
    line, text = f'import "{relative(path, main)}";\n', draft.text(main)
    if not main:
        draft.missing.append(f"I found no entry module, so {path} is not loaded yet.")
    elif line not in text:
        draft.write(main, with_import(text, line))
