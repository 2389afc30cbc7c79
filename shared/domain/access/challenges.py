"""Values of `WWW-Authenticate`: how a client that was refused may sign in."""

BEARER = "Bearer"
GIT = 'Basic realm="ChatBuilder"'
"""git asks a person or its credential helper only for Basic."""
GATEWAY = f"{GIT}, {BEARER}"
"""API Gateway's own answer to a request without `Authorization`: one header for every route."""
