"""Static files of other releases are served too: for open pages, and during upgrades."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import AsyncRequestFactory

from boardgames.static_files import FOR_GOOD, StaticFiles

TEXT = "export const one = 1;\n"


async def nothing_here(_: HttpRequest) -> HttpResponse:
    return HttpResponse(status=404)


@pytest.fixture
def site(settings, tmp_path):
    """A server that started when nothing had been collected."""
    settings.STATIC_ROOT = tmp_path / "root"
    settings.STATIC_ROOT.mkdir()
    (tmp_path / "secret.js").write_text("secret")
    return StaticFiles(nothing_here)


async def answer(site: StaticFiles, path: str) -> HttpResponse:
    return await site(AsyncRequestFactory().get(path))


@pytest.mark.parametrize("name", ["chunks/one-D62XJXKR.js", "v-0123abcd/match/one.js"])
async def test_files_collected_by_another_process_are_served_for_good(site, settings, name):
    assert (await answer(site, f"/static/{name}")).status_code == 404
    file = settings.STATIC_ROOT / name
    file.parent.mkdir(parents=True)
    file.write_text(TEXT)
    found = await answer(site, f"/static/{name}")
    assert found.status_code == 200
    assert found.headers["Cache-Control"] == FOR_GOOD
    assert found.headers["Content-Type"] == "text/javascript"
    assert b"".join([part async for part in found.streaming_content]) == TEXT.encode()


@pytest.mark.parametrize(
    "path", ["/static/chunks/../../secret.js", "/static/v-0123abcd", "/static/chunks/", "/chunks/one.js"]
)
async def test_nothing_else_is_looked_for(site, settings, path):
    (settings.STATIC_ROOT / "v-0123abcd").mkdir()
    (settings.STATIC_ROOT / "chunks").mkdir()
    assert (await answer(site, path)).status_code == 404
