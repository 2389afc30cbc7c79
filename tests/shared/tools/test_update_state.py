"""`update_state`: what is kept for later turns, and the events that tell of it."""

import json
from typing import Any

import pytest

from devkit.fakes.samples import TENANT
from devkit.fakes.world import World
from shared.domain.apps.project_state import ProjectState
from shared.services.agent.tools.equip_workspace import Green, Whose, equip_workspace
from shared.services.assets.load_prompt import load_prompt
from shared.tools.base import Workspace
from shared.tools.more import MORE
from shared.tools.registry import CODER_TOOLS, call_tool
from tests.support.workspace import a_workspace, check_refused, use


def equipped() -> tuple[Workspace, World]:
    workspace, world = a_workspace(), World()
    equip_workspace(workspace, Whose(TENANT, "app_1"), green=Green(), ports=world.loop_ports())
    return workspace, world


def kept(world: World) -> ProjectState:
    return world.states.get(TENANT, "app_1")


def test_all_parts_are_written_and_told_of() -> None:
    workspace, world = equipped()
    done = use(
        workspace,
        "update_state",
        plan=["Lay out the page"],
        requirements=[{"name": "pages", "values": ["home", "about"]}, {"name": "tone", "values": ["calm"]}],
        stack=[{"part": "routing", "choice": "react-router"}],
        decisions=[{"decision": "No login", "reason": None}],
    )
    assert done.ok and "1. Lay out the page" in done.text
    state = kept(world)
    assert state.requirements == {"pages": ["home", "about"], "tone": "calm"}
    assert (state.plan, state.stack, state.version) == (["Lay out the page"], {"routing": "react-router"}, 1)
    assert [chunk.type for chunk in done.chunks] == ["data-plan", "data-state"]
    assert done.data["state"] == state.spoken()


def test_what_is_null_stays_and_saying_it_again_writes_nothing() -> None:
    workspace, world = equipped()
    use(workspace, "update_state", plan=["a"])
    use(workspace, "update_state", stack=[{"part": "ui", "choice": "tailwind"}])
    again = use(workspace, "update_state", stack=[{"part": "ui", "choice": "tailwind"}])
    assert (kept(world).plan, kept(world).version) == (["a"], 2)
    assert [chunk.type for chunk in again.chunks] == ["data-state"]


def test_several_new_values_are_added_and_a_list_that_repeats_some_replaces() -> None:
    """Trials: two new features took the place of four old ones."""
    workspace, world = equipped()

    def write(*values: str) -> str:
        return use(workspace, "update_state", requirements=[{"name": "features", "values": list(values)}]).text

    write("prices", "recipes")
    assert "Replaced" not in write("scaling", "copies")
    assert kept(world).requirements == {"features": ["prices", "recipes", "scaling", "copies"]}
    assert "Replaced" in write("prices", "scaling")
    assert kept(world).requirements == {"features": ["prices", "scaling"]}


def test_a_full_list_says_so_and_keeps_what_it_has() -> None:
    workspace, world = equipped()
    pages = [f"page {number}" for number in range(20)]
    use(workspace, "update_state", requirements=[{"name": "pages", "values": pages}])
    more = [{"name": " pages ", "values": ["one more"]}]
    assert "pages: at most 20 entries" in check_refused(workspace, "update_state", requirements=more)
    assert kept(world).requirements == {"pages": pages}


def test_one_value_is_added_to_a_list_and_what_is_replaced_is_named() -> None:
    """Trials: one entry under a list replaced the whole list, and the answer was "Kept."."""
    workspace, world = equipped()
    pages = {"name": "pages", "values": ["home", "about"]}
    use(workspace, "update_state", plan=["a", "b"], requirements=[pages], stack=[{"part": "ui", "choice": "css"}])
    added = use(workspace, "update_state", requirements=[{"name": "pages", "values": ["help"]}])
    assert kept(world).requirements == {"pages": ["home", "about", "help"]} and "Replaced" not in added.text
    again = use(workspace, "update_state", requirements=[{"name": "pages", "values": ["help"]}])
    assert kept(world).requirements == {"pages": ["home", "about", "help"]} and "Replaced" not in again.text
    fewer = [{"name": "pages", "values": ["home", "shop"]}]
    done = use(workspace, "update_state", plan=["a"], requirements=fewer, stack=[{"part": "ui", "choice": "sass"}])
    assert "Replaced, and no longer there: b; pages: about; pages: help; ui: css." in done.text
    out = use(workspace, "update_state", requirements=[{"name": "pages", "values": []}])
    assert kept(world).requirements == {} and "Replaced" not in out.text


def test_a_full_list_of_decisions_stops_no_plan_and_says_what_was_not_kept() -> None:
    workspace, world = equipped()
    use(workspace, "update_state", decisions=[{"decision": str(number), "reason": None} for number in range(100)])
    done = use(workspace, "update_state", plan=["Go on"], decisions=[{"decision": "one more", "reason": None}])
    assert done.ok and "Not kept, since 100 decisions are the most: one more." in done.text
    assert kept(world).plan == ["Go on"] and len(kept(world).decisions) == 100
    use(workspace, "update_state", withdrawn=["3"], decisions=[{"decision": "one more", "reason": None}])
    assert kept(world).decisions[-1].decision == "one more"


def test_a_decision_is_replaced_by_the_one_that_overtakes_it() -> None:
    workspace, world = equipped()
    use(workspace, "update_state", decisions=[{"decision": "A menu", "reason": "few pages"}, {"decision": "No login"}])
    done = use(workspace, "update_state", decisions=[{"decision": "Tabs", "replaces": "a menu"}])
    assert [one.decision for one in kept(world).decisions] == [
        "No login",
        "Tabs",
    ] and "No decision has" not in done.text
    again = use(workspace, "update_state", decisions=[{"decision": "Tabs", "replaces": "Tabs"}])
    assert len(kept(world).decisions) == 2 and again.ok


def test_a_decision_that_a_person_has_changed_meanwhile_stays_and_the_answer_says_so() -> None:
    workspace, world = equipped()
    use(workspace, "update_state", decisions=["A menu at the side"])
    done = use(workspace, "update_state", decisions=[{"decision": "Tabs", "replaces": "A menu"}])
    assert [one.decision for one in kept(world).decisions] == ["A menu at the side", "Tabs"]
    assert "No decision has these words, so none was taken out for them: A menu." in done.text


def test_a_plan_ticks_and_everybody_hears_of_it() -> None:
    workspace, world = equipped()
    use(workspace, "update_state", plan=["Lay out", "Search"])
    done = use(workspace, "update_state", done=[1])
    assert kept(world).plan == ["[x] Lay out", "Search"] and "1. [x] Lay out" in done.text
    assert [chunk.type for chunk in done.chunks] == ["data-plan", "data-state"]
    assert "The plan has 2 steps" in check_refused(workspace, "update_state", done=[3])
    assert call_tool(CODER_TOOLS, "update_state", json.dumps({"plan": "- [x] Lay out\n- [ ] Search"}), workspace).ok
    assert kept(world).plan == ["[x] Lay out", "Search"]


def test_the_call_that_the_prompt_names_ticks_a_step() -> None:
    text = load_prompt("coder")
    form, _ = json.JSONDecoder().raw_decode(text[text.index('{"done"') :])
    workspace, world = equipped()
    use(workspace, "update_state", plan=["Lay out"])
    use(workspace, "update_state", **form)
    assert kept(world).plan == ["[x] Lay out"]


def test_people_may_send_objects() -> None:
    workspace, world = equipped()
    body = {"requirements": {"tone": "calm", "pages": ["a"]}, "stack": {"ui": "vue"}, "decisions": ["x"]}
    assert call_tool(CODER_TOOLS, "update_state", json.dumps(body), workspace).ok
    assert (kept(world).requirements, kept(world).stack) == ({"tone": "calm", "pages": "a"}, {"ui": "vue"})


def test_plain_texts_are_taken_where_objects_are_expected() -> None:
    workspace, world = equipped()
    body = {
        "plan": "1. Lay out\n2. Search\n",
        "requirements": ["pages: home, about", "It works offline", "pages: terms", "Times like 10:30 stay"],
        "stack": ["routing: react-router", "tailwind"],
        "decisions": "No login",
    }
    assert call_tool(CODER_TOOLS, "update_state", json.dumps(body), workspace).ok
    state = kept(world)
    assert state.plan == ["Lay out", "Search"] and [one.decision for one in state.decisions] == ["No login"]
    assert state.requirements == {
        "pages": ["home, about", "terms"],
        "what": ["It works offline", "Times like 10:30 stay"],
    }
    assert state.stack == {"routing": "react-router", "tailwind": "tailwind"}


def test_steps_as_objects_and_a_list_of_both_kinds_are_taken() -> None:
    workspace, world = equipped()
    body = {
        "plan": [{"step": "Lay out", "done": False}, "Search", {"step": "Print", "done": True}],
        "requirements": [{"name": "tone", "values": "calm"}, "fast"],
    }
    assert call_tool(CODER_TOOLS, "update_state", json.dumps(body), workspace).ok
    assert kept(world).plan == ["Lay out", "Search", "[x] Print"]
    assert kept(world).requirements == {"tone": "calm", "what": "fast"}


@pytest.mark.parametrize("place", ["tool", "prompt"])
def test_the_form_that_a_model_is_shown_is_one_that_is_taken(place: str) -> None:
    text = MORE.description if place == "tool" else load_prompt("first_plan")
    start = text.index('{"plan"')
    form, _ = json.JSONDecoder().raw_decode(text[start:])
    workspace, world = equipped()
    assert call_tool(CODER_TOOLS, "update_state", json.dumps(form), workspace).ok
    assert kept(world).plan and kept(world).requirements and kept(world).decisions


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"plan": ["x"] * 51},
        {"plan": 3},
        {"plan": [["a"]]},
        {"requirements": ["a", 3]},
        {"stack": [3]},
        {"requirements": [{"name": "x"}]},
        {"requirements": {"x": {"y": 1}}},
        {"stack": {"x": ["y"]}},
        {"decisions": [3]},
        {"requirements": [{"name": str(number), "values": ["x"]} for number in range(61)]},
    ],
    ids=lambda arguments: json.dumps(arguments)[:40],
)
def test_nothing_of_no_use_is_written(arguments: dict[str, Any]) -> None:
    workspace, world = equipped()
    check_refused(workspace, "update_state", **arguments)
    assert kept(world).version == 0


def test_a_workspace_without_a_state_says_so() -> None:
    assert "keeps no state" in check_refused(a_workspace(), "update_state", plan=["a"])
