"""cfn-lint has nothing to say. (cdk-nag runs inside every synthesis for AWS: test_checks.)"""

import pytest
from cfnlint.api import ManualArgs, lint

from devkit.stack.infra import Synthesised
from tests.support.depth import deep

FROM_CDK = ["W3005"]  # DependsOn beside a reference that implies it: the CDK writes both


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("which", ["everything", *(pytest.param(which, marks=deep) for which in ("bare", "local"))])
def test_the_template_is_clean(which: str, request: pytest.FixtureRequest) -> None:
    stack: Synthesised = request.getfixturevalue(which)
    found = lint(stack.file.read_text(), config=ManualArgs(regions=["eu-central-1"], ignore_checks=FROM_CDK))
    assert [f"{match.rule.id} {match.message}" for match in found] == []
