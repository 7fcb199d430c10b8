"""`manage.py serve`: prepare the data, then run the web server, the ticker and the engine until Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import NoReturn

import segno
from django.conf import settings
from django.core.management.base import BaseCommand

from boardgames.environment import env_text, kept_secret_key
from boardgames.folders import Occupied, folder_lock, keep_private, public, serving
from boardgames.static_files import is_collected
from games_app.lib.rooms import rooms
from games_app.management import web_server
from games_app.management.processes import POLL_SECONDS, Processes

LOOPBACK = ("127.0.0.1", "::1")
WEB = "the web server"
THIS_MACHINE = "localhost,127.0.0.1,[::1]"
"""Hosts of this machine, always allowed: health checks use them."""


def manage(*arguments: str) -> list[str]:
    return [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]


def port_number(text: str) -> int:
    if text.isdecimal() and int(text) <= 65535:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is not a port; it is a number from 0 to 65535, for example 8000")


def hold(stack: ExitStack, data: Path) -> None:
    """Lock the data folder, or end with a sentence: two sites on one file would learn of moves late.

    Several sites may share one PostgreSQL.
    """
    try:
        stack.enter_context(serving(data))
    except Occupied as other:
        if not settings.DATABASE_URL:
            process = f", as process {other}" if str(other) else ""
            sys.exit(
                f"The site of {data} runs already{process}. End that one, or choose another folder with "
                "--data."
            )


class Command(BaseCommand):
    help = "Prepare the data and serve the site until Ctrl-C."
    requires_system_checks = []

    lan_address = ""
    """Address in the local network at which the site is offered; empty without ``--lan``."""
    port = 0

    def add_arguments(self, parser: ArgumentParser) -> None:
        host, port = env_text("HOST"), env_text("PORT")
        parser.add_argument(
            "--host", default=host, help="0.0.0.0 lets others in; default: HOST, or 127.0.0.1"
        )
        # A default that is a text goes through port_number as well.
        parser.add_argument(
            "--port", type=port_number, default=port, help="0 takes a free one; default: PORT, or 8000"
        )
        parser.add_argument(
            "--lan",
            action="store_true",
            help="let others in your network in, at the address that is printed with a QR code, or at --host",
        )
        parser.add_argument("--data", type=Path, default=settings.DATA_DIR, help="folder of the database")
        parser.add_argument(
            "--dev", action="store_true", help="for developers: migrate, then runserver, which reloads"
        )

    def handle(self, *, host: str, port: int, lan: bool, data: Path, dev: bool, **_: object) -> None:
        try:
            address, port = web_server.claim(web_server.ALL_ADDRESSES if lan else host, port)
            self.lan_address = web_server.lan_address(host) if lan else ""
        except web_server.Unusable as error:
            sys.exit(str(error))
        self.port, data = port, data.resolve()
        if dev:
            self.develop(address, port, data)
        with ExitStack() as stack:
            env = self.environment(address, data)
            processes = stack.enter_context(Processes(env, settings.BASE_DIR))
            hold(stack, data)
            with self.preparation_lock(processes, data):
                self.prepare(processes, data)
            processes.start(WEB, web_server.command_line("--bind", address, "--port", str(port)))
            processes.start("the ticker", manage("tick"), restart=True)
            for job in chain.from_iterable(room.jobs() for room in rooms()):
                processes.start(job.name, manage(*job.arguments), restart=True)
            self.announce(processes, address, port, env)
            processes.keep(WEB)
            if culprit := processes.watch():
                sys.exit(f"Stopped, because {culprit}; see above.")

    def develop(self, address: str, port: int, data: Path) -> NoReturn:
        """Migrate, then become ``runserver``."""
        env = self.environment(address, data) | {"DEBUG": "1"}
        there = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
        if code := subprocess.call(manage("migrate", "--no-input", "--verbosity", "0"), env=env):
            sys.exit(code)
        server = manage("runserver", there)
        if os.name == "nt":  # on Windows execve returns to the shell before the new program has ended
            sys.exit(subprocess.call(server, env=env))
        os.execve(server[0], server, env)

    def environment(self, address: str, data: Path) -> dict[str, str]:
        """Return the children's environment: this process's, with the data folder and ALLOWED_HOSTS."""
        env = os.environ | {"DATA_DIR": str(data)}
        if self.lan_address:
            env["LAN_URL"] = web_server.url(self.lan_address, self.port)
        if hosts := ",".join(filter(None, (env.get("ALLOWED_HOSTS"), self.lan_address))):
            env["ALLOWED_HOSTS"] = f"{hosts},{THIS_MACHINE}"
        elif address not in LOOPBACK:
            # Clients in the network use host names that are unknown here.
            env["ALLOWED_HOSTS"] = "*"
        try:
            keep_private(data)
            if not env.get("SECRET_KEY"):
                kept_secret_key(data)
        except OSError as error:
            sys.exit(f"No data can be kept in {data}: {error.strerror}. Choose another folder with --data.")
        return env

    @contextlib.contextmanager
    def preparation_lock(self, processes: Processes, data: Path) -> Iterator[None]:
        """Lock the data and static folders: a second start waits until the first has prepared them."""
        with public():
            settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
        with ExitStack() as locks:
            for folder in (data, settings.STATIC_ROOT):
                locks.enter_context(folder_lock(folder, lambda: processes.stopping))
            yield

    def prepare(self, processes: Processes, data: Path) -> None:
        quiet = ("--no-input", "--verbosity", "0")
        if not (settings.DATABASE_URL or (data / Path(settings.DATABASES["default"]["NAME"]).name).exists()):
            self.say("Creating the database ...")
        processes.start("the preparation of the database", manage("migrate", *quiet))
        if not is_collected():
            self.say("Collecting static files ...")
            processes.start("the collection of static files", manage("collectstatic", *quiet))
        if culprit := processes.finish():
            sys.exit(f"Not started, because {culprit} failed; see above.")

    def announce(self, processes: Processes, address: str, port: int, env: Mapping[str, str]) -> None:
        """Print the URLs of the site as soon as it answers, and what rooms say at an opening."""
        while not (web_server.answers(address, port) or processes.stopping or processes.ended()):
            time.sleep(POLL_SECONDS)
        if processes.stopping or processes.ended():
            return
        here = web_server.url(web_server.WILDCARDS.get(address, address), port)
        there = self.lan_address or web_server.in_the_network(address)
        others = f", others in your network {web_server.url(there, port)}" if there else ""
        self.say(f"Open {here}{others} (Ctrl-C ends it)")
        if self.lan_address:
            self.say_as_code(web_server.url(self.lan_address, port))
        elif not there:
            self.say("Only this computer can open it. To play with other devices in your network, add --lan.")
        for opening in chain.from_iterable(room.openings() for room in rooms()):
            subprocess.run(manage(*opening.arguments, here), env=env, stdin=subprocess.DEVNULL, check=False)

    def say_as_code(self, address: str) -> None:
        """Print the QR code of an address, where the terminal has characters for it."""
        code = StringIO()
        segno.make(address, micro=False).terminal(code, compact=True)
        with contextlib.suppress(UnicodeEncodeError):
            self.say(code.getvalue())

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
