# Games that are played and solved.
from . import dominoes as dominoes
from . import dominogame as dominogame
from . import monominogame as monominogame
from .box.box_solver import BoxOutcomes as BoxOutcomes
from .box.box_solver import outcomes as outcomes
from .box.tree import leaves as leaves
from .domineering.solver import Solution as Solution
from .domineering.solver import Solver as Solver
from .domineering.solver import solve as solve
from .dominogame import Dominogame as Dominogame
from .falling.falling_game import Falling as Falling
from .falling.falling_game import Play as Play
from .monominogame import Monominogame as Monominogame
