"""The rules page and the rule card: one source, decisions marked, options obeyed."""

import html
import re
from itertools import product

import pytest

from games_app.games.catalogue import SHEETS
from games_app.games.rules import GAMES, RULE_SETS
from tests.games.cases import cases


def decided(page):
    """Return the texts marked as decisions, without their mark."""
    marked = re.findall(r'class="decided">(.*?)</(?:li|p)>', page, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]*>", "", one)).replace("Decided", "").strip() for one in marked]


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_on_the_public_page_and_marked(client, game):
    marked = decided(client.get(f"/rules/{game}").content.decode())
    for decision in cases(game).DECIDED:
        assert any(decision in one for one in marked), decision
    assert len(marked) == sum(
        line.decided for section in SHEETS[game].sections for line in section.lines
    ) + int(SHEETS[game].goals.decided)


@pytest.mark.django_db
@pytest.mark.parametrize("game", RULE_SETS)
def test_the_page_holds_every_line_and_every_goal(client, game):
    page = re.sub(r">\s+<", "><", html.unescape(client.get(f"/rules/{game}").content.decode()))
    for section in SHEETS[game].sections:
        assert str(section.title) in page
        for line in section.lines:
            assert str(line.text) in page
    for line in SHEETS[game].places:
        assert str(line) in page
    for name in SHEETS[game].also:
        assert str(name) in page
    for reached, points in SHEETS[game].goals.rows:
        assert f'<tr><th scope="row">{reached}</th><td>{points}</td></tr>' in page


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_for_newcomers_say_how_the_game_ends_and_what_counts(game):
    brief = " ".join(str(line.text) for line in SHEETS[game].brief)
    for part in cases(game).ENDS:
        assert part in brief


def cards(game):
    """Yield every choice of options with its card."""
    names = list(RULE_SETS[game].options)
    for values in product(*(RULE_SETS[game].options[name].values for name in names)):
        options = dict(zip(names, values, strict=True))
        yield options, [str(line.text) for line in SHEETS[game].card(options)]


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_match_has_a_card_of_a_few_lines(game):
    for options, lines in cards(game):
        assert 4 <= len(lines) <= 16, options


@pytest.mark.parametrize("game", RULE_SETS)
def test_a_newcomer_reads_the_game_in_five_lines_that_hold_in_every_match(game):
    brief = [str(line.text) for line in SHEETS[game].brief]
    assert len(brief) == 5
    for options, lines in cards(game):
        assert set(brief) <= set(lines), options


def test_the_card_of_congkak_speaks_of_the_agreed_options_only():
    for options, lines in cards("congkak"):
        card = " ".join(lines)
        assert ("south begins alone" in card) == (options["opening"] == "south")
        assert ("north begins alone" in card) == (options["opening"] == "north")
        assert ("in secret" in card) == (options["opening"] == "simultaneous" and options["sowing"] == "auto")
        assert ("a race" in card) == (options["opening"] == "simultaneous" and options["sowing"] == "hand")
        assert ("every shell yourself" in card) == (options["sowing"] == "hand")
        assert ("burnt for this round" in card) == (options["rounds"] != "1")
        assert ("A full match" in card) == (options["rounds"] == "match")
        assert ("the third" in card) == (options["rounds"] == "3")


def test_every_offered_option_is_one_of_the_games_and_has_words():
    for slug, game in GAMES.items():
        for name, choice in SHEETS[slug].choices.items():
            assert game.options[name].offered in choice.values
            assert set(choice.values) <= set(game.options[name].values)
        assert set(SHEETS[slug].seats) == set(game.roles)
