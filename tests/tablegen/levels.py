"""Three levels of equality of dumped records; the strictest is the gate, the others explain.

1. The JSON is equal, ``!locs`` apart.
2. Equal when each unnamed record is called by its content: the numbering differs, no value does.
3. Equal in what named records reach: unnamed records that nobody uses are missing or too many.
"""

import hashlib
import json
import re
from collections import Counter

ANONYMOUS = re.compile(r"anonymous_\d+")
PRINTED = {"def", "var", "varbit", "dag"}


def without_places(records):
    """Return the records without ``!locs``."""
    return {
        name: {key: value for key, value in record.items() if key != "!locs"}
        if isinstance(record, dict)
        else record
        for name, record in records.items()
    }


def explain(ours, theirs):
    """Return why two dumps that aren't equal differ."""
    one, other = _Content(without_places(ours)), _Content(without_places(theirs))
    if one.everything() == other.everything():
        return "numbers of unnamed records"
    if one.reached() == other.reached():
        return "unnamed records that no named record reaches"
    return f"values: {', '.join(differences(one.named(), other.named())[:3]) or 'unnamed records'}"


def differences(one, other):
    """Return the fields, as ``record.field``, in which two sets of records differ."""
    return [
        f"{name}.{field}"
        for name in sorted({*one, *other})
        for field in sorted({*one.get(name, {}), *other.get(name, {})})
        if one.get(name, {}).get(field) != other.get(name, {}).get(field)
    ]


class _Content:
    """Records in which each unnamed one is called by a hash of its content."""

    def __init__(self, records):
        self.records = {name: r for name, r in records.items() if name[0] != "!"}
        self.hashes = {}

    def everything(self):
        return Counter(self._text(name) for name in self.records)

    def named(self):
        return {
            name: self._plain(record, name)
            for name, record in self.records.items()
            if not record["!anonymous"]
        }

    def reached(self):
        reached, waiting = set(), [n for n, r in self.records.items() if not r["!anonymous"]]
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                text = json.dumps(self.records[name])
                waiting += [n for n in ANONYMOUS.findall(text) if n in self.records]
        return {self._text(name) for name in reached}

    def _text(self, name):
        return json.dumps(self._plain(self.records[name], name), sort_keys=True)

    def _plain(self, value, owner):
        if isinstance(value, dict):
            skips = value.get("kind") in PRINTED
            return {
                self._plain(key, owner): self._plain(item, owner)
                for key, item in value.items()
                if not (skips and key == "printable")
            }
        if isinstance(value, list):
            return [self._plain(item, owner) for item in value]
        if isinstance(value, str) and "anonymous_" in value:
            return ANONYMOUS.sub(lambda match: self._hash(match[0], owner), value)
        return value

    def _hash(self, name, owner):
        if name == owner or name not in self.records:
            return "itself" if name == owner else name
        if name not in self.hashes:
            self.hashes[name] = "open"
            digest = hashlib.sha256(self._text(name).encode()).hexdigest()
            self.hashes[name] = f"unnamed_{digest[:16]}"
        return self.hashes[name]
