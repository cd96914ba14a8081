"""`python -m enumerate` is the command `enumerate`."""

from .cli import main

main(prog_name="enumerate")
