"""What a person chooses: `-c key=value` and `cdk.context.json`. A misspelt choice is refused, not ignored."""

import argparse
import json
from collections.abc import Iterable
from dataclasses import fields
from difflib import get_close_matches

from infra.config import DeployConfig, from_context
from toolchain.repository import REPOSITORY

KEYS = tuple(field.name for field in fields(DeployConfig))
QUALIFIER = "@aws-cdk/core:bootstrapQualifier"


def add_choices(parser: argparse.ArgumentParser) -> None:
    help_text = "a choice of docs/deploy.md, before what cdk.context.json says; may be given many times"
    parser.add_argument(
        "-c", "--context", action="append", default=[], type=choice, metavar="KEY=VALUE", help=help_text
    )


def choice(text: str) -> str:
    """`key=value`, if there is such a choice."""
    key, equals, _ = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"`{text}` is written `{key}=...`")
    if wrong := unknown([key]):
        raise argparse.ArgumentTypeError(wrong)
    return text


def unknown(keys: Iterable[str]) -> str:
    """What is wrong with the first key that is no choice of ours, else empty. The CDK's own have signs in them."""
    for key in keys:
        if key not in KEYS and key.isidentifier():
            near = get_close_matches(key, KEYS, n=1)
            return f"there is no choice `{key}`{f'; `{near[0]}`?' if near else ''} docs/deploy.md lists them"
    return ""


def kept_context() -> dict[str, object]:
    """What `cdk.context.json` says; the CDK's command line reads it too."""
    kept = REPOSITORY / "cdk.context.json"
    return json.loads(kept.read_text()) if kept.is_file() else {}


def bootstrap_qualifier() -> str:
    """The name of the bootstrap that a deployment uses; the CDK's own default unless `cdk.context.json` has another."""
    return str(kept_context().get(QUALIFIER, "hnb659fds"))


def chosen(given: Iterable[str]) -> dict[str, object]:
    """All choices; ValueError names a misspelt one in the file."""
    kept = kept_context()
    if wrong := unknown(kept):
        raise ValueError(f"cdk.context.json: {wrong}")
    return kept | dict(pair.split("=", 1) for pair in given)


def configured(parser: argparse.ArgumentParser, given: Iterable[str]) -> DeployConfig:
    """The whole configuration; what is wrong with it is said in one line before anything is done."""
    try:
        return from_context(chosen(given).get)
    except ValueError as wrong:
        parser.error(str(wrong))
