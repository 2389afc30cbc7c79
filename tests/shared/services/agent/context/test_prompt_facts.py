"""What every request tells a model of its work and of the project, beyond the files: facts that trials did without."""

import pytest

from devkit.fakes.samples import an_app
from shared.services.agent.context.build_context import digest_catalog, instructions
from shared.services.assets.load_catalog import load_catalog

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
