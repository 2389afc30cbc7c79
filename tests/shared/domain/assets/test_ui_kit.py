"""An app's own button, field, dialog and so on are told with where they are imported from and what they take."""

import pytest

from devkit.fakes.samples import SAMPLE_FILES, a_run, an_app
from devkit.hostile_work import odd_kit
from shared.domain.agent.model_messages import UserMessage
from shared.domain.assets.ui_kit import in_kit, kit_text
from shared.domain.base import Files
from shared.services.agent.context.build_context import opening
from shared.services.assets.load_templates import load_templates

APPS = {key: pack.files for key, pack in load_templates().items() if key.endswith("-app")}
PARTS = ("badge", "button", "dialog", "emptystate", "textfield", "selectfield", "table", "toasts", "icon", "picture")


def text_of(files: Files) -> dict[str, str]:
    return {path: data.decode() for path, data in files.items()}


def lines_of(files: Files) -> dict[str, str]:
    """By the name of a part in small letters, without what a framework puts around it: its line."""
    lines = kit_text(text_of(files)).split("\n")[2:-1]
    names = (
        line.partition(" from ")[0].strip("{ }").removeprefix("type ").lower().removeprefix("ui") for line in lines
    )
    return dict(zip(names, lines, strict=True))


def opening_text(files: Files) -> str:
    item = opening(a_run(an_app(), message="Add a page for invoices"), files)[0]
    assert isinstance(item, UserMessage)
    return item.content


@pytest.mark.parametrize("app", sorted(APPS))
def test_each_part_of_the_kit_is_named_with_its_path_and_what_it_takes(app: str) -> None:
    lines = lines_of(APPS[app])
    parts = [part if part in lines else f"open{part}" for part in PARTS]
    assert set(parts) <= set(lines)
    for part in parts:
        path = lines[part].split('"')[1]
        assert any(name in APPS[app] for name in (path, f"{path}.ts", f"{path}.tsx")), "it can be imported from there"
    for part, props in {"button": "look icon label", "textfield": "label hint", "table": "caption columns"}.items():
        assert all(prop in lines[part] for prop in props.split()), lines[part]
    assert '"primary"|"secondary"|"quiet"|"danger"' in lines["button"]
    assert "message, options?" in lines["showtoast"] and 'label: "Undo"' in lines["showtoast"]
    assert "trash" in lines["icons"]
    assert len(kit_text(text_of(APPS[app]))) < 1_800, "a few lines"


def test_what_may_be_left_out_and_how_a_value_is_bound_is_told() -> None:
    assert 'Dialog from "src/ui/Dialog": title, onClose, children' in lines_of(APPS["react-app"])["dialog"]
    assert "{ SelectField }" in lines_of(APPS["react-app"])["selectfield"], "no default export"
    assert "title, @close, slot" in lines_of(APPS["vue-app"])["dialog"]
    assert "options, v-model" in lines_of(APPS["vue-app"])["selectfield"]
    assert "bind:value, label, hint?, error?" in lines_of(APPS["svelte-app"])["textfield"]
    assert lines_of(APPS["vanilla-app"])["button"].endswith("text, label")
    assert "title, content (" in lines_of(APPS["vanilla-app"])["opendialog"]


@pytest.mark.parametrize("app", sorted(APPS))
def test_it_stands_in_the_context_of_an_app_once_and_its_files_have_no_other_line(app: str) -> None:
    content = opening_text(APPS[app])
    assert content.count("<ui_kit>") == 1 and content.index("</tree>") < content.index("<ui_kit>")
    tree = content.partition("</tree>")[0].split("\n")
    assert all(line.endswith(")") for line in tree if line.startswith("src/ui/"))


def test_a_part_that_is_gone_is_not_told_and_a_project_without_a_kit_has_none() -> None:
    files = {path: data for path, data in APPS["react-app"].items() if path != "src/ui/Dialog.tsx"}
    assert "Dialog" not in kit_text(text_of(files)) and "Button" in kit_text(text_of(files))
    few = {path: data for path, data in files.items() if not path.startswith("src/ui/") or "Button" in path}
    assert kit_text(text_of(few)) == "" == kit_text({})
    assert "<ui_kit>" not in opening_text(SAMPLE_FILES)
    assert "src/lib/toasts.ts (" in opening_text(few)


def test_a_kit_of_hostile_files_stays_bounded() -> None:
    """What reading it takes is counted in `tests/hostile/test_bounded_work.py`."""
    assert len(kit_text(odd_kit())) < 40_000 and len(in_kit(odd_kit())) <= 25


def test_very_many_parts_are_cut() -> None:
    body = "export default function Part({ " + ", ".join(f"prop{n}" for n in range(200)) + " }: Props) {}"
    text = kit_text({f"src/ui/Part{number}.tsx": body for number in range(500)})
    assert len(text) < 8_000 and text.endswith("</ui_kit>")
