"""Every key of the table: pure functions from identifiers to keys. Nobody else writes a prefix.

The tenant stands first in every key but three look-ups (slug, build, API key): one tenant cannot name another's item.
"""

import hashlib
import re
from collections.abc import Callable

from shared.domain.errors import NotFound

Key = dict[str, str]

APP = "APP#"
REVISION = "REV#"
BUILD = "BUILD#"
RUN = "RUN#"
CONVERSATION = "CONV#"
TURN = "TURN#"
BY_CONVERSATION = "SAID#"
DIFF = "DIFF#"
EVENT = "EVENT#"
ITERATION = "ITER#"
HOLD = "HOLD#"
USAGE = "USAGE#"
SPENT = "SPENT#"
KPI = "KPI#"
KEY = "KEY#"
STREAM = "STREAM#"
BUILT = "BUILT#"
NOTE = "NOTE#"
MEMORY = "MEM#"
HAPPENING = "SEQ#"
DOCUMENT = "DOC#"
BLUEPRINT = "BP#"
NODE = "NODE#"
TASK = "TASK#"
OWED = "SEQ~OWED"
"""Sorts after every number."""

_PART = re.compile(r"[A-Za-z0-9_.:@=+-]{1,128}\Z")


def _single(sort_key: str) -> Callable[[str, str], Key]:
    """The key of the one such item of an app, by the ids of its tenant and itself."""

    def key(tenant_id: str, app_id: str) -> Key:
        return {"PK": app_partition(tenant_id, app_id), "SK": sort_key}

    return key


def _among(prefix: str) -> Callable[[str, str, str], Key]:
    """The key of one of an app's list, by the ids of the tenant, the app and itself."""

    def key(tenant_id: str, app_id: str, own: str) -> Key:
        return {"PK": app_partition(tenant_id, app_id), "SK": prefix + part(own)}

    return key


app = _single("META")
state = _single("STATE")  # what the app is meant to become
autopilot = _single("AUTOPILOT")  # what the app's autopilot remembers
git_connection = _single("GIT")  # where the app is pushed to
project_snapshot = _single("SNAPSHOT")  # how the project stands
repairs = _single("REPAIRS")  # the automatic repairs of the app
plan_graph = _single("GRAPH")  # the number that guards the edges between tasks and between plan nodes

revision = _among(REVISION)
build = _among(BUILD)
conversation = _among(CONVERSATION)
turn = _among(TURN)
diff = _among(DIFF)
run_in_app = _among(RUN)
document = _among(DOCUMENT)
blueprint = _among(BLUEPRINT)
kpi_in_app = _among(KPI)  # how well a run went, beside its app
run_usage = _among(SPENT)
builds_used = _among(BUILT)  # by day


def app_partition(tenant_id: str, app_id: str) -> str:
    """All of an app but its runs' own state."""
    return f"{tenant_partition(tenant_id)}#APP#{part(app_id)}"


def tenant_partition(tenant_id: str) -> str:
    """The list of a tenant's apps."""
    return f"T#{part(tenant_id)}"


def app_in_tenant(tenant_id: str, app_id: str) -> Key:
    return {"PK": tenant_partition(tenant_id), "SK": APP + part(app_id)}


def kept(tenant_id: str, app_id: str, prefix: str, item_id: str) -> Key:
    """A note or a memory item of the app."""
    return {"PK": app_partition(tenant_id, app_id), "SK": prefix + part(item_id)}


def kept_count(tenant_id: str, app_id: str, prefix: str) -> Key:
    return {"PK": app_partition(tenant_id, app_id), "SK": f"COUNT#{prefix}"}


def summary(tenant_id: str, app_id: str, conversation_id: str) -> Key:
    """What a conversation comes to."""
    return {"PK": app_partition(tenant_id, app_id), "SK": f"SUMMARY#{part(conversation_id)}"}


def own_catalog(tenant_id: str) -> Key:
    return {"PK": f"{tenant_partition(tenant_id)}#CATALOG", "SK": "META"}


def connection_test(tenant_id: str) -> Key:
    """The latest test of the connection to a model."""
    return {"PK": f"{tenant_partition(tenant_id)}#CONNECTION", "SK": "META"}


def slug(text: str) -> Key:
    return {"PK": f"SLUG#{part(text)}", "SK": "META"}


def build_place(build_id: str) -> Key:
    """The global look-up that a worker's completion starts from."""
    return {"PK": BUILD + part(build_id), "SK": "META"}


def api_key(digest: str) -> Key:
    """The global look-up that a check of an API key is."""
    return {"PK": KEY + part(digest), "SK": "META"}


def api_key_in_tenant(tenant_id: str, key_id: str) -> Key:
    return {"PK": tenant_partition(tenant_id), "SK": KEY + part(key_id)}


def conversation_place(tenant_id: str, conversation_id: str) -> Key:
    """Which app a conversation belongs to."""
    return {"PK": f"{tenant_partition(tenant_id)}#{CONVERSATION}{part(conversation_id)}", "SK": "META"}


def turn_in_conversation(tenant_id: str, app_id: str, conversation_id: str, turn_id: str) -> Key:
    return {"PK": app_partition(tenant_id, app_id), "SK": turns_of(conversation_id) + part(turn_id)}


def turns_of(conversation_id: str) -> str:
    """What the keys of a conversation's turns begin with."""
    return f"{BY_CONVERSATION}{part(conversation_id)}#"


def diff_place(tenant_id: str, diff_id: str) -> Key:
    """Which app a diff belongs to."""
    return {"PK": f"{tenant_partition(tenant_id)}#{DIFF}{part(diff_id)}", "SK": "META"}


def run(tenant_id: str, run_id: str) -> Key:
    return {"PK": run_partition(tenant_id, run_id), "SK": "META"}


def run_partition(tenant_id: str, run_id: str) -> str:
    """A run's state, iterations and events: the hot items, apart from their app's."""
    return f"{tenant_partition(tenant_id)}#RUN#{part(run_id)}"


def cancel_flag(tenant_id: str, run_id: str) -> Key:
    return {"PK": run_partition(tenant_id, run_id), "SK": "CANCEL"}


def iteration(tenant_id: str, run_id: str, number: int) -> Key:
    return {"PK": run_partition(tenant_id, run_id), "SK": f"{ITERATION}{number:04d}"}


def event_batch(tenant_id: str, run_id: str, first_seq: int) -> Key:
    return {"PK": run_partition(tenant_id, run_id), "SK": event_sort_key(first_seq)}


def event_sort_key(first_seq: int) -> str:
    return f"{EVENT}{first_seq:010d}"


def idempotency(tenant_id: str, key: str) -> Key:
    """The client's own key may be anything, so it is hashed."""
    return {"PK": f"{tenant_partition(tenant_id)}#IDEM#{digest(key)}", "SK": "META"}


def rate(tenant_id: str, bucket: str) -> Key:
    """A bucket is named by the caller that takes from it, which may be called anything."""
    return {"PK": f"{tenant_partition(tenant_id)}#RATE#{digest(bucket)}", "SK": "META"}


def work_place(tenant_id: str, kind: str, number: int) -> Key:
    """One of the places at which a tenant's costly requests of a kind are done."""
    return {"PK": f"{tenant_partition(tenant_id)}#WORK#{kind}#{number}", "SK": "META"}


def stream_partition(tenant_id: str) -> str:
    return f"{tenant_partition(tenant_id)}#STREAMS"


def stream(tenant_id: str, opened_ms: int, nonce: str) -> Key:
    return {"PK": stream_partition(tenant_id), "SK": stream_sort_key(opened_ms) + part(nonce)}


def stream_sort_key(opened_ms: int | None) -> str:
    """What the keys of streams opened then begin with; None for what sorts after all of them."""
    return f"{STREAM}{opened_ms:013d}#" if opened_ms is not None else f"{STREAM}~"


def happening_partition(tenant_id: str) -> str:
    """What happens in a tenant's apps, in order."""
    return f"{tenant_partition(tenant_id)}#HAPPENED"


def happening(tenant_id: str, first_seq: int) -> Key:
    return {"PK": happening_partition(tenant_id), "SK": happening_sort_key(first_seq)}


def happening_sort_key(first_seq: int) -> str:
    return f"{HAPPENING}{first_seq:016d}"


def happening_owed(tenant_id: str) -> Key:
    return {"PK": happening_partition(tenant_id), "SK": OWED}


def day_budget(tenant_id: str, day: str) -> Key:
    """What a tenant has spent and reserved on a day."""
    return {"PK": f"{tenant_partition(tenant_id)}#BUDGET", "SK": f"DAY#{part(day)}"}


def month_budget(tenant_id: str, month: str) -> Key:
    return {"PK": f"{tenant_partition(tenant_id)}#BUDGET", "SK": f"MONTH#{part(month)}"}


def own_budgets(tenant_id: str) -> Key:
    """What a tenant has set for itself."""
    return {"PK": f"{tenant_partition(tenant_id)}#BUDGET", "SK": "OWN"}


def hold(tenant_id: str, run_id: str, call: str) -> Key:
    """Money reserved for one call of a model."""
    return {"PK": run_partition(tenant_id, run_id), "SK": HOLD + part(call)}


def day_usage(tenant_id: str, app_id: str, day: str, model: str) -> Key:
    """A model may be called anything, so its name is hashed."""
    return {"PK": app_partition(tenant_id, app_id), "SK": f"{USAGE}{part(day)}#{digest(model)[:32]}"}


def pool(tenant_id: str, app_id: str, kind: str, own: str) -> Key:
    """Return the key of the balance of a phase or a night."""
    return {"PK": app_partition(tenant_id, app_id), "SK": f"POOL#{part(kind)}#{part(own)}"}


def kpi_partition(tenant_id: str) -> str:
    """How well all runs of a tenant went."""
    return f"{tenant_partition(tenant_id)}#KPIS"


def kpi_in_tenant(tenant_id: str, run_id: str) -> Key:
    return {"PK": kpi_partition(tenant_id), "SK": KPI + part(run_id)}


def build_slots(tenant_id: str) -> Key:
    """A tenant's builds at work and waiting, and their seconds."""
    return {"PK": f"{tenant_partition(tenant_id)}#BUILDS", "SK": "META"}


def build_result(tenant_id: str, session_id: str) -> Key:
    """A session is called what a client likes, so its name is hashed."""
    return {"PK": f"{tenant_partition(tenant_id)}#RESULT#{digest(session_id)}", "SK": "META"}


def ingestion_job(tenant_id: str, app_id: str, job_key: str) -> Key:
    """How far a blueprint has been read, or tasks have been written for it."""
    return {"PK": app_partition(tenant_id, app_id), "SK": f"INGEST#{part(job_key)}"}


def node_partition(tenant_id: str, app_id: str, blueprint_id: str) -> str:
    return f"{app_partition(tenant_id, app_id)}#{BLUEPRINT}{part(blueprint_id)}"


def plan_node(tenant_id: str, app_id: str, blueprint_id: str, node_id: str) -> Key:
    return {"PK": node_partition(tenant_id, app_id, blueprint_id), "SK": NODE + part(node_id)}


def task_partition(tenant_id: str, app_id: str) -> str:
    return f"{app_partition(tenant_id, app_id)}#TASKS"


def task(tenant_id: str, app_id: str, task_id: str) -> Key:
    return {"PK": task_partition(tenant_id, app_id), "SK": TASK + part(task_id)}


def planned_place(tenant_id: str, planned_id: str) -> Key:
    """Which app a blueprint, a plan node or a task belongs to, and which blueprint a node."""
    return {"PK": f"{tenant_partition(tenant_id)}#PLANNED#{part(planned_id)}", "SK": "META"}


def after(prefix: str) -> str:
    """What sorts after every key that begins with `prefix` and goes on with a part."""
    return f"{prefix}~"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def part(text: str) -> str:
    """`text` as one part of a key; NotFound when nothing of ours could be called that."""
    if not _PART.match(text):
        raise NotFound("There is no such thing.")
    return text
