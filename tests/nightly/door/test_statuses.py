"""The defaults of forms that docs/protocol.md tells programs."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from games_app.models import Match

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = (settings.BASE_DIR / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_omitted_fields_are_as_the_page_for_programs_says(alice):
    bare = {"name": "alice", "side": "north", "visibility": "link"}
    said = dict(re.findall(r"^\| (`[\w`, ]+`) \| ([\w`, ]+) \|$", PAGE, re.MULTILINE))
    defaults = {}
    for fields, values in said.items():
        if fields.strip("`").split("`")[0] in {
            "time",
            "minutes",
            "takebacks",
            "absence",
            "pause",
            "games",
            "start",
            "hints",
            "tips",
            "talk",
        }:
            names, given = (part.replace("`", "").split(", ") for part in (fields, values))
            defaults |= dict(zip(names, given, strict=True))
    assert len(defaults) == 13
    for chosen in (
        {},
        {"time": "real"},
        {"time": "days"},
        {"time": "real", "absence": "pause"},
        {"absence": "claim"},
    ):
        made = [alice.post("/new/mancala", bare | rest | chosen) for rest in ({}, defaults)]
        left_out, told = (
            Match.objects.get(public_id=one.headers["Location"].rsplit("/", 1)[1]) for one in made
        )
        assert left_out.terms == told.terms
