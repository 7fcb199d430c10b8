"""A page asks for all its modules at once: none is found out by reading another, none is fetched twice."""

from tests.browser.lobby import begin
from tests.browser.playing import Person

FETCHED = """() => performance.getEntriesByType("resource").map(({ name }) => name)
  .filter((name) => name.endsWith(".js"))"""
LISTED = """() => [...document.head.querySelectorAll("link[rel=modulepreload], script[src]")]
  .map((one) => one.href ?? one.src)"""


def test_the_modules_that_a_page_fetches_are_those_that_it_lists(alice, bob):
    link = begin(Person(alice), Person(bob), "mancala", "north")
    for path in ("/", "/new/congkak", "/rules/congkak", link):
        page = alice.open(path)
        assert sorted(page.evaluate(FETCHED)) == sorted(page.evaluate(LISTED)), path
