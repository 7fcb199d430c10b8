"""The real server, as a separate process on its own data folder, for browsers and for tests that kill it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Self

from games_app.lib.shutdown import SHUTDOWN_GRACE
from games_app.management import web_server
from games_app.management.web_server import APPLICATION, BACKLOG
from tests.backing.filling import fill_disk, free_disk
from tests.backing.once import once
from tests.backing.processes import Process, begin_listening, run
from tests.backing.programs import free_port

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "boardgames.sqlite3"
ENGINES = "engine.sqlite3"
CLONE = "clone"
PATIENCE = 300.0
"""Seconds after which a server hangs. On a machine that is busy it may take minutes to start."""
STARTING_SECONDS = 60.0
"""Processor time in which a server must answer: usually it takes three seconds."""


class Server:
    """`with Server(folder) as server:` has Daphne answering on `server.url`; its data stay in the folder.

    The address stays the same through `restart`. `env` is added to an otherwise bare environment. `root` is
    the checkout that it runs from. If not `bundled`, it serves plain modules to browsers, like a clone on a
    machine without Node.
    """

    health = "/healthz"
    """Path that answers 200 when the server is ready."""
    application = APPLICATION
    """Application that it serves: the site, or a test's version of it."""
    witnesses: list[Server] = []
    """Servers that ran during the current test: their logs are shown if it fails."""

    def __init__(
        self,
        data: Path,
        env: Mapping[str, str] | None = None,
        *,
        bundled: bool = True,
        root: Path = ROOT,
    ) -> None:
        self.bundled = bundled
        self.root = root
        self.data = data
        self.env = dict(env or {})
        self.log = data / "server.log"
        self.port = 0
        self._process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start on the existing data (or an empty record), and return when the server answers."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start, without waiting for the server to answer."""
        self.data.mkdir(parents=True, exist_ok=True)
        root, env = self.prepare()
        self.port = self.port or free_port(self)
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", self.port))
            listener.listen(BACKLOG)
            self._process = begin_listening(self.command, listener, cwd=root, env=env, output=self.log)
        if self not in Server.witnesses:
            Server.witnesses.append(self)

    def prepare(self) -> tuple[Path, dict[str, str]]:
        """Fill the data folder if it is empty; return the folder to run in and the environment."""
        root, static, empty_record = prepared(bundled=self.bundled, root=self.root)
        if "DATABASE_URL" not in self.env:
            for name in (DATABASE, ENGINES):
                if not (self.data / name).exists() and empty_record.with_name(name).exists():
                    shutil.copy(empty_record.with_name(name), self.data / name)
        return root, bare_environment(self.data, static) | self.env

    def command(self, listener: int) -> list[str]:
        """Return the command line for a listening socket with this number."""
        return [*web_server.command_line("--fd", str(listener))[:-1], self.application]

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def processor_seconds(self) -> float:
        """Return its processor time so far, in seconds. Linux only."""
        assert self._process
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def kept_waiting(self) -> float:
        """Seconds that its event loop was ready to run and the machine had no processor for it. Linux only.

        0 while there is no process.
        """
        try:
            fields = Path(f"/proc/{self._process.pid}/schedstat").read_text() if self._process else ""
        except OSError:
            fields = ""
        return int(fields.split()[1]) / 1e9 if fields else 0.0

    @property
    def was_killed(self) -> bool:
        """Return whether it was ended by a signal that it can't handle."""
        return self._process is not None and self._process.poll() == -signal.SIGKILL

    def stop(self) -> None:
        """End it as `serve` does: ask first, and kill it if a page in progress holds it up."""
        if self._process:
            self.ask_to_end()
            try:
                self._process.wait(SHUTDOWN_GRACE)
            except subprocess.TimeoutExpired:
                self.kill()

    def ask_to_end(self) -> None:
        """Send it the signal with which `serve` ends it."""
        if self._process:
            self._process.terminate()

    def kill(self) -> None:
        """Kill it, as in a power cut."""
        if self._process:
            self._process.kill()
            self._process.wait(PATIENCE)

    def pause(self) -> None:
        """Pause it: it keeps its sockets but does nothing, as on a machine that sleeps or swaps."""
        if self.running and self._process:
            self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        if self.running and self._process:
            self._process.send_signal(signal.SIGCONT)

    @contextlib.contextmanager
    def disk_full(self) -> Iterator[None]:
        """Make all its files unwritable meanwhile. Shared memory and sockets continue."""
        assert self._process
        fill_disk([self._process.pid])
        try:
            yield
        finally:
            free_disk([self._process.pid])

    @contextlib.contextmanager
    def little_room(self) -> Iterator[None]:
        """Leave room in its record for one more page meanwhile: a sign of life fits, but no action."""
        assert self._process
        pid, stopped = self._process.pid, threading.Event()
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        index = self.data / f"{DATABASE}-shm"

        def leave_room() -> None:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (_room_for_a_page(index), before[1]))

        def go_on_leaving_room() -> None:
            while not stopped.wait(0.02):
                leave_room()

        leave_room()
        leaving = threading.Thread(target=go_on_leaving_room)
        leaving.start()
        try:
            yield
        finally:
            stopped.set()
            leaving.join()
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

    def restart(self, env: Mapping[str, str] | None = None) -> None:
        """Stop it if it still runs, and start it on the same data and address, with a new `env` if given."""
        self.stop()
        if env is not None:
            self.env = dict(env)
        self.start()

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-6000:] if self.log.exists() else ""

    def memory(self) -> int:
        """Return the bytes that the process holds in memory now."""
        assert self._process
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)[1]) * 1024

    def wait(self) -> None:
        """Return when the server answers."""
        deadline = time.monotonic() + PATIENCE
        while not healthy(self.url, self.health):
            if fault := self._fault(deadline):
                self.kill()
                raise AssertionError(f"{fault} It said:\n{self.last_words()}")
            time.sleep(0.05)

    def wait_for_end(self) -> None:
        """Return when its process has ended by itself."""
        assert self._process
        self._process.wait(timeout=PATIENCE)

    def _fault(self, deadline: float) -> str:
        """Return why it is no use to wait for it any longer; empty if it starts."""
        if not self.running:
            code = self._process.poll() if self._process else None
            return f"The server ended with exit code {code} before it answered."
        if self.processor_seconds > STARTING_SECONDS:
            return f"The server did not answer within {STARTING_SECONDS:g} s of processor time."
        if time.monotonic() > deadline:
            used = self.processor_seconds
            return f"The server did not answer within {PATIENCE:g} s, of which it ran {used:.1f} s."
        return ""


def _room_for_a_page(index: Path) -> int:
    """Return how far SQLite may write its log for one more page to fit, by its index.

    See sqlite.org/walformat.html.
    """
    size, frames = struct.unpack_from("=HI", index.read_bytes(), 14)
    return 32 + (frames + 1) * (24 + size)


def healthy(url: str, path: str = Server.health) -> bool:
    try:
        with urllib.request.urlopen(url + path, timeout=20) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def bare_environment(data: Path, static: Path) -> dict[str, str]:
    given = {"DATA_DIR": str(data), "STATIC_ROOT": str(static), "NICENESS": "0"}
    return given | {"PATH": os.environ["PATH"], "PYTHONFAULTHANDLER": "1"}


def prepared(*, bundled: bool, root: Path = ROOT) -> tuple[Path, Path, Path]:
    """Return the checkout, its static files, and a migrated database without rows; made once in a run."""
    name = "site" if bundled else "unbundled-site"
    if root != ROOT:
        name = f"{name}-{hashlib.sha256(str(root).encode()).hexdigest()[:8]}"
    folder = once(name, lambda folder: prepare(folder, bundled=bundled, root=root))
    return (root if bundled else folder / CLONE), folder / "static", folder / DATABASE


def prepare(folder: Path, *, bundled: bool, root: Path = ROOT) -> None:
    """Fill the folder with everything that `serve` prepares before it starts the server."""
    if root == ROOT:
        for name in (DATABASE, ENGINES):
            shutil.copy(migrated() / name, folder)
    else:
        manage("migrate", folder=folder, root=root)
    root = root if bundled else copied(folder / CLONE)
    if bundled:
        manage("bundle", folder=folder, root=root)
    manage("collectstatic", "--no-input", folder=folder, root=root)


def migrated() -> Path:
    """Return a folder with databases that have all tables and no rows; made once in a run."""
    return once("migrated", lambda folder: manage("migrate", folder=folder, root=ROOT))


def manage(*command: str, folder: Path, root: Path) -> None:
    env = bare_environment(folder, folder / "static")
    code, said = run([sys.executable, "manage.py", *command, "--verbosity", "0"], cwd=root, env=env)
    assert code == 0, said


def copied(clone: Path) -> Path:
    """Return a copy of everything that the site runs from, without packages of Node."""
    clone.mkdir()
    for folder in ("boardgames", "games_app", "locale", "static", "templates"):
        shutil.copytree(ROOT / folder, clone / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("manage.py", "requirements.txt", "constraints.txt", "package.json", "package-lock.json"):
        shutil.copy(ROOT / file, clone)
    return clone
