"""Pictures and tables of results; `__init__.pyi` lists the public names."""

from ..support.names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
