"""How many files, which connections are too, this process may have open."""

from __future__ import annotations

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MOST = 65_536
"""More than a process can serve; some systems allow a thousand million, and programs that count to it."""


def raise_limit() -> int:
    """Allow as many as the system lets this process allow itself: the usual 1024 are soon taken up.

    So many may be open then.
    """
    if resource is None:
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= MOST:
        return MOST
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted
