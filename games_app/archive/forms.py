"""The form that imports a match file, pasted or uploaded."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games_app.archive.import_checks import Unplayable
from games_app.archive.imports import import_match
from games_app.archive.notation import (
    BadJson,
    BadNotation,
    MatchFile,
    is_json,
    is_portable,
    line_of,
    path_of,
    read,
    read_json,
    read_portable,
)
from games_app.games.catalogue import PORTABLE
from games_app.lib import clock
from games_app.match.messages import Import

LARGEST_FILE = 3 * 1024 * 1024
"""Largest upload, in bytes. A match of 12 000 plies takes 0.4 MB as text and 1.5 MB as JSON."""
LARGEST_TEXT = 60_000
"""Longest pasted text, in characters of up to three bytes: it fits in DATA_UPLOAD_MAX_MEMORY_SIZE."""


PORTABLE_NAMES = ", ".join(dict.fromkeys(portable.format for portable in PORTABLE.values()))
"""The formats of other programs that can be imported."""
ACCEPTED = [".txt", ".json", *dict.fromkeys(f".{each.extension}" for each in PORTABLE.values())]


class ImportForm(forms.Form):
    """A match file, uploaded or pasted (docs/notation.md); the format is detected."""

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ",".join([*ACCEPTED, "text/plain", "application/json"])}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the text"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 8, "maxlength": LARGEST_TEXT, "spellcheck": "false", "autocomplete": "off"}
        ),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text") or ""
        if self.errors:
            return cleaned
        if bool(file) == bool(text.strip()):
            raise forms.ValidationError(_("Choose a file, or paste the text of a match."))
        cleaned["imported"] = _parsed(_read(file) if file else text)
        return cleaned

    def imported(self) -> Import:
        """Return the command that imports the match, once the form is valid."""
        imported: Import = self.cleaned_data["imported"]
        return imported


def _read(file: UploadedFile[Any]) -> str:
    if (file.size or 0) > LARGEST_FILE:
        most = LARGEST_FILE // 1024 // 1024
        raise forms.ValidationError(_("That file is too large. The limit is %(most)s MB.") % {"most": most})
    content = bytes(file.read())
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        if is_portable(text := content.decode("latin-1")):
            return text  # many published games are older than UTF-8
        raise forms.ValidationError(_("That isn't a UTF-8 text file.")) from error


def _parsed(text: str) -> Import:
    try:
        return import_match(_match_file(text))
    except (BadNotation, BadJson) as error:
        raise forms.ValidationError(str(error)) from error
    except Unplayable as error:
        raise forms.ValidationError(_with_place(text, error)) from error


def _match_file(text: str) -> MatchFile:
    if is_json(text):
        return read_json(text)
    return read_portable(text, clock.now()) if is_portable(text) else read(text)


def _with_place(text: str, error: Unplayable) -> str:
    """Return what is wrong, after the line of a text or the path in JSON."""
    if error.part is None or is_portable(text):
        return str(error)
    if is_json(text):
        return f"{path_of(error.part)}: {error}"
    return _("Line {line}: {problem}").format(line=line_of(text, error.part), problem=error)
