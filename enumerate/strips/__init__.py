"""All boards of one width: row matrices, proved recurrences, growth."""
