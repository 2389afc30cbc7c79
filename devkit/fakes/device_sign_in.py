"""A sign-in by code in memory."""

from shared.domain.delivery.git_errors import GitCodeExpired
from shared.domain.delivery.remote import DeviceAnswer, DeviceCode


class FakeDeviceSignIn:
    """`DeviceSignIn`, where the person agrees at once."""

    def start(self) -> DeviceCode:
        return DeviceCode("a-device-code", "WDJB-MJHT", "https://github.com/login/device", 5, 900)

    def poll(self, code: str) -> DeviceAnswer:
        if code != "a-device-code":
            raise GitCodeExpired("The code is too old. Begin again.")
        return DeviceAnswer("gho_11AAexample")
