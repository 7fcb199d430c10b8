"""The clock that stands still until a test turns it."""

from tests.record.conftest import at

__all__ = ["at"]
