"""A proxy to a server that can fall silent: connections stay open, but nothing passes any more."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self

LONGEST = 300.0
"""Seconds in which the words must come after which it falls silent."""


class SilentWay:
    """`with SilentWay(port) as way:` forwards to `port` what comes to `way.port`, until told not to."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._held = threading.Event()
        self._last_words = b""
        self.held_back = 0
        """Number of connections, old and new, of which something was held back."""
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for one in (self._listener, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def fall_silent(self) -> None:
        """Let nothing pass from now on, on existing and new connections."""
        self._held.set()

    def fall_silent_after(self, words: bytes) -> None:
        """Wait for a message with these words and forward it; let nothing pass after it, nor its answer."""
        self._last_words = words
        assert self._held.wait(LONGEST), f"nobody has said {words!r}"

    def come_back(self) -> None:
        """Let new connections pass again. Older ones stay silent: their clients are gone."""
        self._last_words = b""
        self._held = threading.Event()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(near)
            held = self._held
            if held.is_set():
                self.held_back += 1
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self._open.append(far)
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(one, other, held), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket, held: threading.Event) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if held.is_set():
                    self.held_back += 1
                    return
                if self._last_words and self._last_words in data:
                    held.set()
                other.sendall(data)
        if not held.is_set():
            with suppress(OSError):
                other.shutdown(socket.SHUT_WR)
