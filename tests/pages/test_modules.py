"""What a page's script imports stands in the page: nothing is found out one journey after the other."""

import re

from django.template import Context, Template
from django.test import Client

from boardgames.static_storage import HashedModulesStorage


def rendered(*entries: str) -> str:
    tags = "".join(f'{{% modules "{entry}" %}}' for entry in entries)
    return Template(f"{{% load modules %}}{tags}").render(Context())


def write(folder, **modules: str) -> None:
    for name, text in modules.items():
        file = folder / name.replace("__", "/")
        file.parent.mkdir(exist_ok=True)
        file.with_suffix(".js").write_text(text)


def test_each_module_is_listed_once_however_far_away_and_by_however_many_it_is_imported(settings, tmp_path):
    settings.STATICFILES_DIRS = [tmp_path]
    write(
        tmp_path,
        near__entry='import "./left.js";\nimport { right } from "../far/right.js";\n',
        near__left='import {\n  a,\n  b,\n} from "./bottom.js";\n',
        far__right='import { a } from "../near/bottom.js";\n',
        near__bottom="export const a = 1;\n",
        other='import "./near/bottom.js";\n',
    )
    page = rendered("near/entry.js", "other.js")
    assert re.findall(r'<script type="module" src="([^"]+)">', page) == [
        "/static/near/entry.js",
        "/static/other.js",
    ]
    listed = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert sorted(listed) == ["/static/far/right.js", "/static/near/bottom.js", "/static/near/left.js"]


def test_what_comes_later_is_listed_behind_the_script_and_what_may_never_be_wanted_is_not(settings, tmp_path):
    settings.STATICFILES_DIRS = [tmp_path]
    write(
        tmp_path,
        first='/** @typedef {import("./types.js").Shape} Shape */\n'
        'import "./now.js";\nconst late = import("./late.js");\n'
        'const wanted = {\n  async on() {\n    await import("./perhaps.js");\n  },\n};\n'
        'const shape = /** @type {import("./types.js").Shape} */ (late);\n',
        now="export const now = 1;\n",
        late='/** @type {typeof import("./types.js")} */\nimport "./later.js";\nimport "./now.js";\n',
        later="export const later = 1;\n",
    )
    assert rendered("first.js").split("\n") == [
        '<link rel="modulepreload" href="/static/now.js">',
        '  <script type="module" src="/static/first.js"></script>',
        '  <link rel="modulepreload" fetchpriority="low" href="/static/late.js">',
        '  <link rel="modulepreload" fetchpriority="low" href="/static/later.js">',
    ]


def test_every_script_of_a_page_is_in_its_head(carol: Client, db):
    for path in ("/", "/new/congkak", "/rules/congkak"):
        head, _, body = carol.get(path).content.decode().partition("</head>")
        assert '<script type="module"' in head, path
        assert "<script" not in body.replace('<script id="', ""), path


def test_modules_are_hashed_with_what_they_import_and_types_may_know_each_other(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    below = '// No text.\nexport const name =\n\n  /** @type {string} */ ("/*"); // Nor this.\n'
    write(
        tmp_path,
        above='import { name } from "./below.js";\nconst late = () => import("./below.js").then(name);\n',
        below=f'/** @typedef {{import("./above.js").Shape}} Shape */\n{below}',
    )
    storage = HashedModulesStorage(location=tmp_path, base_url="/static/")
    processed = storage.post_process({name: (storage, name) for name in ("above.js", "below.js")})
    names = {name: hashed for name, hashed, _ in processed if name.endswith(".js") and hashed.endswith(".js")}
    above, below = ((tmp_path / names[name]).read_text() for name in ("above.js", "below.js"))
    assert f'from "./{names["below.js"]}";' in above
    assert f'import("./{names["below.js"]}").then' in above
    assert below == 'export const name =\n("/*"); // Nor this.\n'
