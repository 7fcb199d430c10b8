"""The facts and the actions of a rule set as programs read and write them: JSON Schemas with meanings.

Each game declares them in its ``schema`` module. docs/facts.md is made from them, and a test compares them
with random games. A word is a schema with a title, by which other parts refer to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games_app.games.base import NOOP, Option

Schema = dict[str, Any]

FLAG: Schema = {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Fact:
    """One key of the facts."""

    schema: Schema
    meaning: str
    always: bool = True
    """False for a key that some facts of the rule set lack."""


@dataclass(frozen=True, slots=True)
class Action:
    """Actions of one kind: the verb, then a value of each word, separated by spaces."""

    verb: str
    words: tuple[Schema, ...]
    meaning: str

    @property
    def form(self) -> str:
        """The action with the titles of its words in capitals: "move POINT POINT"."""
        return " ".join([self.verb, *(word["title"].upper() for word in self.words)])

    @property
    def pattern(self) -> re.Pattern[str]:
        values = ("|".join(re.escape(str(value)) for value in word["enum"]) for word in self.words)
        return re.compile(re.escape(self.verb) + "".join(f" (?:{each})" for each in values))


@dataclass(frozen=True, slots=True)
class GameSchema:
    """The facts of a rule set by their keys, and its actions."""

    facts: Mapping[str, Fact]
    actions: tuple[Action, ...]

    @property
    def as_json(self) -> Schema:
        """The JSON Schema of the facts."""
        described = {key: fact.schema | {"description": fact.meaning} for key, fact in self.facts.items()}
        return record(described, [key for key, fact in self.facts.items() if fact.always])


def word(title: str, values: Iterable[object], meaning: str) -> Schema:
    return {"title": title, "description": meaning, "enum": list(values)}


def role(roles: Iterable[str]) -> Schema:
    return word("role", roles, "the first one begins, unless an option says otherwise")


def one_of(*values: object) -> Schema:
    return {"enum": list(values)}


def text(title: str, pattern: str, meaning: str) -> Schema:
    return {"title": title, "description": meaning, "type": "string", "pattern": f"^{pattern}$"}


def whole(least: int, most: int | None = None) -> Schema:
    return {"type": "integer", "minimum": least} | ({} if most is None else {"maximum": most})


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def list_of(items: Schema, most: int) -> Schema:
    return {"type": "array", "items": items, "maxItems": most}


def some(keys: Schema, value: Schema) -> Schema:
    """An object with such a value for some of the keys."""
    return {"type": "object", "propertyNames": keys, "additionalProperties": value}


def each(keys: Schema, value: Schema) -> Schema:
    """An object with such a value for each of the keys, which are text in JSON."""
    names = [str(key) for key in keys["enum"]]
    return some(keys | {"enum": names}, value) | {"required": names}


def record(properties: Mapping[str, Schema], required: Iterable[str]) -> Schema:
    """An object with these properties and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def options(allowed: Mapping[str, Option]) -> Fact:
    """The options of the match; left out if all of them are unsaid."""
    said = [name for name, option in allowed.items() if not option.unsaid]
    values = {
        name: one_of(*(value for value in option.values if name in said or value != option.default))
        for name, option in allowed.items()
    }
    return Fact(record(values, said), "the options of the match", always=bool(said))


def control(roles: Schema) -> Fact:
    return Fact(roles, "the role that moves; after the end, the role that would move")


def passing(meaning: str) -> Action:
    return Action(NOOP, (), meaning)
