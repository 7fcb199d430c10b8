"""Static files under hashed names, the imports inside ES modules included, and without their comments.

What a browser gets is the module as it was written, save for comments, indentation and ends of lines that
mean nothing: with the types in them comments are a third of what would travel. Under its plain name each file
stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.core.files.base import File
from servestatic.storage import CompressedManifestStaticFilesStorage

from boardgames.private_data import public

COMMENT = r"(?ms)^[ \t]*/\*.*?\*/\n|/\*.*?\*/ ?"
JSDOC = r"(?ms)^[ \t]*/\*\*[ \n].*?\*/\n|/\*\* .*?\*/ ?"
"""These alone: ``/*`` may be part of a text or of a regular expression."""
LAYOUT = r"(?m)^[ \t]*(?://.*)?\n|^[ \t]+"
"""Empty lines, lines of comment, indentation. No text goes over several lines, see tests/house."""
LINE_ENDS = r"(?<=[{};,(\[])\n|\n(?=[})\]])"
"""Those that end nothing: there is a semicolon behind each statement that does not end with a block, and no
comment behind code, see tests/house."""
LEFT_OUT = ""
IMPORT = r'(?m)^(?P<matched>import\b(?P<names>[^"(]*)"(?P<url>\.[^"]+)";)'
IMPORT_LATER = r'(?P<matched>\bimport\("(?P<url>\.[^"]+)"\))'


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    max_post_process_passes = 50
    """How deep imports may lie: every pass settles the names of one level more."""
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("*.css", ((COMMENT, LEFT_OUT), (LAYOUT, LEFT_OUT), (LINE_ENDS, LEFT_OUT))),
        (
            "*.js",
            (
                # First, since types may know each other in a circle, which no hash could close.
                (JSDOC, LEFT_OUT),
                (LAYOUT, LEFT_OUT),
                (IMPORT, 'import%(names)s"%(url)s";'),
                (IMPORT_LATER, 'import("%(url)s")'),
                # Last, since an import is known by the beginning of its line.
                (LINE_ENDS, LEFT_OUT),
            ),
        ),
    )

    def post_process(self, *args: Any, **options: Any) -> Iterator[tuple[str, str | None, Any]]:
        with public():
            yield from super().post_process(*args, **options)

    def file_hash(self, name: str, content: File[bytes] | None = None) -> str:
        """Eight digits tell two states of a file apart; they stand in every page and in every import."""
        digest: str | None = super().file_hash(name, content)
        return (digest or "")[:8]

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        if template == LEFT_OUT:
            return lambda found: LEFT_OUT
        converter: Callable[[re.Match[str]], str] = super().url_converter(name, hashed_files, template)
        return converter
