# Pictures of boards and positions, plots (extra `plot`), tables.
from .as_svg import svg as svg
from .as_text import gallery as gallery
from .as_text import text as text
from .as_tikz import tikz as tikz
from .falling_plays import plays_svg as plays_svg
from .falling_plays import plays_text as plays_text
from .plots import Duel as Duel
from .plots import coefficients_plot as coefficients_plot
from .plots import table_plot as table_plot
from .plots import victory_charts as victory_charts
