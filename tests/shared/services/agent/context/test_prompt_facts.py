"""What every request tells a model of its work and of the project, beyond the files: facts that trials did without."""

import json
import re
from pathlib import Path

import pytest

from devkit.fakes.samples import a_run, an_app
from shared.domain.apps.project_state import ProjectState
from shared.services.agent.context.build_context import digest_catalog, instructions, opening
from shared.services.assets.load_catalog import load_catalog
from shared.services.assets.load_prompt import load_prompt
from shared.tools.rare import RARE
from shared.tools.registry import CODER_TOOLS

FACTS = {
    "deep links work": "work when opened directly",
    "what is kept": "localStorage",
    "pictures without a network": "Pictures are inline SVG",
    "many files in one answer": "put many calls into one",
    "finish beside the edits": "`finish` may stand in the answer with the last edits",
    "sample content": "a starter's sample content",
    "design": "`design_guide`",
}


@pytest.mark.parametrize("fact", FACTS)
@pytest.mark.parametrize("framework", ["react", "vue", "svelte", "vanilla"])
def test_a_coder_is_told(fact: str, framework: str) -> None:
    """Trials 13 and 14: each was found out by trying, or not at all."""
    app = an_app().model_copy(update={"framework": framework})
    assert FACTS[fact] in instructions(app, catalog=load_catalog())


OWN = {
    "react": ("react-router", "vue-router"),
    "vue": ("vue-router", "react-router"),
    "svelte": ("@lucide/svelte", "lucide-react"),
}


@pytest.mark.parametrize("framework", OWN)
def test_the_packages_of_the_framework_are_named_and_no_others(framework: str) -> None:
    has, lacks = OWN[framework]
    digest = digest_catalog(load_catalog(), framework)
    assert has in digest and lacks not in digest and len(digest) < 3_000
    app = an_app().model_copy(update={"framework": framework})
    assert digest in instructions(app, catalog=load_catalog()) and digest not in instructions(
        app, "fixer", load_catalog()
    )


CLASSIC = {
    "react": ("React 18 ", ("`forwardRef`", "`react-router-dom`", "react 18."), ("This project is React with",)),
    "svelte": ("Svelte 4 ", ("`export let`", "`<slot />`", "lucide-svelte", "svelte 4."), ("$state", "@lucide/svelte")),
    "vue": ("Vue 3 ", ("vue 3.", "vite 6."), ("react 18.", "React")),
    "vanilla": ("plain TypeScript ", ("vite 6.",), ("react 18.", "React")),
}
ASKED = {"react": {"react": "^18"}, "svelte": {"svelte": "^4"}}


@pytest.mark.parametrize("framework", CLASSIC)
def test_an_app_on_the_classic_line_is_spoken_of_as_it_is(framework: str) -> None:
    catalog = load_catalog()
    line = catalog.on("classic", json.dumps({"dependencies": ASKED.get(framework, {})}))
    pins = {name: line.version(name) for name in (framework, "tailwindcss", "vite") if line.version(name)}
    app = an_app().model_copy(update={"framework": framework})
    first, has, lacks = CLASSIC[framework]
    text = instructions(app, "coder", catalog, json.dumps({"dependencies": pins}))
    assert f"This project is {first}" in text and "Tailwind CSS, where it is used, is version 3" in text
    assert [fact for fact in has if fact not in text] == [fact for fact in lacks if fact in text] == []
    assert len(text) < len(instructions(app, "coder", catalog, "{}")) + 1_000


@pytest.mark.parametrize("manifest", ["", "{}", "[", '{"dependencies": {"react": 18}}'])
def test_what_is_of_no_older_line_is_told_as_before(manifest: str) -> None:
    catalog = load_catalog()
    assert instructions(an_app(), "coder", catalog, manifest) == instructions(an_app(), "coder", catalog)
    assert "classic" not in instructions(an_app(), "fixer", catalog, manifest)


def test_the_stack_is_what_the_project_declares_now() -> None:
    state = ProjectState(tenant_id="acme", app_id="app_1", stack={"framework": "React 18.3.1", "hosting": "here"})
    run = a_run(an_app(), message="Make it blue")
    for manifest, said in ((b'{"dependencies": {"react": "19.3.1"}}', "React 19.3.1"), (b"[", "React 18.3.1")):
        (project, *_) = opening(run, {"package.json": manifest}, state=state)
        assert f"framework: {said}" in project.content and "hosting: here" in project.content


API = json.loads((Path(__file__).parents[5] / "docs" / "openapi.json").read_text("utf-8"))


def test_the_prompt_names_the_persons_button_and_a_route_that_is_there() -> None:
    (line,) = [line for line in load_prompt("coder").split("\n") if "Only the person publishes" in line]
    method, _, path = line.partition("`")[2].partition("`")[0].partition(" ")
    assert method.lower() in API["paths"][path.replace("{id}", "{app_id}")] and "button Publish" in line


def test_prompt_names_the_tool_that_reads_a_build_result_and_its_statuses() -> None:
    (line,) = [line for line in load_prompt("coder").split("\n") if "read_build_result" in line]
    assert "read_build_result" in CODER_TOOLS and "`failed`" in line and "`success`" in line


def test_what_is_only_imitated_is_said_on_the_page_and_with_finish() -> None:
    (line,) = [line for line in load_prompt("coder").split("\n") if "only imitated" in line]
    assert "printing included" in line and "`imitates` of `finish`" in line and "outside services" in line
    assert "imitates" in CODER_TOOLS["finish"].params.model_fields


@pytest.mark.parametrize("prompt", ["repairer", "preview_failure"])
def test_a_repair_names_the_case_that_the_person_wanted_the_error(prompt: str) -> None:
    assert re.search("person (?:asked for|wanted)", load_prompt(prompt)) and "finish without a change" in load_prompt(
        prompt
    )


def test_the_design_guide_has_a_line_on_each_kind_of_fault_and_did_not_grow() -> None:
    guide = load_prompt("design_guide")
    for words in ("Sending it empty", "second press", "plausible min and max", "over reload and Back", "so do filters",
                  "toast covers no content", "What looks like a control is one", "only imitated",
                  "a limit shows its count", "ignores case and accents", "In print", "main action stays in reach",
                  "Each action shows its result", "not one recoloured", "names its time zone",
                  "each role its own"):  # fmt: skip
        assert words in guide
    assert len(guide) <= 7_633


def test_the_tool_that_lists_a_bundle_says_that_it_publishes_nothing() -> None:
    assert "publishes nothing" in CODER_TOOLS["prepare_static_bundle"].description
    assert "publishes nothing" in RARE["prepare_static_bundle"]
