"""Whether the page is warm."""

from typing import Any

from ...support.run import Settings
from .. import warming
from ..request import Params


def ready(params: Params, settings: Settings) -> dict[str, Any]:
    """How far the warm-up is."""
    return warming.status()
