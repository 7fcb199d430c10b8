"""The classes of a rule sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Text: TypeAlias = "str | _StrPromise"
"""Text for people, translated when it is shown."""


def holds(when: Mapping[str, tuple[str, ...]], options: Mapping[str, str]) -> bool:
    """Return whether each of these options has one of its values."""
    return all(options.get(name) in values for name, values in when.items())


@dataclass(frozen=True, slots=True)
class Line:
    """One or two sentences of the rules.

    ``decided``: the handed-down sheet is silent or unclear here, and this site decided. ``card``: also on the
    rule card. ``brief``: one of the five lines that tell a newcomer the game, in every match; the last ones
    say how it ends and what counts. ``when``: holds only in matches whose options have one of these values.
    """

    text: Text
    decided: bool = False
    card: bool = False
    brief: bool = False
    when: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def holds_for(self, options: Mapping[str, str]) -> bool:
        return holds(self.when, options)


MOVES = _("Moves")

OUT_OF_TIME = Line(
    _(
        "With a clock, a player who runs out of time loses, however the board stands. Points are counted "
        "only when the game ends by itself."
    ),
    decided=True,
)
"""The meaning of a fallen flag, which is the same in every game."""


@dataclass(frozen=True, slots=True)
class Section:
    title: Text
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Goals:
    """The value of a result: for each row the achievement, and the points from 0 to 100."""

    reached: Text
    rows: tuple[tuple[Text, Text], ...]
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of an option while others have one of these values, and its first offered value then."""

    when: Mapping[str, tuple[str, ...]]
    values: Mapping[str, Text]
    offered: str


@dataclass(frozen=True, slots=True)
class OptionText:
    """An option of the game in words: each offered value with its meaning.

    ``values`` must be true whatever else is chosen; ``wordings`` say it exactly once that is known. ``hint``
    says what helps to choose.
    """

    title: Text
    values: Mapping[str, Text]
    wordings: tuple[Wording, ...] = ()
    hint: Text = ""

    def value_text(self, value: str, options: Mapping[str, str]) -> Text:
        """The words for this value in a match with these options."""
        exact = (wording.values.get(value) for wording in self.wordings if holds(wording.when, options))
        return next((text for text in exact if text), self.values[value])


BY_HAND = {"sowing": ("hand",)}

VARIANT_BY_HAND = Line(_("by hand"), when=BY_HAND)


def sowing_option(hint: Text) -> OptionText:
    """Return the words for the option to sow by hand."""
    values = {
        "auto": pgettext_lazy("how shells are sown", "By itself"),
        "hand": pgettext_lazy("how shells are sown", "By hand"),
    }
    return OptionText(pgettext_lazy("how shells are sown", "Sowing"), values, hint=hint)


@dataclass(frozen=True, slots=True)
class Aspect:
    """A point in which the rule sets of a game differ, and how it is in one of them.

    ``question``: how people are asked for it who look for the rules that they know; empty if they aren't.
    ``is_open``: the players choose it, so it fits any answer.
    """

    title: Text
    value: Text
    question: Text = ""
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A text that describes a rule set; ``address`` is empty if it isn't on the web."""

    title: Text
    address: str = ""


@dataclass(frozen=True, slots=True)
class Dispute:
    """Another rule that some sources of a rule set give."""

    text: Text
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rules of a game in words."""

    sentence: Text
    """The game in one sentence."""
    seats: Mapping[str, Text]
    """Each role, as a person who chooses a side reads it."""
    sections: tuple[Section, ...]
    goals: Goals
    places: tuple[Text, ...] = ()
    """Names of the places on the board, here and in the published game description."""
    also: tuple[Text, ...] = ()
    """Other names of the game, or of a very similar one."""
    choices: Mapping[str, OptionText] = field(default_factory=dict)
    counted: Text = ""
    """Unit of ``Game.score``, in words; empty if it counts nothing."""
    length: Text = MOVES
    """Unit of a match's length, which is its number of plies, in words."""
    games: int = 1
    """Number of games of a series that the form of a new match recommends; people choose it."""
    games_because: Text = ""
    """Reason for that default."""
    variants: tuple[Line, ...] = ()
    """Phrases that distinguish unusual matches in a list, the more particular first."""
    aspects: tuple[Aspect, ...] = ()
    """Points in which the rule sets of the game may differ, in the same order for all of them."""
    because: Text = ""
    """Origin of this rule set, and the people it is for."""
    sources: tuple[Source, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    """Points in which its sources disagree with it."""

    def card(self, options: Mapping[str, str]) -> list[Line]:
        """The lines of the rule card, which both players see before and during the match."""
        return [line for line in self._lines if line.card and line.holds_for(options)]

    @property
    def brief(self) -> list[Line]:
        """The game in five lines."""
        return [line for line in self._lines if line.brief]

    @property
    def _lines(self) -> list[Line]:
        return [line for section in self.sections for line in section.lines]

    def agreed(self, options: Mapping[str, str]) -> list[tuple[Text, Text]]:
        """The chosen options in words: (option, choice)."""
        chosen = ((choice, options.get(name, "")) for name, choice in self.choices.items())
        return [
            (choice.title, choice.value_text(value, options))
            for choice, value in chosen
            if value in choice.values
        ]

    def variant(self, options: Mapping[str, str]) -> Text:
        """The match in a word or two if it isn't the usual one, otherwise empty."""
        return next((line.text for line in self.variants if line.holds_for(options)), "")
