"""The HTTP application: the same object in the `api` Lambda, in the `stream` Lambda and on a laptop."""

from typing import Any

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from functions.api import reference
from functions.api.access import about
from functions.api.access import routes as api_keys
from functions.api.apps import imports, lines, state
from functions.api.apps import routes as apps
from functions.api.assets import routes as library
from functions.api.autopilot import routes as autopilot
from functions.api.brain import routes as brain
from functions.api.container import Container
from functions.api.delivery import git_out
from functions.api.delivery import routes as delivery
from functions.api.diffs import routes as diffs
from functions.api.feedback import routes as build_result
from functions.api.http import problems
from functions.api.http.middleware import BodyLimit, HeadAsGet, OpenCors, RequestIds
from functions.api.planning import blueprints, documents, proposals, readings, tasks
from functions.api.publishing import public
from functions.api.publishing import routes as publishing
from functions.api.revisions import changes
from functions.api.revisions import routes as revisions
from functions.api.runs import chat, conversations
from functions.api.runs import routes as runs
from functions.api.scaffolds import routes as scaffolds
from functions.api.sessions import feed, happenings, tools
from functions.api.sessions import routes as sessions
from functions.api.spending import routes as usage
from shared.domain import spans

_EXPOSED = ["X-Request-Id", "X-Run-Id", "X-Conversation-Id", "X-Last-Event-Id", "Retry-After", "Location"]


class _Described(FastAPI):
    """Its document is complete, and made (and imported) only for a client that asks for it."""

    _document: dict[str, Any] | None = None

    def openapi(self) -> dict[str, Any]:
        if self._document is None:
            from functions.api.openapi.document import complete

            self._document = complete(super().openapi(), self.routes)
        return self._document


def create_app(container: Container) -> FastAPI:
    app = _Described(title="ChatBuilder", version=container.version, docs_url=None, redoc_url=None)
    app.state.container = container
    app.state.cors_origins = container.cors_origins
    for routes in (
        about,
        api_keys,
        library,
        scaffolds,
        imports,
        apps,
        lines,
        revisions,
        changes,
        diffs,
        publishing,
        delivery,
        git_out,
        build_result,
        runs,
        autopilot,
        sessions,
        state,
        brain,
        documents,
        blueprints,
        proposals,
        readings,
        tasks,
        tools,
        feed,
        happenings,
        chat,
        conversations,
        usage,
        public,
        reference,
    ):
        app.include_router(routes.router)
    app.include_router(readings.nodes)
    app.include_router(public.published_router(container.ports.addresses.cdn_prefix))
    problems.install(app)
    _add_middleware(app, container)
    return app


def _add_middleware(app: FastAPI, container: Container) -> None:
    """The last one added is the outermost."""
    app.add_middleware(HeadAsGet, places=("/public", container.ports.addresses.cdn_prefix))
    app.add_middleware(BodyLimit, max_bytes=container.ports.limits.body_bytes)
    if container.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(container.cors_origins),
            allow_methods=["*"],
            allow_headers=["*"],
            expose_headers=_EXPOSED,
            max_age=600,
        )
    app.add_middleware(OpenCors, path=build_result.PATH)
    if (tracer := spans.installed()) is not None:
        from functions.api.http.traced import Traced

        app.add_middleware(Traced, tracer=tracer)
    app.add_middleware(RequestIds)
