"""Which tools a model is not told of with every request: those behind `more`, and those that another has taken over."""

RARE = {
    "update_state": "keep plan, requirements, decisions for later turns",
    "design_guide": "two pages on what makes a page look made with care",
    "remove_dependency": "name",
    "run_command": "command: npm run typecheck|lint|build",
    "build_project_worker": "the real build alone; finish does it anyway",
    "apply_patch_dry_run": "try operations or a unified diff",
    "search_messages": "query: earlier turns of this app",
    "read_build_result": "what a build or a visitor's browser last reported",
    "prepare_static_bundle": "the built files with their sizes",
    "api_request": "method, url: ask a public HTTP service",
    "db_query": "path, sql: read a SQLite file of the project",
}
"""By name, with a word on what each is for; in the order in which models are told of them."""

OLD = frozenset({"read_file", "delete_file"})
"""Callable by whoever knows the name, shown to nobody."""
