"""R16: the real server's checks of sockets with a session, and places where no secret may appear."""

from __future__ import annotations

from tests.faults.play import seated
from tests.faults.visitor import Visitor
from tests.site import on_the_big_site

pytestmark = on_the_big_site


async def test_the_session_is_in_no_page_no_link_and_no_log(site):
    """The seat's one secret is the session cookie: HttpOnly, SameSite=Lax, and told to nobody else."""
    match, (alice, bob, carol) = seated(site, "mancala")
    for visitor in (alice, bob):
        (session,) = [cookie for cookie in visitor.cookies if cookie.name == "sessionid"]
        assert session.has_nonstandard_attr("HttpOnly")
        assert session.get_nonstandard_attr("SameSite") == "Lax"
        for reader in (alice, bob, carol, Visitor(visitor.url)):
            for path in ("/", f"/m/{match}", f"/m/{match}/events", "/history"):
                assert session.value not in reader.get(path)[1]
        for server in site.servers:
            assert session.value not in server.log.read_text()
