"""Which Node the CDK's engine runs on: the project's own, so that a machine needs none."""

import os

from toolchain.node import find_node


def use_project_node() -> None:
    """Tell the engine. To be called before `aws_cdk` is imported, because importing it starts the engine."""
    os.environ.setdefault("JSII_NODE", str(find_node().binary))
