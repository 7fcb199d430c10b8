"""`manage.py person --erase` beside a site that runs."""

from __future__ import annotations

from tests.backing.management import done, manage
from tests.played import Seat, begin
from tests.web_server import Server


def test_erased_guest_is_signed_out_and_the_opponent_sees_the_end(tmp_path):
    data = tmp_path / "data"
    with Server(data) as server:
        match = begin(server.url, "mancala")
        with match.open("south") as page:
            opponent = Seat(page)
            code, said = manage("person", f"{match.id}/north", "--erase", data=data)
            assert (code, "Nothing was erased." in said) == (1, True)
            done("person", f"{match.id}/north", "--erase", "--yes", data=data)
            opponent.see(3)
        end = match.bob.record(match.id)[-1]
        assert end["result"] == end["result"] | {"how": "resignation", "winner": "south"}
        assert "alice" not in match.bob.get(match.path)[1]
        assert "There is nothing to withdraw" in match.alice.get("/withdraw")[1]
    assert "all replay to what is stored" in done("verify", data=data)
    assert "erase person " in done("moderate", "log", data=data)
