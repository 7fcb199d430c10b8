"""Each phrase and reaction of the chat has words in the browser; without them it would be shown empty."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from django.conf import settings

from games_app.match.chat import QuickPhrase, Reaction

WORDS = settings.BASE_DIR / "static" / "chat" / "chat_words.js"


@pytest.mark.parametrize(("name", "keys"), [("phrases", QuickPhrase), ("reactions", Reaction)])
def test_each_key_has_words(name, keys):
    (table,) = re.findall(rf"const {name} = \(\) => \(\{{\n(.*?)\}}\);", WORDS.read_text(), re.DOTALL)
    assert re.findall(r"^  (\w+): t", table, re.MULTILINE) == list(get_args(keys))
