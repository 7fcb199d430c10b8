"""The tables of docs/facts.md: facts and actions of each rule set, with a position of a game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games_app.games.catalogue import SCHEMAS
from games_app.games.rules import FAMILIES, Game, State, play
from games_app.games.schema import GameSchema, Schema
from tools.generated import table

DECISIONS = 9
"""Number of random decisions after which a position is the example, if the game goes on."""


def facts_text() -> str:
    """Return a section for each game, and in it one for each rule set."""
    return "\n".join(part for family in FAMILIES.values() for part in _family(family))


def _family(family: Iterable[Game]) -> Iterator[str]:
    default, *others = family
    yield f"## {default.name}\n"
    for game in (default, *others):
        yield _rule_set(game, SCHEMAS[game.slug])


def _rule_set(game: Game, schema: GameSchema) -> str:
    facts = ((f"`{key}`", _type(fact.schema), fact.meaning) for key, fact in schema.facts.items())
    actions = ((f"`{action.form}`", action.meaning) for action in schema.actions)
    words = (
        (f"*{title}*", _type(word | {"title": ""}), word["description"])
        for title, word in _words(schema).items()
    )
    parts = [
        f"### {game.name}: `{game.slug}`\n",
        table(("key", "value", "meaning"), facts),
        table(("action", "meaning"), actions),
        table(("word", "values", "meaning"), words),
        _example(game),
    ]
    return "\n".join(parts)


def _example(game: Game) -> str:
    """Return the facts of a position, and what the role to move may do there."""
    state, role = _position(game)
    facts = ",\n ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in state.facts().items())
    legal = ", ".join(f"`{action}` ({game.notation(action)})" for action in state.legal_actions(role))
    return f"```json\n{{{facts}}}\n```\n\nHere {role} may play, with the notation in brackets: {legal}.\n"


def _position(game: Game) -> tuple[State, str]:
    """Return a position of a random game, and a role to move in it."""
    chance, states = random.Random(game.slug), [game.initial_state()]
    while len(states) <= DECISIONS and states[-1].to_move:
        role = states[-1].to_move[0]
        states.append(play(states[-1], role, chance.choice(states[-1].legal_actions(role))).state)
    state = next(state for state in reversed(states) if state.to_move)
    return state, state.to_move[0]


def _words(schema: GameSchema) -> dict[str, Schema]:
    """Return the words of facts and actions by their titles. Of one that is also a key, it is the value."""
    parts = [*(fact.schema for fact in schema.facts.values())]
    parts += [word for action in schema.actions for word in action.words]
    return {word["title"]: word for part in parts for word in _words_in(part)}


def _words_in(part: Any) -> Iterator[Schema]:
    if isinstance(part, Mapping):
        if "title" in part:
            yield dict(part)
        for inner in part.values():
            yield from _words_in(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _words_in(inner)


def _type(schema: Schema) -> str:
    """Return the type and the range of a value in words."""
    match schema:
        case {"title": title} if title:
            return f"*{title}*"
        case {"enum": values}:
            return ", ".join(f"`{json.dumps(value)}`" for value in values)
        case {"pattern": pattern}:
            return f"text: `{pattern.strip('^$')}`"
        case {"anyOf": parts}:
            return " or ".join(map(_type, parts))
        case {"type": "integer", "minimum": least, "maximum": most}:
            return f"{least} to {most}"
        case {"type": "integer", "minimum": least}:
            return f"{least} or more"
        case {"type": "boolean"}:
            return "`true`, `false`"
        case {"type": "array", "items": items, "maxItems": most}:
            return f"list of at most {most}: {_type(items)}"
        case {"properties": properties}:
            return "; ".join(f"`{name}`: {_type(value)}" for name, value in properties.items())
        case {"propertyNames": keys, "additionalProperties": value}:
            which = "each" if "required" in schema else "some"
            return f"for {which} {_type(keys)}: {_type(value)}"
        case {"type": kind}:
            return f"`{kind}`"
    raise TypeError(f"This kind of schema has no words yet: {schema}")
