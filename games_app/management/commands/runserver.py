"""`manage.py runserver`: the site for developers. It reloads after a change, and runs the engine beside.

Nothing is collected or bundled: pages load the files of static/ as they are.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from daphne.management.commands import runserver
from django.conf import settings

from games_app.lib.shutdown import ENDS_WITH_STDIN, SHUTDOWN_GRACE
from games_app.management.commands.serve import hold, manage
from games_app.management.web_server import LARGEST_MESSAGE
from games_app.server.daphne import Server


class Command(runserver.Command):
    help = "Serve the site for developers: with tracebacks, and reloaded after a change."

    server_cls = Server

    def inner_run(self, *args: Any, **options: Any) -> None:
        self.websocket_max_message_size = self.websocket_max_frame_size = LARGEST_MESSAGE
        with ExitStack() as stack:
            hold(stack, settings.DATA_DIR)
            if settings.ENGINE_WORKERS:
                stack.enter_context(engine())
            super().inner_run(*args, **options)

    def get_application(self, options: dict[str, Any]) -> Any:
        """Return the site itself, which also serves static files. Django would let browsers cache them."""
        return runserver.get_default_application()


@contextmanager
def engine() -> Iterator[None]:
    """Run a worker for the computer's moves and analyses; it ends with this process, also at a reload."""
    env = os.environ | {ENDS_WITH_STDIN: "1"}
    with subprocess.Popen(manage("engine"), env=env, stdin=subprocess.PIPE) as worker:
        try:
            yield
        finally:
            worker.terminate()
            worker.wait(SHUTDOWN_GRACE)
