"""One position for all: a club's question, its members' answers, and the steps in which both are shown.

Before the question is closed, nothing tells the answers of others or the engine's opinion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any

from django.db import transaction
from msgspec import Struct
from msgspec.structs import replace

from games_app import rules_service
from games_app.analysis.fairness import fair_position, why_withheld
from games_app.analysis.requests import position_of, request_position
from games_app.clubs.record import Record, Role, locked, must_be_member, must_run
from games_app.games.catalogue import BOARDS
from games_app.games.engine.analyse import analysable
from games_app.games.rules import Facts, State, get_game, play
from games_app.games.sowing_series import Sowing
from games_app.lib.refusals import Refusal, Refused
from games_app.match.visibility import open_position
from games_app.models import ClubAnswer, ClubQuestion

ANSWERS, VERDICTS = 0, 1
"""Steps of a closed question: the answers, then what is proved. Each further step is a move of the line.

The end of a sowing needs no proof: the second step sows it.
"""


def ask(
    public_id: str,
    by: int | None,
    game: str,
    facts: Facts,
    cmd: str,
    now: datetime,
    *,
    puzzle: str = "",
    sown: str = "",
) -> ClubQuestion:
    """Put a position before the club, once however often the form with ``cmd`` is sent.

    ``sown``: an action; then the question is where this sowing ends. The owner and the helpers may. Raises
    Refused, UnknownGame, InvalidFacts and IllegalAction.
    """
    given = get_game(game).state_from_facts(facts)
    state = _sowable(given, sown) if sown else _askable(given)
    (role,) = state.to_move
    key = f"{by} {cmd}" if cmd else None
    with locked(public_id) as record:
        must_run(record, by)
        before = ClubQuestion.objects.filter(club=record.club).first()
        if before and key and before.cmd == key:
            return before
        if before and before.closed_at is None:
            raise Refused(Refusal("question_open"))
        if why := why_withheld(by, game, state):
            raise Refused(Refusal(why))
        if before:
            before.delete()
        return ClubQuestion.objects.create(
            club=record.club,
            game=game,
            facts=state.facts(),
            role=role,
            sown=sown,
            puzzle=puzzle,
            cmd=key,
            asked_at=now,
        )


def _askable(state: State) -> State:
    """Return the position in the form that is analysed. Raises Refused."""
    asked = analysable(state)
    if asked is None or len(asked.to_move) != 1:
        raise Refused(Refusal("no_engine"))
    return asked


def _sowable(state: State, action: str) -> State:
    """Return the position if ``action`` sows there. Raises Refused and IllegalAction."""
    if len(state.to_move) != 1 or not _sowing(state, action).falls:
        raise Refused(Refusal("not_done"))
    return state


def _sowing(state: State, action: str) -> Sowing:
    """Return the sowing of the role to move. Raises IllegalAction."""
    return Sowing(state, action, rules_service.decide(state, state.to_move[0], action))


def landing(stop: str) -> str:
    """Return the answer that a sowing ends at a stop."""
    return f"land {stop}"


def landings(game: str) -> set[str]:
    """Return the answers to a question about a sowing."""
    board = BOARDS[game]
    stops = [
        *(store.stop for store in board.stores.values()),
        *(stop for row in board.rows.values() for stop in row),
    ]
    return set(map(landing, stops))


def answer(public_id: str, player_id: int | None, number: int, action: str, now: datetime) -> None:
    """Store a member's choice in the place of their earlier one. Raises Refused and IllegalAction."""
    with _changing(public_id, number) as (record, question):
        member = must_be_member(record, player_id)
        if question.closed_at is not None:
            raise Refused(Refusal("question_closed"))
        if not question.sown:
            rules_service.decide(state_of(question), question.role, action)
        elif action not in landings(question.game):
            raise Refused(Refusal("not_done"))
        ClubAnswer.objects.update_or_create(
            question=question, player=member.player, defaults={"action": action, "at": now}
        )


def close(public_id: str, by: int | None, number: int, now: datetime) -> None:
    """End the time for answers, and let the engine begin. A second time changes nothing."""
    with _changing(public_id, number) as (record, question):
        must_run(record, by)
        if question.closed_at is None:
            question.closed_at = now
            question.save(update_fields=["closed_at"])
    _analyse(question)


def show(public_id: str, by: int | None, number: int, step: int) -> None:
    """Show a step of a closed question; beyond the last one, the last. The owner and the helpers may."""
    with _changing(public_id, number) as (record, question):
        must_run(record, by)
        if question.closed_at is None:
            raise Refused(Refusal("not_done"))
        question.step = min(step, _last_step(question))
        question.save(update_fields=["step"])
    _analyse(question)


def take_away(public_id: str, by: int | None, number: int) -> None:
    """Delete the question with its answers. The owner and the helpers may."""
    with _changing(public_id, number) as (record, question):
        must_run(record, by)
        question.delete()


@contextmanager
def _changing(public_id: str, number: int) -> Iterator[tuple[Record, ClubQuestion]]:
    """Yield a club and its question ``number`` under the question's lock."""
    with transaction.atomic():
        questions = ClubQuestion.objects.select_for_update(of=("self",)).select_related("club")
        question = questions.filter(club__public_id=public_id, pk=number).first()
        if question is None:
            raise Refused(Refusal("no_question"))
        yield Record(question.club), question


def _last_step(question: ClubQuestion) -> int:
    return VERDICTS if question.sown else VERDICTS + len(_line(_found(question)[1]))


def _analyse(question: ClubQuestion) -> None:
    """Queue the analysis unless it is there; while somebody plays the position, there is none."""
    if question.sown:
        return
    with suppress(Refused):
        request_position(question.game, state_of(question))


def state_of(question: ClubQuestion) -> State:
    return get_game(question.game).state_from_facts(question.facts)


class QuestionShown(Struct, tag_field="kind", tag="question", frozen=True):
    """A question as pages show it; ``id`` is 0 and the rest empty if there is none."""

    seq: int = 0
    id: int = 0
    is_open: bool = False
    answered: int = 0
    of: int = 0
    """Number of people who were asked."""
    step: int = 0
    last_step: int = 0
    hands: dict[str, int] = {}
    """Action -> number of members who chose it; empty while the question is open."""
    state: str = ""
    """State of the engine's job from the step of the verdicts on; "withheld" while somebody plays there."""
    found: dict[str, Any] | None = None
    """Findings of the engine, from the step of the verdicts on."""
    line: list[dict[str, Any]] = []
    """Moves of the line up to the step, or the sowing, each {"plies", "position"}."""
    landed: str = ""
    """The right answer to a question about a sowing, once it is sown."""
    taken: int = 0
    """Number of stones that the sowing takes."""

    @property
    def for_players(self) -> QuestionShown:
        """The question for people who play this game against somebody: without the engine's opinion."""
        if not self.state:
            return self
        return replace(self, state="withheld", found=None, line=[])


def shown(record: Record) -> QuestionShown:
    """Return the club's question as it may be shown now."""
    question = ClubQuestion.objects.filter(club=record.club).first()
    if question is None:
        return QuestionShown()
    answers = dict(ClubAnswer.objects.filter(question=question).values_list("player", "action"))
    asked = {member.player_id for member in record.members if member.role == Role.MEMBER} | answers.keys()
    figures: dict[str, Any] = {"id": question.pk, "answered": len(answers), "of": len(asked)}
    if question.closed_at is None:
        return QuestionShown(is_open=True, **figures)
    figures["hands"] = dict(Counter(answers.values()).most_common())
    if question.sown:
        return QuestionShown(**figures, **_sown(question))
    state, found = _found(question)
    line = _line(found)
    figures |= {"step": question.step, "last_step": VERDICTS + len(line)}
    if question.step >= VERDICTS:
        figures |= {"state": state, "found": found}
        figures["line"] = _played(question, line[: question.step - VERDICTS])
    return QuestionShown(**figures)


def _sown(question: ClubQuestion) -> dict[str, Any]:
    """Return what is shown of a sowing besides the answers: nothing before its step."""
    steps = {"step": question.step, "last_step": VERDICTS}
    if question.step < VERDICTS:
        return steps
    sowing = _sowing(state_of(question), question.sown)
    line = _played(question, [(question.role, question.sown)])
    return steps | {"line": line, "landed": landing(sowing.falls[-1]), "taken": sowing.taken}


def _found(question: ClubQuestion) -> tuple[str, dict[str, Any] | None]:
    """Return the state of the engine's job, and what it has found that everybody may know."""
    job = position_of(question.game, state_of(question))
    if job is None:
        return "withheld", None
    found = fair_position(job, None)
    return "withheld" if job.result and not found else job.state, found


def _line(found: dict[str, Any] | None) -> list[tuple[str, str]]:
    return [(role, action) for role, action in found["line"]] if found else []


def _played(question: ClubQuestion, line: list[tuple[str, str]]) -> list[dict[str, Any]]:
    state, moves = state_of(question), []
    for role, action in line:
        accepted = play(state, role, action)
        plies = [{"role": ply.role, "action": ply.action, "trace": ply.trace} for ply in accepted.plies]
        moves.append({"plies": plies, "position": open_position(accepted.state)})
        state = accepted.state
    return moves


def own_answer(question: ClubQuestion, player_id: int | None) -> str:
    """Return the member's own choice; empty without one."""
    row = ClubAnswer.objects.filter(question=question, player=player_id).first()
    return row.action if row else ""
