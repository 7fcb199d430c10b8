"""What a page's script imports stands in the page: nothing is found out one journey after the other."""

import re

from django.template import Context, Template
from django.test import Client

from boardgames.static_storage import HashedModulesStorage


def rendered(entry: str) -> str:
    return Template(f'{{% load modules %}}{{% modules "{entry}" %}}').render(Context())


def write(folder, **modules: str) -> None:
    for name, text in modules.items():
        file = folder / name.replace("__", "/")
        file.parent.mkdir(exist_ok=True)
        file.with_suffix(".js").write_text(text)


def test_each_module_is_listed_once_however_far_away_and_however_often_it_is_imported(settings, tmp_path):
    settings.STATICFILES_DIRS = [tmp_path]
    write(
        tmp_path,
        near__entry='import "./left.js";\nimport { right } from "../far/right.js";\n',
        near__left='import {\n  a,\n  b,\n} from "./bottom.js";\n',
        far__right='import { a } from "../near/bottom.js";\n',
        near__bottom="export const a = 1;\n",
    )
    listed = re.findall(r'<link rel="modulepreload" href="([^"]+)">', rendered("near/entry.js"))
    assert sorted(listed) == ["/static/far/right.js", "/static/near/bottom.js", "/static/near/left.js"]


def test_what_is_only_named_or_imported_later_is_not_listed(settings, tmp_path):
    settings.STATICFILES_DIRS = [tmp_path]
    write(
        tmp_path,
        alone='/** @typedef {import("./types.js").Shape} Shape */\nconst late = () => import("./late.js");\n',
    )
    assert rendered("alone.js").strip() == '<script type="module" src="/static/alone.js"></script>'


def test_every_script_of_a_page_is_in_its_head(carol: Client, db):
    for path in ("/", "/new/congkak", "/rules/congkak"):
        head, _, body = carol.get(path).content.decode().partition("</head>")
        assert head.count('<script type="module"') == 1, path
        assert 'rel="modulepreload"' in head, path
        assert "<script src" not in body, path
        assert '<script type="module"' not in body, path


def test_modules_are_hashed_with_what_they_import_and_types_may_know_each_other(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    write(
        tmp_path,
        above='import { name } from "./below.js";\nconst late = () => import("./below.js").then(name);\n',
        below='/** @typedef {import("./above.js").Shape} Shape */\nexport const name = "below";\n',
    )
    storage = HashedModulesStorage(location=tmp_path, base_url="/static/")
    processed = storage.post_process({name: (storage, name) for name in ("above.js", "below.js")})
    names = {name: hashed for name, hashed, _ in processed}
    above = (tmp_path / names["above.js"]).read_text()
    assert f'from "./{names["below.js"]}";' in above
    assert f'import("./{names["below.js"]}").then' in above
    assert (tmp_path / names["below.js"]).read_text() == (tmp_path / "below.js").read_text()
