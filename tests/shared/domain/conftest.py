"""Properties are not timed one by one: the machine that runs them may be busy."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
