"""The rule sets of a game compared, and the questions that help people to find the one they know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games_app.games.base import Game
from games_app.games.catalogue import SHEETS
from games_app.games.registry import FAMILIES
from games_app.games.sheet import Aspect, Sheet, Text

MOST_QUESTIONS = 3


@dataclass(frozen=True, slots=True)
class Compared:
    """A rule set beside the default one of its game: each aspect, and whether it differs there."""

    game: Game
    sheet: Sheet
    aspects: Sequence[tuple[Aspect, bool]]

    @property
    def differing(self) -> list[Aspect]:
        return [aspect for aspect, differs in self.aspects if differs]


@dataclass(frozen=True, slots=True)
class Question:
    """``name`` is the field of a form; the values of ``answers`` are the places in it, from 0."""

    name: str
    text: Text
    answers: Sequence[Text]


def rule_sets(family: str) -> list[Compared]:
    """Return the rule sets of a game, the default first. Raises KeyError for a slug that is no game's."""
    usual = SHEETS[FAMILIES[family][0].slug].aspects
    return [_compared(game, usual) for game in FAMILIES[family]]


def _compared(game: Game, usual: Sequence[Aspect]) -> Compared:
    own = SHEETS[game.slug].aspects
    differs = [
        str(aspect.value) != str(usual_aspect.value) for aspect, usual_aspect in zip(own, usual, strict=True)
    ]
    return Compared(game, SHEETS[game.slug], list(zip(own, differs, strict=True)))


def questions(family: str) -> list[Question]:
    """Return the questions that tell the rule sets of a game apart; none for a game with a single one."""
    return [_question(family, place) for place in _asked(family)] if len(FAMILIES[family]) > 1 else []


def fitting(family: str, chosen: Mapping[str, str]) -> list[Compared]:
    """Return the rule sets that fit most answers; none without any answer. Unknown answers are ignored."""
    offered_answers = {question.name: question.answers for question in questions(family)}
    answers = {
        int(name[1:]): str(offered_answers[name][int(value)])
        for name, value in chosen.items()
        if name in offered_answers and value in map(str, range(len(offered_answers[name])))
    }
    fits = {rule_set.game.slug: _fits(rule_set, answers) for rule_set in rule_sets(family)}
    most = max(fits.values())
    return [rule_set for rule_set in rule_sets(family) if most and fits[rule_set.game.slug] == most]


def _fits(rule_set: Compared, answers: Mapping[int, str]) -> int:
    aspects = [aspect for aspect, _differs in rule_set.aspects]
    return sum(aspects[place].is_open or str(aspects[place].value) == said for place, said in answers.items())


def _asked(family: str) -> list[int]:
    """Return the places of the aspects that people are asked about."""
    usual = SHEETS[FAMILIES[family][0].slug].aspects
    return [place for place, aspect in enumerate(usual) if aspect.question][:MOST_QUESTIONS]


def _question(family: str, place: int) -> Question:
    aspects = [SHEETS[game.slug].aspects[place] for game in FAMILIES[family]]
    answers = {str(aspect.value): aspect.value for aspect in aspects if not aspect.is_open}
    return Question(f"q{place}", aspects[0].question, sorted(answers.values(), key=str))
