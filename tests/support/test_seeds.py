"""Seeds: an integer, a `random.Random` or a `numpy.random.Generator`, wherever a seed is accepted."""

from random import Random

import numpy as np
import pytest

import enumerate as en
from enumerate import InputError

TERMS = en.positions("2x2")
ANSWER = {
    "board": en.Board("2x2").to_json(),
    "kind": "general",
    "stuck": [],
    "play": False,
    "total": str(TERMS.total),
    "terms": TERMS.to_json(),
}
SEEDED = {
    "sample": lambda seed: list(en.sample("4x4", size=5, seed=seed)),
    "sample of a diamond": lambda seed: list(
        en.sample(en.Board.aztec_diamond(3), "perfect", size=3, seed=seed)
    ),
    "list": lambda seed: en.list_positions("4x4").sample(5, seed=seed),
    "census": lambda seed: en.census("4x4", samples=2, seed=seed).seed,
    "verify": lambda seed: en.verify(ANSWER, seed=seed).seed,
    "tournament": lambda seed: en.games.dominoes.tournament(["juca", "tiao"], 5, seed=seed).seed,
    "match": lambda seed: en.games.dominoes.play_match(("juca", "tiao"), seed=seed).to_json(),
}


@pytest.mark.parametrize("name", SEEDED)
@pytest.mark.parametrize("make", [Random, np.random.default_rng])
def test_generators_are_seeds(name, make):
    draw = SEEDED[name]
    one, two = make(5), make(5)
    first = draw(one)
    assert first == draw(two)
    assert draw(one) == draw(two)
    assert one.random() == two.random() != make(5).random()  # the state of the generator moves on
    assert draw(7) == draw(np.int64(7)) == draw(7)


@pytest.mark.parametrize("name", SEEDED)
def test_other_seeds_are_refused(name):
    for wrong, said in (
        ("x", "`seed` must be an integer, a random.Random or a numpy.random.Generator, not 'x'"),
        (1.5, "must be an integer"),
        (True, "must be an integer"),
        (-1, "`seed` must be at least 0, not -1"),
    ):
        with pytest.raises(InputError, match=said):
            SEEDED[name](wrong)


def test_a_drawn_seed_repeats_the_samples():
    drawn = en.sample("4x4", size=5, seed=Random(1))
    assert list(en.sample("4x4", size=5, seed=drawn.to_json()["seed"])) == drawn
