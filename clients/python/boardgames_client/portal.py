"""An event loop in a thread of its own: it runs an asynchronous site for a synchronous program."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator
from concurrent.futures import Future
from contextlib import ExitStack
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar

from anyio.from_thread import start_blocking_portal

from boardgames_client.site import Site

A = TypeVar("A")
T = TypeVar("T")


class Portal:
    """The way from the program's thread to the event loop, and back for functions of the program."""

    def __init__(self, address: str, token: str) -> None:
        self.site = Site(address, token)
        """The asynchronous site. Its methods run in the event loop only."""
        self._is_open, self._exit = True, ExitStack()
        self._portal = self._exit.enter_context(start_blocking_portal())
        self._exit.callback(lambda: self._portal.call(self._portal.stop, True))
        self._exit.enter_context(self._portal.wrap_async_context_manager(self.site))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_open = False
        self._exit.__exit__(kind, error, trace)

    def close(self) -> None:
        """Close all connections, cancel what other threads wait for, and end the event loop."""
        self.__exit__(None, None, None)

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of a coroutine."""
        if not self._is_open:
            work.close()  # so that Python doesn't warn about it, too
        return self.serve(lambda _: work)

    def iterate(self, entries: AsyncGenerator[T]) -> Generator[T]:
        """Yield the entries of an asynchronous generator."""
        try:
            while (entry := self.wait(_following(entries))) is not None:
                yield entry
        finally:
            if self._is_open:
                self._portal.call(entries.aclose)

    def serve(self, work: Callable[[Callbacks], Coroutine[Any, Any, T]]) -> T:
        """Return the result of a coroutine. The callbacks that it makes run in this thread meanwhile.

        Raises CancelledError if another thread closes the site.
        """
        if not self._is_open:
            raise RuntimeError("This site has been closed: make another one with Site(address, token).")
        callbacks = Callbacks()

        async def task() -> T:
            try:
                return await work(callbacks)
            finally:
                callbacks.calls.put(None)

        result = self._portal.start_task_soon(task)
        try:
            while call := callbacks.calls.get():
                call()
        except BaseException:  # such as KeyboardInterrupt
            result.cancel()
            while callbacks.calls.get():
                pass
            raise
        return result.result()


class Callbacks:
    """Functions of the program, to be awaited in the event loop but called in the program's thread.

    So they may take their time, ask for input, and call the site.
    """

    def __init__(self) -> None:
        self.calls = SimpleQueue[Callable[[], None] | None]()

    def __call__(self, function: Callable[[A], T]) -> Callable[[A], Awaitable[T]]:
        async def awaited(argument: A) -> T:
            answer = Future[T]()

            def call() -> None:
                if not answer.set_running_or_notify_cancel():
                    return
                try:
                    answer.set_result(function(argument))
                except Exception as error:
                    answer.set_exception(error)

            self.calls.put(call)
            return await asyncio.wrap_future(answer)

        return awaited


async def _following(entries: AsyncGenerator[T]) -> T | None:
    try:
        return await anext(entries)  # with a default, it can't be cancelled in Python 3.11
    except StopAsyncIteration:
        return None
