"""`python -m infra.app`: synthesise the whole stack; makes no AWS call.

Run by the CDK's command line, which passes context and output folder by environment; by hand it takes the context of
`cdk.json`, `cdk.context.json` and `-c key=value` arguments, and writes `cdk.out`.
"""

import argparse
import json
import os

from infra.jsii_settings import jsii_settings

os.environ.update(jsii_settings(os.environ))
import aws_cdk as cdk

from infra.checks import add_checks
from infra.config import DeployConfig, from_context
from infra.context import add_choices, chosen, configured
from infra.stack import ChatBuilderStack
from toolchain.repository import REPOSITORY


def build(app: cdk.App, config: DeployConfig) -> ChatBuilderStack:
    """Add the stack (and, for AWS, its rule checks) to an app."""
    stack = ChatBuilderStack(app, config.stack_name, config=config)
    if not config.local:
        add_checks(app, stack, stack.accepted_wildcards(), has_domain=bool(config.apps_domain and config.studio_domain))
    return stack


def main() -> None:
    """Read the context, build, write the cloud assembly."""
    by_hand = "CDK_OUTDIR" not in os.environ
    app = app_by_hand() if by_hand else cdk.App()
    stack = build(app, from_context(app.node.try_get_context))
    app.synth()
    if by_hand:
        print(f"cdk.out/{stack.template_file}")


def app_by_hand() -> cdk.App:
    """What the command line would have set up."""
    parser = argparse.ArgumentParser(prog="python -m infra.app", description="Write the template into cdk.out.")
    add_choices(parser)
    given = parser.parse_args().context
    configured(parser, given)
    context = json.loads((REPOSITORY / "cdk.json").read_text())["context"]
    return cdk.App(outdir=str(REPOSITORY / "cdk.out"), context=context | chosen(given))


if __name__ == "__main__":
    main()
