"""Writes a section's files and puts it into the page, its menu and its entry module."""

import posixpath
import re
from dataclasses import replace

from local.offline_model import words_edit
from local.offline_model.assets_reader import source
from local.offline_model.draft import Draft
from local.offline_model.emit_react import emit_react
from local.offline_model.emit_svelte import emit_svelte
from local.offline_model.emit_vanilla import HTML, LIVE, emit_vanilla, live_module
from local.offline_model.emit_vue import emit_vue
from local.offline_model.looks import BLOCKS_CSS
from local.offline_model.mount import NoPlace, file_name, mount
from local.offline_model.project import CONTENT, Framework
from local.offline_model.view import Component

OWN_HTML = "src/lib/html.ts"


def show(draft: Draft, component: Component) -> bool:
    """Writes the section's files and puts it into the page; False (and told) when no place was found."""
    framework, app = draft.project.framework, draft.project.app
    if framework is None or app is None:
        draft.missing.append("I do not know how this project is put together, so I could not add a section.")
        return False
    path = file_name(framework, component.name)
    if _is_foreign(draft, path):
        path = file_name(framework, f"{component.name}Block")
        component = replace(component, name=f"{component.name}Block")
    try:
        put_in_page(draft, framework, app, component, path)
    except NoPlace:
        draft.missing.append(f"I found no place for a section in {app}.")
        return False
    write_files(draft, framework, component, path)
    link_in_menu(draft, component)
    draft.added.append(component)
    return True


def put_in_page(draft: Draft, framework: Framework, app: str, component: Component, path: str) -> None:
    text = draft.text(app)
    module = posixpath.relpath(path, posixpath.dirname(app) or ".")
    module = module if module.startswith(".") else f"./{module}"
    if framework in ("react", "vanilla"):
        module = module.rsplit(".", 1)[0]
    if framework == "vanilla" and not draft.project.has_html_tag:
        draft.write(app, _appended(text, component, module))
    else:
        draft.write(app, mount(text, framework, component.name, module))


def _appended(text: str, component: Component, module: str) -> str:
    """A page without template functions: the section goes to the end of what it shows."""
    name = component.name[:1].lower() + component.name[1:]
    if f"{name}()" in text:
        return text
    target = re.search(r"(?:querySelector(?:<\w+>)?|getElementById)\(['\"]#?([\w-]+)['\"]\)", text)
    found = f'document.getElementById("{target[1]}")' if target else "document.body"
    line = f'{found}{"!" if target else ""}.insertAdjacentHTML("beforeend", {name}().text);'
    return f'import {{ {name} }} from "{module}";\n{text.rstrip()}\n\n{line}\n'


def write_files(draft: Draft, framework: Framework, component: Component, path: str) -> None:
    tailwind = draft.project.tailwind
    for module, text in component.modules.items():
        draft.write(module, text)
    draft.write(path, _emitted(draft, framework, component))
    if framework == "vanilla":
        _vanilla_helpers(draft, component)
    if not tailwind:
        draft.write(BLOCKS_CSS, source("blocks.css"))
        import_in_main(draft, BLOCKS_CSS)


def _emitted(draft: Draft, framework: Framework, component: Component) -> str:
    tailwind = draft.project.tailwind
    match framework:
        case "react":
            return emit_react(component, tailwind=tailwind)
        case "vue":
            return emit_vue(component, tailwind=tailwind)
        case "svelte":
            return emit_svelte(component, tailwind=tailwind)
        case "vanilla":
            html = HTML if draft.project.has_html_tag else OWN_HTML
            return emit_vanilla(component, tailwind=tailwind, html=html)


def _vanilla_helpers(draft: Draft, component: Component) -> None:
    html = HTML if draft.project.has_html_tag else OWN_HTML
    if html == OWN_HTML:
        draft.write(OWN_HTML, source("html.ts"))
    if component.state:
        draft.write(LIVE, live_module(html))


def import_in_main(draft: Draft, path: str) -> None:
    main = draft.project.main
    if main is None:
        draft.missing.append(f"I found no entry module, so {path} is not loaded yet.")
        return
    name = path.removesuffix(".ts")
    module = posixpath.relpath(name, posixpath.dirname(main) or ".")
    line = f'import "{module if module.startswith(".") else f"./{module}"}";\n'
    text = draft.text(main)
    if line in text:
        return
    imports = list(re.finditer(r"(?m)^import\b[^;\"']*[\"'][^\"']+[\"'];?[ \t]*\n", text))
    at = imports[-1].end() if imports else 0
    draft.write(main, text[:at] + line + text[at:])


def link_in_menu(draft: Draft, component: Component) -> None:
    """A link in the menu, when the page has the template's menu."""
    if CONTENT not in draft.project.files:
        return
    links = words_edit.navigation(draft.text(CONTENT))
    target = f"#{component.anchor}"
    if "export const navigation" in draft.text(CONTENT) and target not in [href for _, href in links]:
        draft.write(CONTENT, words_edit.set_navigation(draft.text(CONTENT), [*links, (component.label, target)]))


def _is_foreign(draft: Draft, path: str) -> bool:
    """Whether somebody else's file stands where the section would go."""
    return path in draft.project.paths and path in draft.project.files and "const title = " not in draft.text(path)
