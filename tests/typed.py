"""Commands as they are typed."""

import json
import shlex

from click.testing import CliRunner

from enumerate.cli import main


def run(*words, stdin=None):
    """The result of a command, given as one line or as words."""
    words = shlex.split(words[0]) if len(words) == 1 else [str(word) for word in words]
    return CliRunner().invoke(main, words, input=stdin)


def printed(*words, stdin=None):
    """What a command prints; it must succeed."""
    result = run(*words, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def answer(*words, stdin=None):
    """The JSON that a command prints."""
    words = shlex.split(words[0]) if len(words) == 1 else words
    return json.loads(printed(*words, "--format", "json", stdin=stdin))


def refused(*words, stdin=None, status=2):
    """The one line with which a command refuses its input."""
    result = run(*words, stdin=stdin)
    assert (result.exit_code, result.stdout) == (status, ""), result.output
    assert result.stderr.startswith("enumerate: ")
    assert result.stderr.count("\n") == 1
    return result.stderr
