"""What pages claim, as the readiness list of the API shows it: from the pages, and from what the agent stated."""

from typing import Any

from devkit.api.api import Api
from devkit.fakes.model import call
from devkit.fakes.samples import SAMPLE_FILES
from devkit.loop import LoopDriver
from shared.domain.revisions.revision import DistFile, DistManifest
from shared.services.site.dist_objects import manifest_key

PAY = b"export const Pay = () => <form><button>Pay now</button></form>;\n"
SCRIPT = b'const words="Your vote was counted.";'


def test_the_list_has_claims_of_sources_of_the_built_page_and_of_the_agent() -> None:
    api = Api()
    app, draft = api.world.make_app({**SAMPLE_FILES, "src/Pay.tsx": PAY}, tenant_id="acme")
    listed = DistManifest(
        files=[DistFile(path="a.js", size=len(SCRIPT), sha256="0", content_type="x")], total_bytes=len(SCRIPT)
    )
    key = manifest_key(draft.tenant_id, draft.app_id, draft.build_id)
    api.world.blobs.put(key, listed.model_dump_json().encode(), "application/json")
    api.world.site.put(draft.dist_storage_prefix + "a.js", SCRIPT, content_type="x", cache_control="y")
    stated = [{"what": "cloud_storage", "where": "/notes", "said": "Notes stay in this browser."}]
    finish = call(
        "finish",
        summary="Done.",
        rationale=None,
        assumptions=None,
        imitates=["cloud_storage /notes: Notes stay in this browser."],
    )
    LoopDriver([finish], world=api.world).play(app_id=app.id)
    checks = api.client.get(f"/admin/apps/{app.id}/builder/readiness").json()["checks"]
    claims: dict[str, Any] = next(check for check in checks if check["key"] == "claims")
    assert (claims["level"], claims["ok"], claims["count"], claims["fix"]["kind"]) == ("advisory", False, 3, "ask")
    source, built, agent = claims["diagnostics"]
    assert (source["path"], source["line"]) == ("src/Pay.tsx", 1) and 'says "Pay now"' in source["message"]
    assert built["path"] is None and '(a.js) "Your vote was counted."' in built["message"]
    assert agent["message"].startswith("The agent states that /notes imitates cloud storage; the sentence")
    turns = api.client.get(f"/admin/apps/{app.id}/builder/conversations").json()["items"]
    assert turns[0]["imitates"] == stated
