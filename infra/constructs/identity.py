"""A Cognito user pool, only when the deployment names no OIDC issuer of its own."""

import aws_cdk as cdk
from aws_cdk import aws_cognito as cognito
from constructs import Construct

from infra.constructs.buckets import KEPT
from infra.constructs.studio import StudioCdn


class UserPool(Construct):
    """People sign in here, on Cognito's own page; which tenant they belong to is set once, by an administrator."""

    def __init__(self, scope: Construct, id: str, *, studio: StudioCdn, stack_name: str) -> None:
        super().__init__(scope, id)
        self._studio = studio
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
            id_token_validity=cdk.Duration.hours(1), refresh_token_validity=cdk.Duration.days(30), o_auth=self._code(),
            generate_secret=False, supported_identity_providers=[cognito.UserPoolClientIdentityProvider.COGNITO],
        )  # fmt: skip
        prefix = f"{stack_name.lower()}-{cdk.Stack.of(self).account}"  # one list for all accounts of a region
        domain = self.pool.add_domain("Pages", cognito_domain=cognito.CognitoDomainOptions(domain_prefix=prefix))
        self.pages = domain.base_url()
        region = cdk.Stack.of(self).region
        self.issuer = f"https://cognito-idp.{region}.amazonaws.com/{self.pool.user_pool_id}"

    def _code(self) -> cognito.OAuthSettings:
        """The code flow of a page: without a secret, so PKCE's stands for it; tokens are never in an address."""
        return cognito.OAuthSettings(
            flows=cognito.OAuthFlows(authorization_code_grant=True, implicit_code_grant=False),
            scopes=[cognito.OAuthScope.OPENID],
            callback_urls=[self._studio.address("signed-in")],
            logout_urls=[self._studio.address("")],
        )

    def environment(self) -> dict[str, str]:
        """What the functions need to verify this pool's ID tokens."""
        return {
            "OIDC_ISSUER": self.issuer, "OIDC_AUDIENCE": self.client.user_pool_client_id,
            "OIDC_JWKS_URL": f"{self.issuer}/.well-known/jwks.json", "TENANT_CLAIM": "custom:tenant",
        }  # fmt: skip

    def sign_in(self) -> dict[str, str]:
        """Of `config.json`. The pool's access tokens have no audience, so its ID tokens are what the API takes."""
        client = self.client.user_pool_client_id
        leave = f"{self.pages}/logout?client_id={client}&logout_uri={self._studio.address('')}"
        return {"issuer": self.issuer, "client_id": client, "scope": "openid", "sign_out": leave, "token": "id"}

    def origins(self) -> list[str]:
        """Where the Studio asks: the pool's description is at its issuer, tokens come from its pages' address."""
        region = cdk.Stack.of(self).region
        return [f"https://cognito-idp.{region}.amazonaws.com", self.pages]
