"""Pictures and tables of what the library computes; the names on offer stand in `__init__.pyi`."""

from ..support.lazy import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
