"""What is set in the environment takes effect, or is refused at the start in a sentence."""

from __future__ import annotations

from boardgames.environment import postgresql


def test_what_the_address_of_the_database_asks_for_is_kept():
    url = "postgres://alice:secret@db.example/games?sslmode=verify-full&sslrootcert=/ca.pem&connect_timeout=9"
    options = postgresql(f"{url}&options=-c%20statement_timeout%3D1min")["OPTIONS"]
    assert (options["sslmode"], options["sslrootcert"]) == ("verify-full", "/ca.pem")
    assert options["connect_timeout"] == 9
    assert options["options"] == "-c statement_timeout=1min -c lock_timeout=10s"
    assert options["pool"]


def test_an_address_that_asks_for_nothing_is_waited_for_a_bounded_time():
    options = postgresql("postgres://alice:secret@db.example/games")["OPTIONS"]
    assert (options["connect_timeout"], options["options"]) == (5, "-c lock_timeout=10s")
