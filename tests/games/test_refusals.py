"""The sentences of refusals are complete and address a person."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from string import Formatter

import pytest

from games_app.games import SLUGS, refusals
from games_app.games.refusals import SHARED, DeclaredTwice, collected, own_sentences, sentence, sentences

ROOM = Path(refusals.__file__).parent


def raised(sources: Iterable[Path]) -> set[str]:
    """Return the codes of the refusals that these modules raise."""
    lines = (
        line
        for source in sources
        for line in re.findall(r"IllegalAction\((.*)", source.read_text(encoding="utf-8"))
    )
    return {code for line in lines for code in re.findall(r'"(\w+)"', line.split(",")[0])}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_code_that_a_game_raises_has_a_sentence_and_it_has_no_sentence_that_is_never_said(
    slug: str,
) -> None:
    sources = [file for file in (ROOM / slug).rglob("*.py") if file != ROOM / slug / "__init__.py"]
    text, own = "".join(file.read_text(encoding="utf-8") for file in sources), own_sentences(slug)
    assert raised(sources) - set(own) <= set(SHARED)
    assert [code for code in own if f'"{code}"' not in text] == []


def test_every_code_that_the_contract_raises_has_a_sentence() -> None:
    assert raised(ROOM.glob("*.py")) <= set(SHARED)


def test_a_code_means_the_same_in_every_game() -> None:
    assert len(sentences()) == len(SHARED) + sum(len(own_sentences(slug)) for slug in SLUGS)


def test_a_code_that_two_games_declare_is_refused_by_the_names_of_both() -> None:
    own = {"lake_dry": "The lake is dry. Choose another."}
    with pytest.raises(DeclaredTwice, match="lake_dry is declared by oware and by bao"):
        collected({"oware": own, "bao": own})


def test_a_shared_code_is_not_declared_again() -> None:
    with pytest.raises(
        DeclaredTwice, match=r"pit_empty is declared by games_app/games/refusals\.py and by oware"
    ):
        collected({"oware": {"pit_empty": "Pit {pit} is empty."}})


@pytest.mark.parametrize("code", sentences())
def test_a_sentence_is_whole_once_its_args_are_filled_in(code: str) -> None:
    names = [name for _, name, _, _ in Formatter().parse(sentences()[code]) if name]
    said = sentence(code, dict.fromkeys(names, "7"))
    assert said[-1] == "."
    assert "{" not in said
