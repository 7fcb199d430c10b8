"""Settings that the owner of a site can change in the browser, unless the environment has them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from boardgames.declarations import SETTINGS


@dataclass(frozen=True, slots=True)
class Changeable:
    """One of these settings. A stored text has the form of the environment variable's."""

    read: Callable[[str], Any]
    """Function from the text to the value. Raises ImproperlyConfigured."""
    default_text: str
    given: Any = None
    """Value in the environment, which is above a stored one; None if the variable is unset."""

    @property
    def is_given(self) -> bool:
        return self.given is not None

    def value(self, stored: str | None) -> Any:
        """Return the value in force. A stored text that this version can't read counts as none."""
        if self.given is not None:
            return self.given
        try:
            return self.read(self.default_text if stored is None else stored)
        except ImproperlyConfigured:
            return self.read(self.default_text)


def env_changeable(name: str, read: Callable[[str], Any]) -> Changeable:
    """Return the setting of this variable. Raises ImproperlyConfigured for a wrong one in the environment."""
    text = os.environ.get(name)
    return Changeable(read, SETTINGS[name].default, read(text) if text else None)
