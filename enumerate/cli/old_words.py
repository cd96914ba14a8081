"""Words of earlier versions. They work for one version, and a note on stderr names the new word.

`translate` rewrites the typed words before anything else reads them. Commands see only the new words. Every
line of the tables has a line in tests/cli/test_renamed.py.
"""

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
# removed options, with the advice
REMOVED = {
    ("box", "--store"): "the outcomes are computed each time; save them with --format json --out FILE",
    ("pieces", "--database"): "the values are computed each time; save them with --format json --out FILE",
}


def translate(words: list[str]) -> tuple[list[str], list[str]]:
    """The words with new names for old ones, and a note for each that was replaced.

    >>> translate(["positions", "--box", "2x2x2", "--total"])[0]
    ['count', '2x2x2']
    """
    if not words:
        return words, []
    notes: dict[str, None] = {}
    command, rest = words[0], [word.partition("=") for word in words[1:]]

    def renamed(old: str, new: str) -> str:
        notes[f"`{old}` is now `{new}`"] = None
        return new

    if command == "plot" and rest:
        command = f"plot {''.join(rest.pop(0))}"
        rest = [("--picture" if option == "--out" else option, sign, value) for option, sign, value in rest]
    if command in COMMANDS:
        command, *more = renamed(command, COMMANDS[command]).split()
        rest = [(word, "", "") for word in more] + rest
    for (old, option), (new, name) in BECAME_COMMANDS.items():
        if words[0] == old and option in (word[0] for word in rest):
            renamed(f"{old} {option}", f"{new} {name}".strip())
            command = new
            rest = [(name if one == option else one, sign, value) for one, sign, value in rest]
            rest = [word for word in rest if word[0] or word[2]]
    found: list[str] = []
    for option, equals, value in rest:
        if (command, option) in REMOVED:
            raise InputError(f"{option} was removed: {REMOVED[command, option]}")
        before = found[-1] if found else ""
        if option in OPTIONS:
            option = renamed(option, OPTIONS[option])
            if not option.startswith("--"):  # its value becomes the argument
                found += [value] if equals else []
                continue
        elif not equals and option in VALUES.get(before, {}):
            option = renamed(f"{before} {option}", f"{before} {VALUES[before][option]}").split()[1]
        if value in VALUES.get(option, {}):
            value = renamed(f"{option} {value}", f"{option} {VALUES[option][value]}").split()[1]
        found.append(option + equals + value)
    return [*command.split(" "), *found], list(notes)
