"""Words of earlier versions. They work for one version, and a note on stderr names the new word.

`translate` rewrites the words that were typed before anything else reads them, so that commands know only the
new words. Every line of the tables has a line in tests/cli/test_renamed.py.
"""

from collections.abc import Iterator

from ..support.errors import InputError

# old command -> new words; `plot X` is a command of two words
COMMANDS = {
    "board": "overview",
    "oeis": "sequence",
    "dominogame": "falling",
    "monominogame": "falling --length 1",
    "plot coefficients": "positions",
    "plot activity": "evaluate",
    "plot alpha": "alpha",
    "plot thermograph": "value",
    "plot census": "census",
}
# old option -> new option; BOARD means that its value becomes the argument
OPTIONS = {
    "--board": "BOARD",
    "--box": "BOARD",
    "--shape": "SHAPE",
    "--svg": "--picture",
    "--tikz": "--picture",
    "--plot": "--picture",
    "--workers": "--threads",
    "--any": "--unreachable",
}
# (command, old option) -> (new command, new option): an option that became a command
BECAME_COMMANDS = {
    ("positions", "--total"): ("count", ""),
    ("positions", "--dominoes"): ("count", "--pieces"),
    ("positions", "--empty"): ("count", "--empty"),
    ("fewest", "--most"): ("most", ""),
}
# option -> old value -> new value
VALUES = {"--ties": {"set": "all", "kind": "generous", "spite": "spiteful"}}
# options that are gone, with the reason
REMOVED = {
    ("box", "--store"): "the outcomes are computed each time; save them with --format json --out FILE",
    ("pieces", "--database"): "the values are computed each time; save them with --format json --out FILE",
}


def translate(words: list[str]) -> tuple[list[str], list[str]]:
    """The words with new names for old ones, and a note for each that was replaced.

    >>> translate(["positions", "--box", "2x2x2", "--total"])[0]
    ['count', '2x2x2']
    """
    notes: list[str] = []
    if not words:
        return words, notes
    command, rest, is_plot = words[0], list(words[1:]), words[0] == "plot"
    if is_plot and rest:
        command = f"plot {rest.pop(0)}"
    if command in COMMANDS:
        notes.append(f"`{command}` is now `{COMMANDS[command]}`")
        command, *more = COMMANDS[command].split()
        rest = more + rest
    if is_plot:
        rest = [_renamed(word, "--out", "--picture") for word in rest]
    for (old, option), (new, replacement) in BECAME_COMMANDS.items():
        if command in (old, new) and old == words[0] and option in (word.split("=")[0] for word in rest):
            notes.append(f"`{old} {option}` is now `{f'{new} {replacement}'.strip()}`")
            command = new
            rest = [_renamed(word, option, replacement) for word in rest if word != option or replacement]
    for word in rest:
        if (command, option := word.split("=")[0]) in REMOVED:
            raise InputError(f"{option} was removed: {REMOVED[command, option]}")
    translated = list(_options(rest, notes))
    return [*command.split(" "), *translated], list(dict.fromkeys(notes))


def _renamed(word: str, option: str, replacement: str) -> str:
    """The word with another option's name if it is this option."""
    return replacement + word[len(option) :] if word.split("=")[0] == option else word


def _options(words: list[str], notes: list[str]) -> Iterator[str]:
    """The words after the command, with options and values replaced."""
    before = ""
    for word in words:
        name, equals, value = word.partition("=")
        if name in OPTIONS:
            notes.append(f"`{name}` is now `{OPTIONS[name]}`")
            if OPTIONS[name].startswith("--"):
                yield OPTIONS[name] + equals + value
            elif equals:
                yield value
        elif equals and value in VALUES.get(name, {}):
            notes.append(f"`{name} {value}` is now `{name} {VALUES[name][value]}`")
            yield f"{name}={VALUES[name][value]}"
        elif word in VALUES.get(before, {}):
            notes.append(f"`{before} {word}` is now `{before} {VALUES[before][word]}`")
            yield VALUES[before][word]
        else:
            yield word
        before = word
