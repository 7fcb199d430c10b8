"""What a rule sheet is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Text: TypeAlias = "str | _StrPromise"
"""Text for people; a promise is translated when it is shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence or two of the rules.

    ``decided``: the handed-down sheet is silent or unclear here, and this site decided. ``card``: also on the
    rule card. ``when``: holds only in matches whose options have one of these values.
    """

    text: Text
    decided: bool = False
    card: bool = False
    when: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def holds_for(self, options: Mapping[str, str]) -> bool:
        return all(options.get(name) in values for name, values in self.when.items())


@dataclass(frozen=True, slots=True)
class Section:
    title: Text
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Goals:
    """What a result is worth: for each row what was reached, and the points from 0 to 100."""

    reached: Text
    rows: tuple[tuple[Text, Text], ...]
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of the game in words: each offered value with what it means."""

    title: Text
    values: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that people are told about a game."""

    slug: str
    sentence: Text
    """The game in one sentence."""
    seats: Mapping[str, Text]
    """Each role, as somebody who chooses a side reads it."""
    sections: tuple[Section, ...]
    goals: Goals
    choices: Mapping[str, Choice] = field(default_factory=dict)

    def card(self, options: Mapping[str, str]) -> list[Line]:
        """The few lines that both players see before the first move and keep during the match."""
        lines = [line for section in self.sections for line in section.lines]
        return [line for line in lines if line.card and line.holds_for(options)]

    def agreed(self, options: Mapping[str, str]) -> list[tuple[Text, Text]]:
        """What was chosen for a match, in words: (what, how)."""
        chosen = ((self.choices[name], value) for name, value in options.items() if name in self.choices)
        return [(choice.title, choice.values[value]) for choice, value in chosen if value in choice.values]
