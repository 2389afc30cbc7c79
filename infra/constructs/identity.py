"""A Cognito user pool, only when the deployment names no OIDC issuer of its own."""

import aws_cdk as cdk
from aws_cdk import aws_cognito as cognito
from constructs import Construct

from infra.constructs.buckets import KEPT


class UserPool(Construct):
    """People sign in here; which tenant they belong to is set once, by an administrator."""

    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)
        self.pool = cognito.UserPool(
            self, "Users", self_sign_up_enabled=False, sign_in_aliases=cognito.SignInAliases(email=True),
            mfa=cognito.Mfa.OPTIONAL, mfa_second_factor=cognito.MfaSecondFactor(sms=False, otp=True),
            custom_attributes={"tenant": cognito.StringAttribute(mutable=False, min_len=1, max_len=63)},
            password_policy=cognito.PasswordPolicy(
                min_length=12, require_lowercase=True, require_uppercase=True, require_digits=True, require_symbols=True
            ),
            removal_policy=KEPT,
        )  # fmt: skip
        # `admin_user_password` works with AWS credentials alone: how an operator gets the first token (docs/deploy.md)
        readable = cognito.ClientAttributes().with_standard_attributes(email=True).with_custom_attributes("tenant")
        writable = cognito.ClientAttributes().with_standard_attributes(email=True)
        self.client = self.pool.add_client(
            "Web", auth_flows=cognito.AuthFlow(user_srp=True, admin_user_password=True),
            read_attributes=readable, write_attributes=writable,
            prevent_user_existence_errors=True, access_token_validity=cdk.Duration.hours(1),
            id_token_validity=cdk.Duration.hours(1), refresh_token_validity=cdk.Duration.days(30), disable_o_auth=True,
        )  # fmt: skip

    def environment(self) -> dict[str, str]:
        """What the functions need to verify this pool's ID tokens."""
        region = cdk.Stack.of(self).region
        issuer = f"https://cognito-idp.{region}.amazonaws.com/{self.pool.user_pool_id}"
        return {
            "OIDC_ISSUER": issuer, "OIDC_AUDIENCE": self.client.user_pool_client_id,
            "OIDC_JWKS_URL": f"{issuer}/.well-known/jwks.json", "TENANT_CLAIM": "custom:tenant",
        }  # fmt: skip
