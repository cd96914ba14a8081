"""The warm-up leaves no kernel uncompiled."""

import importlib
import pkgutil
import sys

from click.testing import CliRunner
from numba.core.dispatcher import Dispatcher

import enumerate as package
from enumerate.checking.warm_up import STEPS, warm_up
from enumerate.cli import main


def kernels():
    """Every function that is compiled, by module and name."""
    for module in pkgutil.walk_packages(package.__path__, "enumerate."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    modules = [module for name, module in sys.modules.items() if name.startswith("enumerate.")]
    found = {value for module in modules for value in vars(module).values() if isinstance(value, Dispatcher)}
    return {f"{each.py_func.__module__}.{each.py_func.__name__}": each for each in found}


def test_every_kernel_that_python_calls_is_compiled():
    """Kernels that other kernels call are compiled with them."""
    assert list(warm_up(threads=1)) == list(STEPS)
    found = kernels()
    called = {name for each in found.values() for name in each.py_func.__code__.co_names}
    entered = {name: each for name, each in found.items() if each.py_func.__name__ not in called}
    assert len(entered) >= 15
    assert [name for name, each in entered.items() if not each.signatures] == []


def test_the_command():
    done = CliRunner().invoke(main, ["warm-up"])
    assert done.exit_code == 0
    assert done.stdout == f"{len(STEPS)} of {len(STEPS)} parts are compiled\n"
