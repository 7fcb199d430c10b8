"""Random matches of every kind for Hypothesis, to be written down, with everything that may happen."""

from __future__ import annotations

from hypothesis import strategies as st

from games_app.archive.notation import Entry, EntryPly, MatchFile
from games_app.archive.notation.model import KINDS
from games_app.games.rules import GAMES, Game, State
from games_app.match.terms import Claim, Daily, Pause, RealTime, Terms, Wait
from games_app.match.wire import Series
from games_app.rules_service import play

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
WORDS = st.sampled_from(["draw", "takeback"])
TERMS = st.one_of(
    st.builds(
        Terms,
        hints=st.booleans(),
        time=st.one_of(st.none(), st.builds(RealTime, st.integers(1, 60), st.integers(0, 60))),
        takebacks=st.booleans(),
        talk=st.sampled_from(["words", "phrases", "off"]),
        absence=st.one_of(st.just(Wait()), st.builds(Claim, st.integers(30, 3600))),
        games=st.integers(1, 12),
        start=st.sampled_from(["", "8 6 2", "c3-b4 d6-e5 xa1"]),
    ),
    st.builds(Terms, time=st.builds(Daily, st.integers(1, 14))),
    st.builds(Terms, time=st.just(RealTime(5, 3)), absence=st.builds(Pause, st.integers(1, 30))),
)
OTHERS = sorted(set(KINDS) - {"acted", "sealed", "opening"})


@st.composite
def matches(draw: st.DrawFn) -> MatchFile:
    """Draw a match whose plies the rules allow; its other events only look like such events."""
    game = draw(st.sampled_from(list(GAMES.values())))
    options = {name: draw(st.sampled_from(one.values)) for name, one in game.options.items()}
    began = draw(st.integers(0, 4 * 10**12))
    series = Series("abc", 2, 4, dict(zip(game.roles, (1.5, 0.0), strict=True)))
    return MatchFile(
        site=draw(TEXTS),
        match=draw(TEXTS),
        game=game.slug,
        rules=draw(st.integers(0, 99)),
        options=options,
        terms=draw(TERMS),
        players={role: draw(TEXTS) for role in game.roles},
        began=began,
        result=draw(st.sampled_from([*game.roles, "draw", "none", "*"])),
        how=draw(st.sampled_from(["", "rules", "time"])),
        goals=draw(st.sampled_from([None, dict(zip(game.roles, (100, 0), strict=True))])),
        series=draw(st.sampled_from([None, series])),
        entries=tuple(draw(entries(game, game.initial_state(**options), began))),
    )


@st.composite
def entries(draw: st.DrawFn, game: Game, beginning: State, began: int) -> list[Entry]:
    """Draw random decisions, with some taken back and other events between them."""
    told: list[Entry] = []
    line, last = [(0, beginning)], 0
    for _ in range(draw(st.integers(0, 30))):
        about = {
            "at": began + draw(st.integers(-(10**7), 10**9)),
            "comment": draw(st.one_of(st.just(""), TEXTS)),
        }
        state = line[-1][1]
        chance = draw(st.integers(0, 9))
        if chance == 0 and len(line) > 1:
            del line[draw(st.integers(1, len(line) - 1)) :]
            told.append(Entry("taken_back", role=game.roles[0], to=line[-1][0], **about))
        elif chance == 1 or not state.to_move:
            told.append(draw(others(game, about)))
        else:
            role = draw(st.sampled_from(state.to_move))
            accepted = play(state, role, draw(st.sampled_from(state.legal_actions(role))))
            plies = tuple(EntryPly(n, ply.role, ply.action) for n, ply in enumerate(accepted.plies, last + 1))
            last = plies[-1].n
            line.append((last, accepted.state))
            what = draw(st.sampled_from(["acted", "acted", "sealed", "opening"]))
            told.append(Entry(what, role=role, plies=plies, **about))
    return told


@st.composite
def others(draw: st.DrawFn, game: Game, about: dict[str, object]) -> Entry:
    """Draw any event that is no decision, with any of its fields."""
    what = draw(st.sampled_from(OTHERS))
    said: dict[str, st.SearchStrategy[object]] = {
        "to": st.integers(0, 999),
        "name": TEXTS,
        "offer": WORDS,
        "given": st.integers(1, 10**6),
        "minutes": st.integers(1, 10**6),
        "until": st.integers(1, 10**12),
        "delay": st.integers(-(10**9), 10**9),
    }
    fields = {name: draw(said[name]) for name in KINDS[what]}
    return Entry(what, role=draw(st.sampled_from(["", *game.roles])), **fields, **about)
