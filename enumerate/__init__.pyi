# What `enumerate` offers. A new name is one line here and one in docs/api.md.
from . import games as games
from . import oeis as oeis
from . import render as render
from .checking.brute import brute_force as brute_force
from .checking.selftest import selftest as selftest
from .checking.verify import verify as verify
from .counting.overview import overview as overview
from .counting.positions import count as count
from .counting.positions import positions as positions
from .games.domineering.solver import solve as solve
from .jobs.listing import list_jobs as list_jobs
from .listing.sampling import list_positions as list_positions
from .listing.sampling import sample as sample
from .model.board import Board as Board
from .model.game import Game as Game
from .model.players import Domino as Domino
from .model.players import Player as Player
from .model.polynomial import Polynomial as Polynomial
from .model.position import Position as Position
from .rules.tiles import Kind as Kind
from .shortest.alpha import alpha as alpha
from .shortest.alpha import alpha_sequence as alpha_sequence
from .shortest.alpha import alpha_table as alpha_table
from .shortest.extremes import fewest as fewest
from .shortest.extremes import most as most
from .strips.growth import growth as growth
from .strips.polynomial_recurrence import polynomial_recurrence as polynomial_recurrence
from .strips.recurrence import recurrence as recurrence
from .support.errors import ComputationError as ComputationError
from .support.errors import EnumerateError as EnumerateError
from .support.errors import InputError as InputError
from .support.errors import TooLargeError as TooLargeError
from .support.settings import Settings as Settings
from .values.appraise import value as value
from .values.worth import Value as Value

__version__: str
