"""How Hypothesis draws: the same in every default run, anew with `--hypothesis-profile=explore`."""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("steady")
