"""A Redis of a test's own, which it can stop, flush, restart and pause."""

from __future__ import annotations

import signal
import time

import redis

from tests.backing.programs import Program, program

PATIENCE = 300.0
"""Seconds in which it must answer."""


class Redis(Program):
    """`with Redis(folder) as redis:` answers on loopback and stores nothing on disk."""

    def __enter__(self) -> Redis:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start empty, and return when it answers."""
        self.launch(
            [
                *(program("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1"),
                *("--save", "", "--appendonly", "no"),
            ]
        )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if not self.running or time.monotonic() > deadline:
                raise AssertionError(f"Redis did not come up: {self.last_words()}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Kill it, as in a power cut."""
        self.end(signal.SIGKILL)

    def flush(self) -> None:
        with self.client() as client:
            client.flushall()

    def drop_clients(self) -> None:
        """Close every connection of the site."""
        with self.client() as client:
            client.client_kill_filter(_type="pubsub")
            client.client_kill_filter(_type="normal", skipme=True)

    def subscribers(self, group: str) -> int:
        """Return how many connections have subscribed to a group of the channel layer."""
        try:
            with self.client() as client:
                channels = client.pubsub_channels(f"*{group}")
                return max((number for _, number in client.pubsub_numsub(*channels)), default=0)
        except redis.RedisError:
            return 0

    def client(self) -> redis.Redis:
        return redis.Redis(port=self.port, socket_timeout=2)

    def _answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False
