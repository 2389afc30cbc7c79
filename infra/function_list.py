"""Every Lambda of the stack: what it is given, and exactly what it may do."""

from dataclasses import dataclass
from typing import Literal

Verb = Literal["read", "write", "delete", "list"]

TABLE_LOOK_UP = ("dynamodb:GetItem",)
TABLE_TELL = (*TABLE_LOOK_UP, "dynamodb:PutItem", "dynamodb:Query")
"""What happens is numbered: the writer asks for the newest number."""
TABLE_WORK = (*TABLE_TELL, "dynamodb:UpdateItem")
TABLE_SWEEP = (*TABLE_WORK, "dynamodb:BatchGetItem")
TABLE_ALL = (*TABLE_SWEEP, "dynamodb:ConditionCheckItem", "dynamodb:DeleteItem")
"""What people's requests need: lists, cancels, and taking away what is only about requests."""
SITE_PREFIXES = ("apps/*", "live/*", "published/*")
DATA_PREFIXES = (
    "apps/*",
    "apps/*/catalog/*",
    "apps/*/catalog/additions/*",
    "results/*",
    "uploads/*",
    "drafts/*",
    "packages/*",
    "packages/archives/*",
)


@dataclass(frozen=True)
class Access:
    """Verbs on the objects of a bucket below prefixes; `list` is granted on the bucket for the same prefixes."""

    prefixes: tuple[str, ...]
    verbs: tuple[Verb, ...]


@dataclass(frozen=True)
class FunctionSpec:
    """One function: its folder, size, layers, and permissions by name."""

    name: str
    timeout_seconds: int
    memory: int = 512
    layers: tuple[str, ...] = ("data",)
    also: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    reads_open_index: bool = False
    data: Access | None = None
    drafts: tuple[Access, ...] = ()
    site: Access | None = None
    starts: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    watches: tuple[str, ...] = ()
    invokes_compile: bool = False
    asks_agent: bool = False
    starts_worker: bool = False
    stops_worker: bool = False
    invalidates: bool = False
    reads_model_key: bool = False
    reads_preview_secret: bool = False
    reads_embedder_key: bool = False


SOURCES = Access(("apps/*",), ("read", "write", "list"))
RESULTS = Access(("apps/*", "results/*"), ("read", "write", "list"))
WORK = Access(("apps/*", "uploads/*"), ("read", "write", "delete", "list"))
SITE = Access(SITE_PREFIXES, ("read", "write", "delete", "list"))
DRAFTS = (Access(("drafts/*",), ("read", "write", "list")), Access(("packages/*",), ("read", "list")))
"""Pages before their builds, and what they load."""
ARCHIVES = Access(("packages/archives/*",), ("read",))
"""Of packages that the worker has not from the start: it is given addresses of those of its job."""
ADDITIONS = Access(("apps/*/catalog/*",), ("read", "write", "list"))
"""What tenants add to the catalog: the worker's answers, and versions."""
ENDED_ADDITIONS = Access(("apps/*/catalog/additions/*",), ("delete",))
"""Answers that were taken in; versions stay."""
NEW_ARCHIVES = Access(("packages/archives/*",), ("write",))
DIST = Access(("apps/*",), ("read", "write", "list"))
LOOP, PIPELINE, TICKS, READING = "agent_loop", "build_pipeline", "autopilot", "plan_reading"
STARTED = (LOOP, PIPELINE, TICKS, READING)

API = FunctionSpec(
    "api", timeout_seconds=29, memory=1024, layers=("web", "auth", "data"), table=TABLE_ALL, data=WORK, site=SITE,
    drafts=DRAFTS, starts=STARTED, answers=(LOOP,), watches=STARTED, invokes_compile=True, asks_agent=True,
    invalidates=True, reads_preview_secret=True, reads_embedder_key=True, starts_worker=True, stops_worker=True,
)  # fmt: skip
STREAM = FunctionSpec(
    "stream", timeout_seconds=900, memory=1024, layers=("web", "auth", "data"), also=("api",), table=TABLE_ALL,
    data=SOURCES, starts=(LOOP,), answers=(LOOP,), watches=(LOOP,), reads_preview_secret=True,
)  # fmt: skip
AUTHORIZER = FunctionSpec("authorizer", timeout_seconds=10, memory=512, layers=("auth", "data"), table=TABLE_LOOK_UP)
AGENT = (
    FunctionSpec(
        "agent_step", timeout_seconds=870, memory=1024, layers=("model", "data"), table=TABLE_WORK, data=SOURCES,
        starts=(PIPELINE,), watches=(PIPELINE,), invokes_compile=True, reads_model_key=True,
    ),
    FunctionSpec(
        "agent_commit", timeout_seconds=300, table=(*TABLE_WORK, "dynamodb:ConditionCheckItem"), data=SOURCES,
        site=DIST, starts=(LOOP, PIPELINE), answers=(LOOP,), watches=(PIPELINE,), invokes_compile=True,
    ),
    FunctionSpec("approval_wait", timeout_seconds=30, table=TABLE_WORK, data=SOURCES, answers=(LOOP,)),
    FunctionSpec(
        "autopilot_tick", timeout_seconds=120, memory=1024, table=TABLE_SWEEP, data=SOURCES, starts=(LOOP, TICKS),
        answers=(LOOP,),
    ),
    FunctionSpec(
        "run_ended", timeout_seconds=60, table=TABLE_WORK, data=SOURCES, starts=(LOOP,), answers=(LOOP,),
        watches=(LOOP,),
    ),
)  # fmt: skip
BUILD = (
    FunctionSpec("build_prepare", timeout_seconds=60, table=TABLE_TELL, answers=(PIPELINE,)),
    FunctionSpec(
        "worker_start", timeout_seconds=60, table=TABLE_WORK, data=RESULTS, drafts=(ARCHIVES,), answers=(PIPELINE,),
        starts_worker=True,
    ),
    FunctionSpec(
        "worker_done", timeout_seconds=300, memory=1024, table=(*TABLE_LOOK_UP, "dynamodb:PutItem"), data=ADDITIONS,
        drafts=(NEW_ARCHIVES, ENDED_ADDITIONS), answers=(PIPELINE,),
    ),
    FunctionSpec(
        "build_finalise", timeout_seconds=300, memory=1536, table=TABLE_WORK, data=RESULTS, site=DIST,
        starts=(PIPELINE,), answers=(PIPELINE,), stops_worker=True,
    ),
    FunctionSpec(
        "sweeper", timeout_seconds=240, table=TABLE_SWEEP, reads_open_index=True, data=WORK, site=SITE,
        starts=(LOOP, PIPELINE, READING), answers=(LOOP, PIPELINE), watches=(LOOP, PIPELINE, READING),
        invalidates=True,
    ),
)  # fmt: skip
PLAN = (
    FunctionSpec(
        "plan_step", timeout_seconds=870, memory=1769, layers=("model", "data"),
        table=(*TABLE_WORK, "dynamodb:DeleteItem"), data=SOURCES, reads_model_key=True,
    ),
)  # fmt: skip
PYTHON_FUNCTIONS = (API, STREAM, AUTHORIZER, *AGENT, *BUILD, *PLAN)
LAYERS = ("web", "auth", "data", "model")
TRACE = "trace"
"""OpenTelemetry's SDK, where spans are drawn. It lies in the data layer's archive: a function has five layers at most,
and `stream` uses them up with the Web Adapter's and the collector's."""
