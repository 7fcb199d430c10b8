"""Pages of people: the lobby, accounts and returning, mail, the chat, reports, and the moderators' desk."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache

from tests.backing.processes import run
from tests.faults.client import new_cmd
from tests.faults.visitor import Visitor
from tests.played import Played
from tools.shots.guest import Guest
from tools.shots.screens import ALL, USUAL
from tools.shots.state import State, Way, page_at
from tools.shots.tables import Tables

PASSWORD = "correct horse battery"
WORDS = (
    ("alice", "players", "Good luck!"),
    ("bob", "players", "You too. I have not played this for years, so be patient with me, please."),
    ("bob", "players", "You will lose, loser"),
    ("carol", "watchers", "Pit seven looks good"),
)
KEEPER = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}


def people() -> Iterator[State]:
    """Pages of a site that sends mail."""
    yield State("people-lobby", see_offers, ALL)
    yield State("people-lobby-rated", page_at("/lobby?rated"), USUAL)
    yield State("people-lobby-too-late", take_what_is_gone, faults="409")
    yield State("people-waiting", wait_in_the_lobby(game="congkak", preset="5+3"), USUAL)
    rated = wait_in_the_lobby(game="checkers", preset="5+3", rated="1")
    yield State("people-waiting-rated", rated)
    yield State("people-invited", see_an_invitation, USUAL)
    yield State("people-account-open", page_at("/account"), USUAL)
    yield State("people-account-open-mistake", send_an_empty_password, faults="422")
    yield State("people-account", own_account("/account"), USUAL)
    yield State("people-account-passkey", add_a_passkey, USUAL)
    yield State("people-name", own_account("/name"), USUAL)
    yield State("people-login", page_at("/login"), USUAL)
    yield State("people-login-mistake", give_a_wrong_password, faults="422")
    yield State("people-login-bring-along", log_in_as_a_guest_who_played, USUAL, faults="409")
    yield State("people-devices", own_account("/devices"))
    yield State("people-devices-phrase", make_a_phrase, USUAL)
    yield State("people-return", page_at("/return"), USUAL)
    yield State("people-return-mistake", type_a_wrong_phrase, faults="422|409|404")
    yield State("people-forgotten", page_at("/forgotten"))
    yield State("people-webhook", own_account("/webhook"), USUAL)
    yield State("people-webhook-stored", store_a_webhook, USUAL)
    yield State("people-webhook-mistake", store_a_bad_webhook, faults="422")
    yield State("people-tokens", own_account("/account/tokens"), USUAL)
    yield State("people-tokens-made", make_a_token, USUAL)
    yield State("people-tokens-mistake", make_a_token_without_the_password, USUAL, faults="422")
    yield State("people-mail", own_account("/mail"))
    yield State("people-mail-asked", ask_for_mail)
    yield State("people-mail-confirm", follow_the_mail)
    yield State("people-mail-confirmed", confirm_the_address)
    yield State("people-mail-choices", choose_what_to_be_told, USUAL)
    yield State("people-mail-too-old", page_at("/mail/confirm/nonsense"), faults="410")
    yield State("people-chat", talk(), ALL, whole=False)
    yield State("people-chat-watching", talk(watching=True), whole=False)
    yield State("people-player", see_bob, USUAL)
    yield State("people-blocked", block_bob)
    yield State("people-own-blocks", see_own_blocks)
    yield State("people-report", report_bob, USUAL)
    yield State("people-reported", send_the_report)
    yield State("people-moderation", moderate("/moderation/"), ALL)
    yield State("people-moderation-names", moderate("/moderation/?q=o"))
    yield State("people-warned", be_told_of("warn"), USUAL)
    yield State("people-barred", be_barred, faults="409|403")


def player(tables: Tables, name: str) -> Visitor:
    """Return a guest with a name of their own."""
    visitor = Visitor(tables.url)
    sent(visitor, "/name", name=f"{name} {new_cmd()[-4:]}")
    return visitor


def account(tables: Tables, name: str) -> tuple[Visitor, str]:
    """Return somebody with an account, and its name."""
    return opened(Visitor(tables.url), name)


def opened(visitor: Visitor, name: str) -> tuple[Visitor, str]:
    own = f"{name} {new_cmd()[-4:]}"
    sent(visitor, "/account", name=own, password=PASSWORD)
    return visitor, own


def sent(visitor: Visitor, path: str, **fields: str) -> str:
    """Send a form; return the page that it led to."""
    status, text, led = visitor.post(path, **fields)
    assert status == 200, (status, text)
    return led


def offer(visitor: Visitor, **fields: str) -> str:
    return sent(visitor, "/lobby/play", cmd=new_cmd(), **fields)


@cache
def offers(tables: Tables) -> Visitor:
    """Fill the lobby once: a second time, all would be paired. Return alice, whose offer is among them."""
    for name, game, preset in (("bob", "mancala", "3+2"), ("carol", "checkers", "days")):
        offer(player(tables, name), game=game, preset=preset)
    offer(account(tables, "Grace")[0], game="congkak", preset="10+5", rated="1")
    own = player(tables, "alice")
    offer(own, game="morris", preset="5+3")
    return own


@cache
def waiting(tables: Tables, **fields: str) -> tuple[str, Visitor]:
    """Return an offer and who waits there, the same for all screens."""
    own, _ = account(tables, "Grace")
    return offer(own, **fields), own


def see_offers(guest: Guest, tables: Tables) -> None:
    guest.open("/lobby", offers(tables))
    guest.page.locator("#offers li").nth(3).wait_for()


def take_what_is_gone(guest: Guest, tables: Tables) -> None:
    maker = player(tables, "bob")
    match = offer(maker, game="mancala", preset="days")
    guest.open("/lobby")
    guest.page.route_web_socket(re.compile("/ws/"), lambda _: None)
    guest.open("/lobby")
    maker.post(f"{match}/cancel")
    guest.page.locator(f'[data-offer="{match.rsplit("/", 1)[1]}"] button').click()
    guest.page.get_by_role("alert").first.wait_for()


def wait_in_the_lobby(**fields: str) -> Way:
    return lambda guest, tables: guest.open(*waiting(tables, **fields))


def see_an_invitation(guest: Guest, tables: Tables) -> None:
    match = tables.begin("mancala")
    match.tell("south", "resign")
    sent(match.alice, f"{match.path}/again")
    guest.open("/lobby", match.bob)


def own_account(path: str) -> Way:
    return lambda guest, tables: guest.open(path, account(tables, "Grace")[0])


def send_an_empty_password(guest: Guest, _: Tables) -> None:
    guest.open("/account")
    guest.page.get_by_label("Your name").fill("Grace")
    guest.page.get_by_label("Password").fill("12345678")
    guest.button("Create the account").click()
    guest.page.get_by_role("alert").first.wait_for()


def add_a_passkey(guest: Guest, tables: Tables) -> None:
    """Open the page under the site's name: passkeys are for names, not for numbers."""
    own, _ = opened(Visitor(tables.url.replace("127.0.0.1", "localhost")), "Grace")
    authenticator = guest.context.new_cdp_session(guest.page)
    authenticator.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    authenticator.send("WebAuthn.addVirtualAuthenticator", {"options": options | KEEPER})
    guest.be(own)
    guest.player.open(f"{own.url}/account")
    form = guest.page.locator("form[data-passkey]")
    form.get_by_label("Name of the passkey").fill("Laptop")
    form.get_by_label("Current password").fill(PASSWORD)
    guest.button("Add a passkey").click()
    guest.button("Remove Laptop").wait_for()


def log_in(guest: Guest, name: str, password: str = PASSWORD) -> None:
    guest.page.get_by_label("Your name").fill(name)
    guest.page.get_by_label("Password").fill(password)
    guest.button("Log in").click()
    guest.page.get_by_role("alert").first.wait_for()


def give_a_wrong_password(guest: Guest, _: Tables) -> None:
    guest.open("/login")
    log_in(guest, "Grace", "not the password")


def log_in_as_a_guest_who_played(guest: Guest, tables: Tables) -> None:
    _, name = account(tables, "Grace")
    guest.open("/login", tables.begin("mancala").alice)
    log_in(guest, name)


def make_a_phrase(guest: Guest, tables: Tables) -> None:
    guest.open("/devices", player(tables, "alice"))
    guest.button("Make a phrase").click()
    guest.page.get_by_role("status").wait_for()


def type_a_wrong_phrase(guest: Guest, _: Tables) -> None:
    guest.open("/return")
    guest.page.get_by_label("Your phrase").fill("three wrong words")
    guest.button("Come back").click()
    guest.page.get_by_role("alert").first.wait_for()


def store_a_webhook(guest: Guest, tables: Tables) -> None:
    own = account(tables, "Grace")[0]
    sent(own, "/webhook", endpoint="https://chat.example/hooks/abc", style="json")
    sent(own, "/webhook", do="test")
    guest.open("/webhook", own)


def store_a_bad_webhook(guest: Guest, tables: Tables) -> None:
    guest.open("/webhook", account(tables, "Grace")[0])
    guest.page.get_by_role("textbox", name="Address").fill("http://chat.example/hooks/abc")
    guest.button("Save").click()
    guest.page.get_by_text("begins with https").wait_for()


def make_a_token(guest: Guest, tables: Tables) -> None:
    guest.open("/account/tokens", account(tables, "Grace")[0])
    guest.page.get_by_label("Name of the program").fill("my bot")
    guest.page.get_by_label("Play: make matches").check()
    guest.page.get_by_label("Current password").fill(PASSWORD)
    guest.button("Make a token").click()
    guest.page.get_by_text("Copy your token now").wait_for()


def make_a_token_without_the_password(guest: Guest, tables: Tables) -> None:
    guest.open("/account/tokens", account(tables, "Grace")[0])
    guest.page.get_by_label("Name of the program").fill("my bot")
    guest.page.get_by_label("Current password").fill("something else")
    guest.button("Make a token").click()
    guest.page.get_by_role("alert").first.wait_for()


def ask_for_mail(guest: Guest, tables: Tables) -> None:
    guest.open("/mail", account(tables, "Grace")[0])
    guest.page.get_by_label("address").fill("grace@example.org")
    guest.page.get_by_label("Current password").fill(PASSWORD)
    guest.button("Send a confirmation e-mail").click()
    guest.page.get_by_role("status").wait_for()


def follow_the_mail(guest: Guest, tables: Tables) -> None:
    ask_for_mail(guest, tables)
    guest.open(re.findall(r"/mail/confirm/\S+", tables.server.log.read_text())[-1])


def confirm_the_address(guest: Guest, tables: Tables) -> None:
    follow_the_mail(guest, tables)
    guest.button("Yes, that's me").click()
    guest.page.get_by_role("status").wait_for()


def choose_what_to_be_told(guest: Guest, tables: Tables) -> None:
    confirm_the_address(guest, tables)
    guest.open("/mail")


def said(match: Played, tables: Tables) -> None:
    """Let the players talk, and carol among the watchers."""
    carol = Visitor(tables.url, "203.0.113.9")
    sent(carol, "/name", name=f"carol {new_cmd()[-4:]}")
    for name, room, text in WORDS:
        visitor = carol if name == "carol" else match.alice if name == "alice" else match.bob
        with match.open_for(visitor, "?chat=1") as socket:
            cmd = new_cmd()
            socket.send(json.dumps({"kind": "say", "cmd": cmd, "room": room, "text": text}))
            while (answer := json.loads(socket.recv())).get("cmd") != cmd:
                pass
            assert answer["ok"], answer


def talk(*, watching: bool = False) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        match = tables.play_midway("mancala")
        said(match, tables)
        if watching:
            guest.open(match.path)
        else:
            guest.open(match.path, match.alice)
        chat = guest.page.get_by_role("button", name=re.compile("^Chat"))
        if not chat.is_visible():  # On a small phone it stands in the menu.
            guest.button("More").click()
        chat.click()
        guest.page.locator(".chat-body").wait_for()

    return way


def bobs_page(match: Played) -> str:
    """Return the address of bob's page."""
    _, text = match.alice.get(match.path)
    found = re.search(r'href="(/player/\w+)">(?:(?!</a>).)* bob</a>', text, re.DOTALL)
    assert found, text
    return found[1]


def see_bob(guest: Guest, tables: Tables) -> None:
    match = tables.play_over("mancala")
    guest.open(bobs_page(match), match.alice)


def block_bob(guest: Guest, tables: Tables) -> None:
    see_bob(guest, tables)
    guest.page.get_by_role("button", name=re.compile("^Block")).click()
    guest.button("Unblock").wait_for()


def see_own_blocks(guest: Guest, tables: Tables) -> None:
    block_bob(guest, tables)
    guest.page.get_by_role("region", name="Opponents").get_by_role("link", name="alice", exact=True).click()
    guest.page.get_by_role("heading", name="People you have blocked").wait_for()


def report_bob(guest: Guest, tables: Tables) -> None:
    match = tables.play_midway("mancala")
    said(match, tables)
    guest.open(f"/report?match={match.id}&room=players&number=3", match.alice)


def send_the_report(guest: Guest, tables: Tables) -> None:
    report_bob(guest, tables)
    guest.page.get_by_label("Insults or threats").check()
    guest.button("Report").click()
    guest.page.get_by_role("heading", name="Thank you").wait_for()


def appointed(tables: Tables) -> Visitor:
    own, name = account(tables, "Grace")
    command(tables, "appoint", name)
    return own


def command(tables: Tables, *arguments: str) -> None:
    root, env = tables.server.prepare()
    code, said = run([sys.executable, "manage.py", "moderate", *arguments], cwd=root, env=env)
    assert code == 0, said


def moderate(path: str) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        own = appointed(tables)
        send_the_report(guest, tables)
        guest.context.clear_cookies()
        guest.open(path, own)

    return way


def be_told_of(action: str) -> Way:
    def way(guest: Guest, tables: Tables) -> None:
        match = tables.begin("mancala")
        command(tables, action, bobs_page(match).rsplit("/", 1)[1])
        guest.open("/", match.bob)

    return way


def be_barred(guest: Guest, tables: Tables) -> None:
    be_told_of("bar")(guest, tables)
    guest.open("/lobby")
    guest.page.locator("[data-barred]").wait_for()
