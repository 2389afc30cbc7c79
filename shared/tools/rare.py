"""Which tools a model is not told of with every request: those behind `more`, and those that another has taken over."""

RARE = {
    "update_state": 'keeps {"plan": ["step"], "requirements": {"pages": ["home"]}, '
    '"decisions": ["No login", {"decision": "Tabs", "replaces": "A menu"}]}',
    "add_check": 'guards what you built: {"title": "Adding", "steps": [{"do": "open", "path": "/"}, '
    '{"do": "fill", "role": "textbox", "name": "Item", "text": "Milk"}, {"do": "press", "text": "Enter"}, '
    '{"do": "reload"}], "expect": [{"role": "listitem", "name": "Milk*", "count": 1}], "shows": ["task line"]}',
    "design_guide": "how a page looks made with care",
    "remove_dependency": "name",
    "run_command": "npm run typecheck|lint",
    "build_project_worker": "the real build alone",
    "apply_patch_dry_run": "try a change",
    "search_messages": "query: earlier turns",
    "read_build_result": "last report of a build or browser",
    "security_scan": "secrets, unsafe code",
    "prepare_static_bundle": "built files; publishes nothing",
    "api_request": "a public HTTP service",
    "db_query": "path, sql: a SQLite file",
}
"""By name, with a word on what each is for; in the order in which models are told of them."""

OLD = frozenset({"read_file", "delete_file"})
"""Callable by whoever knows the name, shown to nobody."""
