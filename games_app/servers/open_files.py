"""Limit of this process on open files, which include connections."""

from __future__ import annotations

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MOST = 65_536
"""Highest limit set, more than a process can serve: some systems allow a thousand million, and programs
iterate up to it.
"""


def raise_limit() -> int:
    """Raise the soft limit as far as the system permits, and return it: the usual 1024 are soon used up."""
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
