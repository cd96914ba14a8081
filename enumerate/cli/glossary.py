"""The terms that help texts use. `enumerate glossary` prints them; a test compares docs/glossary.md."""

TERMS = {
    "position": "A set of pieces on a board that do not overlap; in Domineering, of dominoes. The empty "
    "board is a position too.",
    "kind": "Which positions are counted: general, maximal, left-end, right-end, any-end (a Left end or a "
    "Right end) or perfect (no empty cell).",
    "general": "Every position, without a condition.",
    "maximal": "A position in which no player can place another piece.",
    "Left end": "A position in which Left cannot move; Right may still be able to. The kind is left-end.",
    "Right end": "A position in which Right cannot move; Left may still be able to. The kind is right-end.",
    "any-end": "A position in which at least one of Left and Right cannot move: a Left end or a Right end.",
    "perfect": "A position without an empty cell, such as a tiling of the board by dominoes.",
    "stuck": "A player is stuck in a position if no piece of that player can be placed. --stuck left,right "
    "counts the positions in which all these players are stuck.",
    "play position": "A position that Left and Right can reach by moving alternately, so that their numbers "
    "of pieces differ by at most one. --play counts only these.",
    "sweep": "The way positions are counted: the cells are visited one after the other, and all "
    "beginnings that leave the same possibilities are counted together as one state.",
    "fold": "A way to save work on a board with a mirror axis: only half of the board is swept, and the "
    "half is joined with its mirror image.",
    "trace": "A way to count on a board with a cyclic axis: the sum over all states of the number of ways "
    "to return to the same state, like the trace of a power of a matrix.",
    "evaluation point": "The value of the generating polynomial at one point modulo one prime. A large "
    "answer is put together from many such values, which are independent of each other: --store saves them "
    "and --cluster distributes them. The list of jobs calls them lanes.",
    "stop": "The number at which a game ends under perfect play as soon as it has become a number: the left "
    "stop if Left moves first, the right stop if Right moves first.",
    "temperature": "The tax on each move at which neither player gains by moving first. It measures how "
    "urgent a move is: positive in hot games, negative in numbers, zero in games such as *.",
}
