"""`python -m local.token --tenant NAME`: prints a bearer token of the development issuer."""

import argparse
import re
import sys

from local.config import DEFAULT_TENANT, from_env
from local.front.dev_issuer import DevIssuer

TENANT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}\Z")


def main() -> int:
    """Print one token; 2 when the tenant's name cannot be one."""
    parser = argparse.ArgumentParser(prog="python -m local.token", description="A token of the development issuer.")
    parser.add_argument("--tenant", default=DEFAULT_TENANT, help=f"{DEFAULT_TENANT} without it")
    parser.add_argument("--subject", default="developer", help="whom it names; developer without it")
    parser.add_argument("--scopes", default="", help="space-separated; without it everything is allowed")
    parser.add_argument("--hours", type=int, default=24 * 7, help="how long it is good; a week without it")
    options = parser.parse_args()
    if not TENANT.match(options.tenant):
        print("a tenant's name has letters, digits, - and _, at most 63", file=sys.stderr)
        return 2
    issuer = DevIssuer(from_env().data)
    print(issuer.token(options.tenant, options.subject, options.scopes, options.hours * 3600))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
