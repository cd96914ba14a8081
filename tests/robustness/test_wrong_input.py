"""Wrong input is refused in one line that quotes it, with exit status 2; a Python function raises an error.

One table: a line has a command and a part of its answer. Wrong values of a shared parameter are tried on one
command, and a test asserts that the other commands have the same parameter.
"""

import os
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from flint import fmpz

from enumerate.cli import COMMANDS, main

FILES = {
    "empty": b"",
    "blank.txt": b"\n\n",
    "ragged.txt": b"...\n.\n...\n",
    "binary": b"\x00\x01\x89PNG\xff\xfe",
    "latin.txt": "..\n.é\n".encode("latin-1"),
    "letters.txt": b"..\n.x\n",
    "odd.txt": b"...\nRRR\n",
    "tall.txt": b"L.\n..\n",
    "middle.txt": b"MM\n..\n",
    "layers.txt": b"..\n..\n\n..\n",
    "edge.txt": b"0 1\n",
    "half.txt": b"0\n",
    "loop.txt": b"0 0\n",
    "ok.txt": b"..\n..\n",
    "lefts.txt": b"LL\nLL\n",
    "solid.txt": b"..\n..\n\n..\n..\n",
    "text.txt": b"hello\nworld\n",
    "column.csv": b"row,column,weight\n1,1,2\n",
    "word.csv": b"row,col,weight,cost\n1,1,two,cheap\n",
    "outside.csv": b"row,col,weight,cost\n9,9,2,2\n",
    "complex.csv": b"row,col,cost\n1,1,2+i\n",
    "outside.json": b'[{"piece": "L", "cells": [[0, 0], [5, 5]], "weight": 2}]',
    "cell.json": b'[{"cell": "00", "weight": 2}]',
    "half.json": b'[{"cell": [0.5, 0], "weight": 2}]',
    "number.json": b"[3]",
    "truncated.json": b'{"board": {"shape": [2',
    "alpha.json": b'{"rows": 2, "cols": 2, "moves": 1}',
    "list.json": b"[]",
    "nan.json": b"NaN",
    "deep.json": b"[" * 100_000,
}
HUGE = "9" * 30
EVIL = "\x1b]0;title\x07\x1b[31m\x9b2J\u202e\x7f"  # commands a terminal if it is printed as it is
ROOT = Path(__file__).parents[2]

# a line is what is typed (`< FILE` is standard input), and after the bar what the answer must contain
BOARD = f"""
                                  | name one board
--rows 3                          | --cols is missing
--cols 3                          | --rows is missing
--rows 0 --cols 3                 | must be at least 1, not 0
--rows -1 --cols 3                | must be at least 1, not -1
--rows x --cols 3                 | 'x' is not a valid integer
--rows 1.5 --cols 3               | '1.5' is not a valid integer
--rows {HUGE} --cols 3            | too large
--rows 3 --cols 3 2x2x2           | BOARD and --rows/--cols
3x3 --graph ok.txt                | BOARD and --graph
3x3x0                             | must be at least 1, not 0
0                                 | must be at least 1, not 0
3x-3x3                            | cannot read '3x-3x3'
axbxc                             | cannot read 'axbxc'
2x2x2x2                           | cannot read '2x2x2x2'
9999x9999x9999                    | too large
5000x5000                         | too large
300x300                           | no machine has that
missing.txt               | cannot read 'missing.txt'
folder                    | cannot read 'folder'
binary                    | cannot read 'binary'
latin.txt                 | cannot read 'latin.txt'
empty                     | the drawing is empty
blank.txt                 | the drawing is empty
letters.txt               | 'x' in line 2, column 2 is not a board character (allowed: . # L R M)
odd.txt                   | 'R' in line 2, column 3
tall.txt                  | 'L' in line 1, column 1
middle.txt                | 'M' in line 1, column 1
- < binary                | cannot read '-'
- < latin.txt             | cannot read '-'
- < empty                 | the drawing is empty
ragged.txt                | line 2 of the drawing has 1 cell and line 1 has 3
--rows 3 --cols 3 --wrap layers   | 'layers'
--rows 3 --cols 3 --wrap ''       | ''
--rows 3 --cols 3 --wrap rows,x   | 'x'
--rows 3 --cols 3 surplus         | BOARD and --rows/--cols
"""
OUT = """
--out missing/out.txt  | cannot write 'missing/out.txt': there is no folder 'missing'
--out empty/out.txt    | cannot write 'empty/out.txt'
--out folder           | cannot write 'folder'
--out ''               | cannot write ''
--out /dev/full        | cannot write '/dev/full'
"""
FORMAT = """
--format xml  | 'xml'
--format ''   | ''
--format      | --format
"""
KIND = """
--kind maximum  | did you mean 'maximal'?
--kind ''       | unknown kind ''
"""
STUCK = """
--stuck nobody               | 'nobody'
--stuck middle               | Middle has no pieces
--stuck left,lefty           | did you mean 'left'?
--kind maximal --stuck left  | 'maximal' and 'left'
"""
TURN = """
--first both    | 'both'
--first middle  | 'middle'
"""
MEMORY = """
--max-memory lots  | 'lots' is not a size
--max-memory -1    | '-1' is not a size
--max-memory ''    | '' is not a size
"""
WEIGHTS = """
--x two       | `x` must be an integer, a fraction such as 3/2
--y 1/0       | not '1/0'
--x ''        | not ''
--y nan       | not 'nan'
--x 1e99999   | not '1e99999'
"""
PLACEMENTS = """
--activity 2 --x 3       | give one of --x and --activity
--weights nowhere.csv    | cannot read the weights 'nowhere.csv'
--weights column.csv     | must be CSV with the columns row, col and weight
--weights word.csv       | `weight` must be an integer
--weights outside.csv    | (8, 8), which is not a cell of this board
--weights outside.json   | there is no placement
--weights truncated.json | must be CSV with the columns
--weights number.json    | must be CSV with the columns
--weights empty          | must be CSV with the columns
--weights cell.json      | must be CSV with the columns
--weights half.json      | must be CSV with the columns
"""
WHERE = """
--cluster nowhere               | 'nowhere' is not a scheduler
--cluster tcp://x:y             | 'tcp://x:y' is not a scheduler
--cluster tcp://h:1 --threads 2 | --threads
--store text.txt                | 'text.txt' is not a store
--store binary                  | 'binary' is not a store
--store folder                  | 'folder'
--store missing/s.db            | 'missing/s.db'
"""
PICTURES = """
--picture folder         | cannot write 'folder'
--picture missing/x.tex  | cannot write 'missing/x.tex'
--picture x.jpg          | cannot draw 'x.jpg'
--show --format json    | --format json
"""
NUMBERS = """
--left -1    | -1
--middle 1   | Middle has no pieces
--turn       | --turn requires --play
"""
GAME = """
                     | name a board
--cols 3             | --rows is missing
--rows 3             | name a board
--cols 0 --rows 3    | must be at least 1, not 0
--cols 3 --rows -1   | must be at least 1, not -1
--cols 3 --rows 3 --ties love            | unknown tie rule 'love'
--cols 3 --rows 3 --raised -1            | must be at least 0, not -1
--cols 3 --rows 3 --limit 0              | must be at least 1, not 0
--cols 3 --rows 3 --check X9             | 'X9'
--cols 3 --rows 3 --check V9             | 'V9'
--cols 3 --rows 3 --check V1 --sequences | --check and --sequences
--cols 3 --rows 3 --show --format json   | --format json
--cols 3 --rows 3 --sequences --format svg | --format svg
--cols 60 --rows 60                      | (60,60)
"""


def cases(lines, first=""):
    """The words and what is quoted, of each line, after the words `first`."""
    for line in filter(str.strip, lines.splitlines()):
        words, _, quoted = line.rpartition("|")
        yield f"{first} {words}".strip(), quoted.strip()


def on(first, *blocks):
    """Lines of several blocks, each after the words `first`."""
    return "".join(f"{words} | {quoted}\n" for words, quoted in cases("".join(blocks), first))


SQUARE = "--rows 3 --cols 3"
WRONG = {
    "positions": BOARD
    + on(SQUARE, OUT, FORMAT, KIND, STUCK, TURN, MEMORY, WHERE)
    + f"""
    {SQUARE} --first right                    | --first requires --turn
    {SQUARE} --play --first right             | --first requires --turn
    --rows 14 --cols 14 --engine barstate     | Leave out `engine`
    {SQUARE} --engine fast                    | unknown engine 'fast' (allowed
    {SQUARE} -                                | BOARD and --rows/--cols
    {SQUARE} --lattice cubic                  | unknown lattice 'cubic'
    {SQUARE} --lattice triangular --wrap rows | has an even length, not 3
    {SQUARE} --game chess                     | unknown game 'chess'
    {SQUARE} --game /                         | cannot read the game '/': Is a directory
    --graph ok.txt --game cram                | line 1 of the graph is '..'
    --graph edge.txt --game squares           | on a graph pieces cover single cells
    --graph edge.txt --game col --wrap rows   | a graph has neither --wrap nor --shift nor --lattice
    --graph half.txt --game col               | line 1 of the graph is '0'
    --graph loop.txt --game col               | 0
    {SQUARE} --engine barstate --store s.db   | 'barstate'
    {SQUARE} --engine barstate --wrap rows    | without wraps
    {SQUARE} --turn                           | --turn requires --play
    {SQUARE} --by sizes                       | unknown statistic 'sizes': did you mean 'size'?
    {SQUARE} --by middle                      | Middle has no pieces
    {SQUARE} --by size --picture a.png        | leave out --by
    2x2x2 --picture a.png                     | a flat board
    {SQUARE} --picture a.gif                  | 'a.gif'
    {SQUARE} --by size --engine barstate      | leave out `engine`
    2x2x2 --by difference               | not with 3 variables
    2x2x2 --play                        | needs a flat board
    lefts.txt --play                  | 2 Left and 0 Right
    --rows 12 --cols 12 --max-memory 1KB      | 1.0 KiB may be used
    --rows 60 --cols 60                       | need at least
    """,
    "count": f"""
    {SQUARE} --pieces 3 --empty 1   | --pieces or --empty
    {SQUARE} --pieces -1            | must be at least 0, not -1
    {SQUARE} --by size              | --by
    """,
    "alpha": f"""
                                  | name one of
    {SQUARE} --table 3            | name one of
    {SQUARE} --picture a.png      | --picture requires --table
    {SQUARE} --show --format csv  | --format csv
    --table 2 --picture -         | --picture needs a file
    --table 0                     | must be at least 1, not 0
    --table {HUGE}                | too large
    --table 3 --show              | --show
    --table 3 --strip 2x3         | name one of
    --strip 2                     | '2' is not a strip
    --strip 0x3                   | '0x3' is not a strip
    --strip 2x0                   | '2x0' is not a strip
    --strip axb                   | 'axb' is not a strip
    --strip 40x40                 | need about
    40x40                         | Choose a board that is narrower in one direction
    2x2x2                   | 3 dimensions
    """,
    "games": """
    snor                    | did you mean 'snort'?
    none.toml               | cannot read the game 'none.toml'
    """,
    "fewest": f"""
                                   | name one board
    {SQUARE} --kind max            | did you mean 'maximal'?
    {SQUARE} --turn                | --turn requires --play
    {SQUARE} --play --turn --first me | unknown player 'me'
    {SQUARE} --best 0              | --best
    {SQUARE} --best 2 --play       | --cost and --best are not for --play
    {SQUARE} --cost column.csv     | must be CSV with the columns row, col and cost
    {SQUARE} --cost word.csv       | `cost` must be an integer
    {SQUARE} --cost complex.csv    | a cost is an integer, a fraction or a decimal
    {SQUARE} --cost outside.csv    | which is not a cell of this board
    {SQUARE} --show --format json  | --format json
    2x2x2 --play             | needs a flat board
    """,
    "sample": on(SQUARE, PICTURES, NUMBERS, PLACEMENTS)
    + f"""
    {SQUARE} --first left   | --first requires --turn
    2x2x2 --play            | needs a flat board
    4x3 --kind maximal --left 3 --right 9      | no maximal position has 3 Left and 9 Right
    9x9 --max-memory 1KB                       | 1.0 KiB may be used
    2x2 --picture a.svg --picture a.svg        | --picture and --picture would write the same file
    2x2 --picture -                            | --picture needs a file
    """,
    "list": f"""
    2x2 --picture ./a.tex --out a.tex    | would write the same file
    2x2 --rank=                          | cannot read '': name a file
    8x8 --format json                    | ask for at most 100000
    {SQUARE} --unrank 1 --size 2         | give one of --rank, --unrank
    {SQUARE} --start -1                  | -1
    {SQUARE} --start 99999999            | 99999999
    {SQUARE} --unrank 131                | no position has number 131
    {SQUARE} --rank game.txt --picture a.svg | --rank prints a number
    {SQUARE} --rank - < latin.txt        | cannot read '-'
    {SQUARE} --rank letters.txt          | 'x' in line 2
    {SQUARE} --rank ok.txt               | another board
    {SQUARE} --rank ok.txt --unrank 1    | --rank and --unrank
    --rows 8 --cols 8 --out o.txt        | too many for one file
    """,
    "overview": """
                           | name one board
    lefts.txt --wrap rows  | full ring
    missing.txt            | cannot read 'missing.txt'
    lefts.txt              | 2 Left and 0 Right
    solid.txt --turn       | 3 dimensions
    ok.txt --turn --no-totals                        | --turn narrows the totals
    lefts.txt --unreachable --turn                   | Left has 2 pieces, Right 0
    layers.txt                                       | layer 2 of the drawing has 1 line and layer 1 has 2
    ok.txt --picture a.tex --out ../{here}/a.tex     | would write the same file
    """,
    "solve": f"""
    {SQUARE} --misere x    | x
    {SQUARE} --moves=3     | --moves
    {SQUARE} --wrap rows   | `solve` has no --wrap: for boards with cyclic axes use `enumerate value`
    {SQUARE} --game col    | the game is Domineering; for other games use `enumerate value`
    {SQUARE} --graph a     | for graphs use `enumerate value`
    2x2x2            | enumerate box
    --rows 12 --cols 12    | 144 cells
    """,
    "value": on(SQUARE, "--picture x.jpg | cannot draw 'x.jpg'"),
    "census": f"""
    {SQUARE} --samples 0    | 0
    """,
    "pieces": """
                | --cells
    --database a.db  | --database was removed
    --cells 0   | 0
    --cells 99  | 99
    """,
    "play": f"""
    {SQUARE} --you M            | unknown player 'M'
    {SQUARE} --you ''           | unknown player ''
    {SQUARE} --order LL         | 'LL' is not a turn order
    {SQUARE} --order LRM        | 'LRM' is not a turn order
    {SQUARE} --wrap rows        | `play` has no --wrap
    {SQUARE} --game col         | --game
    2x2x2 --order LR      | 'LR' is not a turn order
    """,
    "evaluate": on(SQUARE, WEIGHTS, PLACEMENTS)
    + f"""
    {SQUARE} --z 2                            | unexpected weight `z`
    --rows 60 --cols 60 --x 0.5               | need at least
    {SQUARE} --picture x.jpg                  | 'x.jpg'
    {SQUARE} --picture x.png --least 0        | must be an activity above 0, not 0
    {SQUARE} --picture x.png --most two       | 'two'
    {SQUARE} --picture x.png --least 2 --most 1 | must be below the highest, not 2 and 1
    """,
    "densities": on(SQUARE, PLACEMENTS)
    + f"""
    {SQUARE} --z 2                            | unexpected weight `z`
    {SQUARE} --x -1                           | real and not negative, not -1
    {SQUARE} --x two                          | 'two'
    {SQUARE} --picture missing/x.svg              | cannot write 'missing/x.svg'
    --rows 3 --cols 3 --kind perfect          | add up to 0
    --rows 60 --cols 60                       | need at least
    """,
    "complex": f"""
    {SQUARE} --non-faces                      | --non-faces requires --format macaulay2
    {SQUARE} --euler --betti                  | leave out --betti
    {SQUARE} --euler --format sage            | leave out --format sage
    --rows 6 --cols 6 --betti --max-memory 1GiB | 613,605,045 faces
    --rows 6 --cols 6 --format sage           | 3,136,370 facets
    --rows 60 --cols 60                       | need at least
    """,
    "sequence": f"""
    0xn --terms 3                    | must be at least 1, not 0
    332714                           | '332714' does not grow
    A999999                          | A999999 is not in the registry
    A1234567                         | 'A1234567' is not an A-number
    B12                              | 'B12' is not an A-number
    A332714 A332714                  | A332714
    A332714 --terms 0                | 0
    A332714 --terms 60               | after 49 of 3,600 cells need at least
    A287595 --terms 26               | Choose a board that is narrower in one direction
    A332862 --terms 1000000          | `terms` must be at most 10,000, not 1000000
    A210662 --terms 1000000          | `terms` must be at most 10,000, not 1000000
    A332714 --terms {HUGE}           | {HUGE}
    A000045 --terms {HUGE}           | {HUGE}
    A332714 --check --recorded       | --recorded
    A033506 --store lanes.db         | no effect for A033506
    A332714 --recorded --store l.db  | no effect for A332714 --recorded
    --store lanes.db                 | no effect for the list
    A332714 --check --format json    | --format json
    --terms 3                        | name a sequence
    --check                          | name a sequence
    --format bfile                   | name a sequence
    A332714 --kind maximal           | --kind requires a family
    A332714 --x 2                    | --x requires a family
    A332714 --format draft           | --format draft requires a family
    'n x n' --check                  | --check requires an A-number
    'n x n' --recorded               | --recorded requires an A-number
    3x3                        | '3x3' does not grow
    'm x m'                    | does not grow
    'n x q'                    | 'q' is not a side
    ''                         | '' is not a side
    'n x n x n x n'            | 4 sides
    'n x n' --wrap layers      | layers
    'n x n' --x 3/2            | integer weights, not 3/2
    'n x n' --y 2 --game kings | unexpected weight `y`
    'n x n' --x 2 --play       | `play` and weights cannot be combined
    'n x n' --kind left-end --game cram | either player
    'n x n x n' --play         | needs a flat board
    'n x n' --terms 60         | need at least
    """,
    "recurrence": f"""
                                   | name one width
    3 --cols 3                     | name one width
    3x3                            | '3x3' is not a width
    --cols 0                       | must be at least 1, not 0
    --cols 40                      | 40 cells
    --cols {HUGE}                  | {HUGE}
    --cols 30 --polynomial         | 30 cells
    --cols 3 --kind any-end        | 'any-end'
    --cols 3 --wrap rows           | not 'rows'
    --cols 3 --x 0.5               | needs integers or fractions as weights, not 1/2
    --cols 3 --x 2 --polynomial    | leave out --x 2
    """
    + on("--cols 2", KIND, STUCK, WEIGHTS),
    "growth": f"""
                                   | name one width
    3 --cols 3                     | name one width
    3x3                            | '3x3' is not a width
    --cols 0                       | must be at least 1, not 0
    --cols 60                      | 60 cells
    --cols {HUGE}                  | {HUGE}
    --cols 3 --kind any-end        | 'any-end'
    --cols 3 --x -1                | needs positive weights, not -1
    --cols 2 --x 1e400             | got 1.00e+400
    """,
    "box": """
                               | name one box
    2x2x2 --store a.jsonl      | --store was removed
    3x3                        | '3x3' is not a box
    3x3x3x3                    | '3x3x3x3' is not a box
    axbxc                      | 'axbxc' is not a box
    0x3x3                      | not 0
    99x99x99                   | too large
    3x3x3 --up-to 4            | name one box
    --up-to 2                  | must be at least 3, not 2
    --tree MLR                 | name one box
    --up-to 5 --tree LRM       | --tree
    2x2x2 --tree ML            | 'ML' is not a turn order
    2x2x2 --tree ''            | '' is not a turn order
    9x9x9 --tree LRM           | too large
    """,
    "falling": GAME
    + """
    3x3 --sequences --plays             | --plays has no effect with --sequences
    3x3 --sequences --ties generous     | --ties has no effect with --sequences
    3x3 --sequences --show              | --show has no effect with --sequences
    --cols 3 --table 3 --plays          | --plays has no effect with --table
    3x3 --length 1 --limit 3            | --limit requires --plays or --show
    3x                              | '3x' is not a board
    3x3x3                           | '3x3x3' is not a board
    3x3 --cols 3                    | '3x3'
    9999999999x3                    | 9999999999
    --cols 3 --rows 9999999999      | 9999999999
    --cols 3 --rows 99999           | need about
    --cols 3 --rows 3 --length 0    | not 0
    --cols 3 --table 0              | must be at least 1, not 0
    --cols 3 --rows 3 --table 3     | leave out 3 rows
    --cols 3 --table 9999           | need about
    --cols 3 --rows 3 --check 'V1 H2 H1 V3' --format csv | --format csv
    3x3 --length 1 --players 0      | must be at least 2, not 0
    3x3 --length 1 --check H1       | 'H1'
    """,
    "dominoes": """
    nonsense     | nonsense
    """,
    "dominoes tournament": f"""
    --matches 0                       | must be at least 1, not 0
    --agents juca                     | 'juca'
    --agents ''                       | ''
    --agents juca,nobody              | unknown agent 'nobody'
    --agents juca,no.such:thing       | 'no.such:thing'
    --agents juca,json:nothing        | 'json:nothing'
    --agents juca,os:sep              | 'os:sep'
    --agents juca,:                   | ':'
    --reading odd                     | unknown reading 'odd'
    --reading literal,ties=odd        | 'odd'
    --reading literal,x=1             | 'x'
    --seed {HUGE}                     | {HUGE}
    --picture x.jpg                   | 'x.jpg'
    --picture folder                  | cannot write 'folder'
    """,
    "dominoes match": f"""
    --agents juca                     | 'juca'
    --agents juca,tiao,pinduca        | 'juca,tiao,pinduca'
    --agents ''                       | ''
    --match {HUGE}                    | {HUGE}
    --reading odd                     | unknown reading 'odd'
    --show --format json              | --format json
    """,
    "dominoes play": """
    --against x            | unknown agent 'x'
    --against juca,tiao    | 'juca,tiao'
    --against ''           | ''
    --reading odd          | unknown reading 'odd'
    """,
    "runs": """
                 | STORE
    missing.db   | 'missing.db'
    folder       | 'folder'
    text.txt     | 'text.txt' is not a store
    -            | '-'
    """,
    "web": """
    --max-memory lots       | 'lots'
    --host nowhere.invalid  | nowhere.invalid
    """,
    "verify": """
                             | FILE
    missing.json             | cannot read 'missing.json'
    folder                   | cannot read 'folder'
    binary                   | cannot read 'binary'
    latin.txt                | cannot read 'latin.txt'
    empty                    | 'empty' is not an answer
    text.txt                 | 'text.txt' is not an answer
    truncated.json           | 'truncated.json' is not an answer
    alpha.json               | `board` of an answer is missing
    list.json                | 'list.json' is not an answer
    nan.json                 | 'nan.json' is not an answer
    deep.json                | 'deep.json' is not an answer
    - < binary               | cannot read '-'
    - < alpha.json           | '-' is not an answer
    """,
    "glossary": """
    maximum          | did you mean 'maximal'?
    """,
    "": """
    nonsense   | unknown command 'nonsense'
    position   | did you mean 'positions'?
    ''         | unknown command ''
    """,
}
# a question that each command answers, to which an option that does not exist is added
ANSWERED = {
    "box": "2x2x2",
    "games": "col",
    "sequence": "nxn",
    "recurrence": "2",
    "growth": "2",
    "falling": "3x3",
    "pieces": "--cells 3",
    "dominoes tournament": "--matches 10",
    "dominoes match": "",
    "runs": "missing.db",
    "verify": "alpha.json",
    "glossary": "",
    "selftest": "",
    "warm-up": "",
}


def commands(command=main, words=()):
    """Every command with its words."""
    for name in COMMANDS if command is main else command.commands:
        inner = command.get_command(None, name)
        if isinstance(inner, click.Group):
            yield from commands(inner, (*words, name))
        else:
            yield " ".join((*words, name)), inner


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with files that are not what is asked for."""
    place = tmp_path_factory.mktemp("wrong")
    (place / "folder").mkdir()
    for name, content in FILES.items():
        (place / name).write_bytes(content)
    before = Path.cwd()
    os.chdir(place)
    yield place
    os.chdir(before)


def is_plain(text):
    """Only what can be seen, and ends of lines."""
    return all(c.isprintable() or c == "\n" for c in text)


def check(command, words, quoted, folder):
    """Nothing but one line on standard error, and no file is written."""
    typed, _, source = words.replace("{here}", folder.name).partition(" < ")
    stdin = (folder / source).read_bytes() if source else b""
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    result = CliRunner().invoke(main, [*command.split(), *shlex.split(typed)], input=stdin)
    line = f"enumerate {command} {words}: {result.output!r}"
    assert result.exit_code == 2, line
    assert isinstance(result.exception, SystemExit), line
    assert result.stdout == "", line
    assert len(result.stderr.splitlines()) == 1, line
    assert result.stderr.startswith("enumerate: "), line
    assert quoted in result.stderr, f"{line} does not contain {quoted!r}"
    assert is_plain(result.stderr), line
    assert len(result.stderr) < 400, line
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before, line


@pytest.mark.parametrize("command", WRONG)
def test_wrong_input(command, folder):
    for words, quoted in cases(WRONG[command]):
        check(command, words, quoted, folder)


@pytest.mark.parametrize("option", ["--format xml | 'xml'", "--out missing/x | there is no folder 'missing'"])
def test_outputs_of_every_command(option, folder):
    """Formats differ from command to command, so each command is asked."""
    words, quoted = next(cases(option))
    asked = 0
    for name, command in commands():
        if any(words.split()[0] in param.opts for param in command.params):
            check(name, f"{ANSWERED.get(name, '2x2')} {words}", quoted, folder)
            asked += 1
    assert asked > 20


def test_integers_of_every_command(folder):
    """A word, and what is just below or above what is allowed."""
    asked = 0
    for name, command in commands():
        for param in command.params:
            if isinstance(param.type, click.IntRange | type(click.INT)):
                low, high = getattr(param.type, "min", None), getattr(param.type, "max", None)
                beyond = [edge + step for edge, step in ((low, -1), (high, 1)) if edge is not None]
                for wrong in ("x", *beyond):
                    check(name, f"{ANSWERED.get(name, '2x2')} {param.opts[0]}={wrong}", str(wrong), folder)
                    asked += 1
    assert asked > 90


def test_surplus_words_on_every_command(folder):
    for name, _ in commands():
        for surplus in ("surplus", "--nonsense"):
            check(name, f"{ANSWERED.get(name, '2x2')} {surplus} {surplus}", surplus, folder)


SHARED = """
--rows --graph --wrap --lattice --game --stuck --play --turn --first --unreachable --seed --threads
--max-memory --store --cluster --progress
"""
OWN = {
    ("falling", "--rows"),
    ("web", "--threads"),
    ("web", "--store"),
    ("overview", "--turn"),
    ("recurrence", "--wrap"),
    ("growth", "--wrap"),
}  # another wording


def test_commands_share_their_parameters():
    """What is wrong with a board, a player or a limit is tried on one command: the others have the same."""
    same = main.get_command(None, "positions").params[:3]
    found = {}
    for name, command in commands():
        if any(getattr(param, "metavar", "") == "[BOARD]" for param in command.params) and name != "falling":
            first = 1 if name == "play" else 0  # the BOARD of `play` cannot be standard input
            assert command.params[first:3] == same[first:], name
        for param in command.params:
            if param.opts[0] in SHARED.split() and (name, param.opts[0]) not in OWN:
                assert found.setdefault(param.opts[0], param) is param, f"{name} {param.opts[0]}"
    assert set(found) == set(SHARED.split())


def test_every_command_is_tried():
    without_words = {"most", "selftest", "warm-up"}  # the tests above try their options
    assert {command.split()[0] for command in WRONG if command} == set(COMMANDS) - without_words


def test_bytes_that_are_not_text_end_a_game_in_one_line():
    result = CliRunner().invoke(main, ["dominoes", "play", "--seed", "1"], input=b"\xff\n")
    assert result.exit_code == 2
    assert result.stderr == "enumerate: the input is not valid UTF-8\n"


@pytest.mark.parametrize("command", ["match", "tournament --matches 1"])
def test_an_agent_that_fails_is_named(command):
    words = ["dominoes", *command.split(), "--agents", "json:dumps,juca"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert "the agent 'json:dumps' failed (TypeError" in result.stderr


def test_counts_may_have_any_number_of_digits():
    result = CliRunner().invoke(main, ["count", "120x120", "--game", "free-cells"])
    assert result.exit_code == 0
    assert result.stdout.split()[1] == f"{fmpz(2) ** 14400}:"


def test_what_is_typed_does_not_command_the_terminal(folder):
    for name, _ in commands():
        for words in (f"'--{EVIL}'", "'\0'", f"'{EVIL}' '{EVIL}' '{EVIL}'"):
            check(name, words, "", folder)
    for option in ("--rows", "--kind", "--engine", "--stuck", "--max-memory", "--cluster"):
        check("positions", f"3x3 {option} '{EVIL}'", "", folder)
    for option in ("--store", "--out"):
        check("positions", f"3x3 {option} 'none/{EVIL}/a'", "", folder)


def test_files_and_their_names_do_not_command_the_terminal(tmp_path):
    named = tmp_path / EVIL
    named.write_text(EVIL)
    for command in ("positions", "verify", "runs"):
        done = CliRunner().invoke(main, [command, str(named)])
        assert (done.exit_code, done.stdout) == (2, "")
        assert is_plain(done.stderr)
        assert "\\x1b" in done.stderr, "it is quoted, spelled out"
    named.unlink()
    for _ in range(2):
        done = CliRunner().invoke(main, ["count", "4x4", "--engine", "modular", "--store", str(named)])
        assert (done.exit_code, done.stdout) == (0, "total 10012: all positions\n")
        assert is_plain(done.stderr)
    done = CliRunner().invoke(main, ["runs", str(named)])
    assert done.exit_code == 0
    assert is_plain(done.stdout)


def test_there_is_one_way_to_the_terminal():
    users = {
        path.name
        for path in (ROOT / "enumerate").rglob("*.py")
        if re.search(r"click\.(echo|secho|echo_via_pager)\(|^ *print\(", path.read_text(), re.MULTILINE)
    }
    # drawings have colours, and no typed words are in them; the bar erases its line and escapes its words
    assert users == {"terminal.py", "output.py", "play.py", "progress_bar.py"}
