"""`python -m infra.app`: synthesise the whole stack; makes no AWS call."""

import aws_cdk as cdk

from infra.checks import add_checks
from infra.config import DeployConfig, from_context
from infra.stack import ChatBuilderStack


def build(app: cdk.App, config: DeployConfig) -> ChatBuilderStack:
    """Add the stack (and, for AWS, its rule checks) to an app."""
    stack = ChatBuilderStack(app, config.stack_name, config=config)
    if not config.local:
        add_checks(app, stack, stack.accepted_wildcards(), has_domain=bool(config.apps_domain))
    return stack


def main() -> None:
    """Read the context, build, write the cloud assembly."""
    app = cdk.App()
    build(app, from_context(app.node.try_get_context))
    app.synth()


if __name__ == "__main__":
    main()
