"""A page requests its scripts and styles as they were collected: bundled, or as plain modules."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage
from django.template import Context, Template
from django.test import RequestFactory

from boardgames.static_files import VersionedFilesStorage
from games_app.pages.templatetags import assets

SCRIPTS = {
    "one.js": ["chunks/one-1.js", "chunks/shared-2.js"],
    "two.js": ["chunks/two-3.js", "chunks/shared-2.js"],
}


def rendered(text: str, **context: object) -> str:
    return Template(f"{{% load assets %}}{text}").render(Context(context))


@pytest.fixture
def collected(settings, tmp_path):
    """`collected({"a.js": "text"})`: collectstatic's result for these files, name -> name."""

    def collect(files: dict[str, str]) -> dict[str, str]:
        settings.STATIC_ROOT = tmp_path / "root"
        settings.STORAGES = {
            **settings.STORAGES,
            "staticfiles": {"BACKEND": "boardgames.static_files.VersionedFilesStorage"},
        }
        source = FileSystemStorage(location=tmp_path / "source")
        for name, text in files.items():
            for folder in ("source", "root"):
                file = tmp_path / folder / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
        storage = VersionedFilesStorage(location=settings.STATIC_ROOT, base_url="/static/")
        for _ in storage.post_process({name: (source, name) for name in files}):
            pass
        return storage.hashed_files

    return collect


def test_modules_as_they_are_keep_their_paths_in_a_folder_named_after_all_of_them(collected, settings):
    above, below = 'import { name } from "./near/below.js";\n', "export const name = 1; // a name\n"
    first = collected({"above.js": above, "near/below.js": below})
    (folder,) = {re.fullmatch(r"(v-[0-9a-f]{8})/.*", name)[1] for name in first.values()}
    assert (settings.STATIC_ROOT / folder / "near" / "below.js").read_text() == below
    assert rendered('{% modules "above.js" %}') == (
        f'<script type="module" src="/static/{folder}/above.js"></script>'
    )
    second = collected({"above.js": above, "near/below.js": "export const name = 2;\n"})
    assert not set(first.values()) & set(second.values()), "what did not change finds what did"
    assert (settings.STATIC_ROOT / first["above.js"]).exists(), "pages of the release before go on"


def test_a_bundled_page_asks_for_each_chunk_once(collected):
    chunks = {chunk: "" for chunks in SCRIPTS.values() for chunk in chunks}
    collected({"bundle.json": json.dumps({"scripts": SCRIPTS}), **chunks})
    page = rendered('{% modules "one.js" %}{% modules "two.js" %}')
    assert page.split("\n") == [
        '<link rel="modulepreload" href="/static/chunks/shared-2.js">',
        '  <script type="module" src="/static/chunks/one-1.js"></script>'
        '<script type="module" src="/static/chunks/two-3.js"></script>',
    ]


def test_a_script_that_no_bundle_has_is_a_mistake(collected):
    collected({"bundle.json": json.dumps({"scripts": {}})})
    with pytest.raises(LookupError):
        rendered('{% modules "one.js" %}')


def test_bundled_page_requests_one_style_sheet(collected):
    collected({"bundle.json": json.dumps({"scripts": {}}), "css/pages/small.css": ""})
    assert re.fullmatch(
        r'<link rel="stylesheet" href="/static/v-\w{8}/css/pages/small\.css">',
        rendered('{% styles "small" %}'),
    )


def test_unbundled_page_requests_its_style_sheets_in_their_order(collected, tmp_path, monkeypatch):
    (table := tmp_path / "pages.json").write_text(json.dumps({"small": ["site", "small"]}))
    monkeypatch.setattr(assets, "PAGE_SHEETS", table)
    collected({"css/site.css": "", "css/small.css": ""})
    links = rendered('{% styles "small" %}')
    assert re.findall(r'<link rel="stylesheet" href="[^"]*/css/(\w+)\.css">', links) == ["site", "small"]
    assert rendered('{% inline_styles "small" %}') == links


def test_style_sheets_of_each_page_in_the_templates_are_listed_and_exist():
    listed = json.loads(assets.PAGE_SHEETS.read_text())
    templates = "".join(file.read_text() for file in (settings.BASE_DIR / "templates").rglob("*.html"))
    assert set(listed) == set(re.findall(r"{% (?:inline_)?styles '(\w+)' %}", templates))
    existing = {file.stem for file in assets.PAGE_SHEETS.parent.glob("*.css")}
    assert set().union(*listed.values()) <= existing


def test_styles_within_a_page_are_allowed_by_their_hash_alone(collected, settings):
    collected({"bundle.json": json.dumps({"scripts": {}}), "css/pages/small.css": "a>b{color:red}"})
    request = RequestFactory().get("/")
    assert rendered('{% inline_styles "small" %}', request=request) == "<style>a>b{color:red}</style>"
    (allowed,) = request.inline_hashes["style-src"]
    assert re.fullmatch(r"'sha256-[\w+/]{43}='", allowed)


def test_a_script_within_a_page_is_allowed_by_its_hash_alone(collected):
    collected({"bundle.json": json.dumps({"scripts": {}}), "small.js": "a();"})
    request = RequestFactory().get("/")
    assert rendered('{% inline_script "small.js" %}', request=request) == "<script>a();</script>"
    (allowed,) = request.inline_hashes["script-src"]
    assert re.fullmatch(r"'sha256-[\w+/]{43}='", allowed)


def test_a_bundle_brings_the_face_of_titles(collected):
    collected({"bundle.json": json.dumps({"scripts": {}}), "fonts/title.woff2": "face"})
    page = rendered("{% title_face %}", request=RequestFactory().get("/"))
    addresses = re.findall(r'(?:href=|url\()"(/static/v-\w{8}/fonts/title\.woff2)"', page)
    assert len(addresses) == 2, "preloaded, and named by the style"
    assert len(set(addresses)) == 1


def test_titles_have_a_face_of_the_device_without_a_bundle(collected):
    collected({"plain.css": ""})
    assert rendered("{% title_face %}", request=RequestFactory().get("/")) == ""
