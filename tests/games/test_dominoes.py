"""Two-sided dominoes: rules, observations, agents, and the random stream."""

from collections import Counter
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import comb, exp, log, sqrt
from statistics import fmean, stdev

import pytest

from enumerate.games.dominoes import (
    AGENTS,
    BEST_FIT,
    LITERAL,
    TILES,
    Configuration,
    Match,
    Observation,
    Reading,
    Side,
    Table,
    Tile,
    play_match,
)
from enumerate.games.dominoes.agents import BEST_WEIGHT, roulette_weights
from enumerate.games.dominoes.chance import Chance, match_chance
from enumerate.games.dominoes.domino_rules import configurations, deal, opening
from enumerate.games.dominoes.match import DRAW, Referee
from enumerate.games.dominoes.readings import OPTIONS, READINGS
from enumerate.games.dominoes.tournaments import Z95, mean, proportion


def tiles(text: str) -> list[Tile]:
    return [Tile.parse(word) for word in text.split()]


class TestRules:
    def test_the_set_has_every_pair_of_values_once(self) -> None:
        assert len(TILES) == len(set(TILES)) == 28
        assert sum(tile.is_double for tile in TILES) == 7
        assert all(sum(tile.halves(value) for tile in TILES) == 8 for value in range(7))

    def test_a_deal_gives_every_tile_once(self) -> None:
        first, second, stock = deal(Chance(5))
        assert (len(first), len(second), len(stock)) == (7, 7, 14)
        assert comb(28, 7) * comb(21, 7) == 137_680_171_200  # the ways to deal of Section II
        assert sorted(first + second + stock) == list(TILES)

    @pytest.mark.parametrize(
        ("hands", "player", "tile"),
        [
            ("0-0 5-6 / 4-6 3-6", 0, "0-0"),  # any double before any sum
            ("1-1 0-1 / 4-4 0-2", 1, "4-4"),  # the higher double
            ("3-6 0-1 / 2-5 0-2", 0, "3-6"),  # the example of Section II: 9 > 7
        ],
    )
    def test_who_opens(self, hands: str, player: int, tile: str) -> None:
        first, second = map(tiles, hands.split("/"))
        assert opening([first, second], Chance(1)) == (player, Tile.parse(tile))

    def test_equal_sums_are_raffled_between_the_players_then_among_their_tiles(self) -> None:
        hands = [tiles("3-6 4-5"), tiles("0-1 0-2")]
        assert {opening(hands, Chance(n))[1] for n in range(40)} == set(hands[0])
        split = [tiles("3-6 0-3"), tiles("4-5 0-1")]
        assert {opening(split, Chance(n)) for n in range(40)} == {(0, Tile(3, 6)), (1, Tile(4, 5))}

    def test_a_double_is_listed_twice_or_once_for_each_side(self) -> None:
        six = [Tile(6, 6)]
        assert len(configurations(six, (6, 6))) == 4
        assert len(configurations(six, (6, 6), doubles_twice=False)) == 2
        assert len(configurations(six, (6, 1))) == 2
        assert configurations(six, (0, 1)) == ()

    def test_neither_hand_holds_a_double(self) -> None:
        """One tile after the other must miss the doubles."""
        doubles = sum(tile.is_double for tile in TILES)
        one_by_one = Fraction(1)
        for dealt in range(14):
            one_by_one *= Fraction(len(TILES) - doubles - dealt, len(TILES) - dealt)
        assert one_by_one == Fraction(comb(21, 14), comb(28, 14)) == Fraction(1, 345)


def check_by_the_rules(match: Match, doubles_twice: bool = True) -> None:
    """Replay a record with nothing but the rules of Section II."""
    hands = [list(match.dealt[0]), list(match.dealt[1])]
    everything = [*match.dealt[0], *match.dealt[1], *match.stock]
    everything += [tile for turn in match.turns for tile in turn.eaten]
    assert sorted(everything) == list(TILES)
    stock = 14
    hands[match.first].remove(match.opening)
    line = [(match.opening.low, match.opening.high)]
    player = match.first
    for number, turn in enumerate(match.turns):
        player = 1 - player
        assert turn.player == player
        hand, ends = hands[player], {line[0][0], line[-1][1]}

        def fits(tile: Tile, ends: set[int] = ends) -> bool:
            return tile.low in ends or tile.high in ends

        assert not (turn.eaten and any(map(fits, hand))), "ate with a fitting tile in hand"
        assert not any(map(fits, turn.eaten[:-1])), "ate on after a tile that fits"
        hand.extend(turn.eaten)
        stock -= len(turn.eaten)
        if turn.placed is None:
            assert stock == 0, "passed with tiles to eat"
            assert not any(map(fits, hand)), "passed with a fitting tile"
        else:
            if turn.eaten:
                assert turn.placed.tile == turn.eaten[-1], "played another tile than the bought one"
            hand.remove(turn.placed.tile)
            laid = (turn.placed.inner, turn.placed.outer)
            line = [laid[::-1], *line] if turn.placed.side is Side.LEFT else [*line, laid]
        assert all(left[1] == right[0] for left, right in pairwise(line))
        assert tuple(line) == turn.table.line
        assert len(line) + len(hands[0]) + len(hands[1]) + stock == 28
        over = not hand or (number > 0 and turn.placed is match.turns[number - 1].placed is None)
        assert over == (turn is match.turns[-1]), "went on after the end, or stopped before it"
    sizes = [len(hand) for hand in hands]
    assert sizes == [len(hand) for hand in match.hands]
    assert match.closed == (0 not in sizes)
    fewer = DRAW if sizes[0] == sizes[1] else sizes.index(min(sizes))
    assert match.winner == fewer


class TestReferee:
    @pytest.mark.parametrize("reading", READINGS.values(), ids=READINGS)
    def test_every_match_follows_the_rules(self, reading: Reading) -> None:
        closed = 0
        for number in range(150):
            match = play_match(("pinduca", "nabucodonossor"), seed=11, match=number, reading=reading)
            check_by_the_rules(match)
            closed += match.closed
        assert closed > 0

    def test_a_closed_match_under_each_reading(self) -> None:
        for number in range(40):
            by_text, by_code, drawn = (
                play_match(("tiao", "pinduca"), seed=3, match=number, reading=Reading(closed=word))
                for word in ("fewer", "pseudo-code", "draw")
            )
            assert by_text.last_table == by_code.last_table == drawn.last_table
            if not by_text.closed:
                assert by_text.winner == by_code.winner == drawn.winner
                continue
            first, second = map(len, by_text.hands)
            assert by_code.winner == (0 if first > second else DRAW)
            assert drawn.winner == DRAW


class TestNoPeeking:
    """An agent sees its hand, the table and the public history; nothing else can be reached from there."""

    def test_only_visible_tiles_can_be_reached(self) -> None:
        looked = 0

        def spy(seen: Observation, chance: Chance) -> Configuration:
            nonlocal looked
            looked += 1
            reached = set(tiles_within(seen))
            assert reached == set(seen.hand) | set(seen.table.tiles)
            assert all((event.configuration is None) == (event.action != "plays") for event in seen.history)
            return chance.pick(seen.configurations)

        for number in range(20):
            play_match((spy, "tiao"), seed=2, match=number)
        assert looked > 50

    def test_shuffling_what_is_hidden_changes_nothing(self) -> None:
        for number in range(20):
            chance = match_chance(4, ("juca", "tiao"), number)
            referee = Referee((AGENTS["juca"], AGENTS["tiao"]), BEST_FIT, chance)
            me = 1 - referee.first
            for _ in range(4):
                ways = referee.ways(referee.hands[me])
                seen = referee.observe(me, ways)
                other = referee.hands[1 - me]
                hidden = (other + referee.stock)[::-1]
                referee.hands[1 - me][:], referee.stock = hidden[: len(other)], hidden[len(other) :]
                assert referee.observe(me, ways) == seen
                referee.turns.append(referee.turn(me))
                me = 1 - me


def tiles_within(value: object) -> list[Tile]:
    """Every tile that can be reached from a value."""
    if isinstance(value, Tile):
        return [value]
    if isinstance(value, Table):
        return list(value.tiles)
    if isinstance(value, tuple | list):
        return [tile for part in value for tile in tiles_within(part)]
    if is_dataclass(value):
        return [tile for field in fields(value) for tile in tiles_within(getattr(value, field.name))]
    assert value is None or isinstance(value, int | str)
    return []


def observation(hand: str, line: str, reading: Reading = BEST_FIT) -> Observation:
    """What a player sees who holds `hand` before the line of tiles `line`."""
    halves = tuple((int(word[0]), int(word[2])) for word in line.split())
    table = Table(halves)
    ways = configurations(tiles(hand), table.ends, reading.doubles == "twice")
    first = Tile.parse(line.split()[0])
    return Observation(0, tuple(tiles(hand)), table, ways, 1, first, (), 5, 9, reading)


class TestAgents:
    # ends 2 and 5; on the table 2: one half, 6: four, 5: one
    LINE = "2-6 6-6 6-5"
    HAND = "2-2 0-2 0-5 0-0 5-5"

    def scores(self, **changes: str) -> dict[str, tuple[int, int]]:
        seen = observation(self.HAND, self.LINE, replace(BEST_FIT, **changes))
        return {str(way): (seen.v(way), seen.t(way)) for way in seen.configurations}

    @pytest.mark.parametrize(
        ("changes", "v", "t"),
        [
            ({}, (1 + 3, 4, 4, 1 + 3), {1}),
            ({"counts": "tiles"}, (1 + 2, 3, 3, 1 + 2), {1}),
            ({"candidate": "excluded"}, (1 + 1, 3, 3, 1 + 1), {1}),
            ({"other_end": "table-and-hand"}, (4, 4, 4, 4), {1 + 3}),
            ({"other_end": "value"}, (4, 4, 4, 4), {2, 5}),
        ],
        ids=str,
    )
    def test_v_and_t_by_hand(self, changes: dict[str, str], v: tuple[int, ...], t: set[int]) -> None:
        scores = self.scores(**changes)
        ways = "[2|2] at the left", "[0|2] at the left", "[0|5] at the right", "[5|5] at the right"
        assert {way: score[0] for way, score in scores.items()} == dict(zip(ways, v, strict=True))
        assert {score[1] for score in scores.values()} == t

    def choices(self, agent: str, seen: Observation, times: int = 400) -> Counter[str]:
        chance = Chance(9)
        return Counter(str(AGENTS[agent](seen, chance)) for _ in range(times))

    def test_ties(self) -> None:
        def tied(ties: str) -> set[str]:
            seen = observation(self.HAND, self.LINE, Reading(ties=ties, doubles="once"))
            return set(self.choices("pinduca", seen))

        everything = {str(way) for way in observation(self.HAND, self.LINE).configurations}
        assert tied("uniform") == everything
        assert tied("first") == {"[2|2] at the left"}
        assert tied("non-doubles") == {"[0|2] at the left", "[0|5] at the right"}

    def test_pinduca_and_tiao_take_the_highest(self) -> None:
        # ends 1 and 2; v(4) = 3 beats v(5) = 1, but t = 1 for the end 2 and 3 for the end 1
        seen = observation("1-4 4-4 2-5", "1-1 1-2")
        assert {str(way): (seen.v(way), seen.t(way)) for way in seen.configurations} == {
            "[1|4] at the left": (3, 1),
            "[2|5] at the right": (1, 3),
        }
        assert set(self.choices("pinduca", seen)) == {"[1|4] at the left"}
        assert set(self.choices("tiao", seen)) == {"[1|4] at the left", "[2|5] at the right"}
        with_another_five = observation("1-4 4-4 2-5 5-6", "1-1 1-2")
        assert set(self.choices("pinduca", with_another_five)) == {"[1|4] at the left"}
        assert set(self.choices("tiao", with_another_five)) == {"[2|5] at the right"}

    @pytest.mark.parametrize(
        ("juca", "shares"), [("configuration", (1 / 2, 1 / 4, 1 / 4)), ("tile", (1 / 3, 1 / 3, 1 / 3))]
    )
    def test_juca_raffles(self, juca: str, shares: tuple[float, ...]) -> None:
        seen = observation("2-2 0-2 0-5", self.LINE, Reading(juca=juca))
        ways = "[2|2] at the left", "[0|2] at the left", "[0|5] at the right"
        self.assert_shares("juca", seen, dict(zip(ways, shares, strict=True)))

    def test_nabucodonossor_turns_the_roulette_of_equation_3(self) -> None:
        seen = observation("1-4 2-5 2-6 5-6", "1-1 1-2")
        scores = {str(way): seen.v(way) * seen.t(way) for way in seen.configurations}
        assert scores == {"[1|4] at the left": 1, "[2|5] at the right": 6, "[2|6] at the right": 6}
        weights = {way: exp(score / 0.999**2) for way, score in scores.items()}
        self.assert_shares(
            "nabucodonossor", seen, {way: weight / sum(weights.values()) for way, weight in weights.items()}
        )

    @pytest.mark.parametrize(("temperature", "m"), [("before", 2), ("after", 3)])
    def test_the_roulette_cools_with_every_tile_on_the_table(self, temperature: str, m: int) -> None:
        """The wheel is as long as all weights: with scores 1, 6 and 6, two of d = 0 and one of d = 5."""

        class Croupier(Chance):
            def below(self, n: int) -> int:
                wheels.append(n)
                return n - 1

        wheels: list[int] = []
        seen = observation("1-4 2-5 2-6 5-6", "1-1 1-2", Reading(temperature=temperature))
        assert str(AGENTS["nabucodonossor"](seen, Croupier(1))) == "[2|6] at the right"
        (wheel,) = wheels
        assert wheel == pytest.approx(BEST_WEIGHT * (2 + exp(-5 / 0.999**m)), rel=1e-12)

    def assert_shares(self, agent: str, seen: Observation, shares: dict[str, float]) -> None:
        """Hoeffding: a share strays by sqrt(log(2 / d) / 2n) with probability at most d = 10^-9."""
        times = 20_000
        stray = sqrt(log(2e9) / (2 * times))
        chosen = self.choices(agent, seen, times)
        assert set(chosen) <= set(shares)
        for way, share in shares.items():
            assert abs(chosen[way] / times - share) < stray

    def test_roulette_weights_are_boltzmann_factors(self) -> None:
        for m, row in enumerate(roulette_weights()):
            for d, weight in enumerate(row):
                assert weight >= 1
                assert abs(weight - BEST_WEIGHT * exp(-d / 0.999**m)) <= 1 + 1e-12 * weight
        assert 32 * BEST_WEIGHT < 2**63, "the sum over all configurations must fit the engine's integers"


class TestReading:
    def test_presets_and_changes_round_trip(self) -> None:
        for name, words in OPTIONS.items():
            for word in words:
                for preset in READINGS.values():
                    reading = replace(preset, **{name: word})
                    assert Reading.parse(str(reading)) == reading

    def test_literal_differs_as_documented(self) -> None:
        assert str(LITERAL) == "literal"
        changed = replace(LITERAL, ties="uniform")
        assert str(changed) == "literal,ties=uniform"
        assert changed == Reading(juca="tile", doubles="once", other_end="table-and-hand", ties="uniform")


class TestChance:
    def test_reference_vector_of_splitmix64(self) -> None:
        chance = Chance(1234567)
        assert [chance.word() for _ in range(5)] == [
            6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
            16408922859458223821,
        ]  # fmt: skip

    def test_below_reaches_every_number_and_no_other(self) -> None:
        chance = Chance(1234567)
        assert [chance.word() % 7, *(chance.below(6) for _ in range(8))] == [1, 5, 5, 5, 1, 0, 4, 4, 2]
        chance = Chance(3)
        for n in range(1, 29):
            assert {chance.below(n) for _ in range(60 * n)} == set(range(n))


def test_a_mean_has_the_standard_error_of_the_sample() -> None:
    sample = [3, 5, 5, 8, 13, 21]
    estimate = mean(sum(sample), sum(n * n for n in sample), len(sample))
    assert estimate.value == pytest.approx(fmean(sample))
    assert estimate.se == pytest.approx(stdev(sample) / sqrt(len(sample)))
    assert estimate.high - estimate.value == pytest.approx(Z95 * estimate.se)


@pytest.mark.parametrize(("count", "matches"), [(0, 10), (3, 10), (10, 10), (320, 1000)])
def test_wilson_interval_ends_where_the_normal_test_rejects(count: int, matches: int) -> None:
    """The ends p of the interval solve |share - p| = z sqrt(p (1 - p) / n)."""
    estimate = proportion(count, matches)
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
    for end in (estimate.low, estimate.high):
        if 0 < end < 1:
            assert abs(estimate.value - end) == pytest.approx(Z95 * sqrt(end * (1 - end) / matches))
