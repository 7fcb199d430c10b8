"""The form that imports a match file, pasted or uploaded."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games_app.archive.import_checks import Unplayable
from games_app.archive.imports import import_match
from games_app.archive.notation import BadJson, BadNotation, is_json, line_of, path_of, read, read_json
from games_app.match.messages import Import

LARGEST_FILE = 3 * 1024 * 1024
"""Largest upload, in bytes. A match of 12 000 plies takes 0.4 MB as text and 1.5 MB as JSON."""
LARGEST_TEXT = 60_000
"""Longest pasted text, in characters of up to three bytes: it fits in DATA_UPLOAD_MAX_MEMORY_SIZE."""


class ImportForm(forms.Form):
    """A match file, uploaded or pasted, as text or JSON (docs/notation.md); the format is detected."""

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,text/plain,application/json"}),
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
        given = super().clean() or {}
        file, text = given.get("file"), given.get("text") or ""
        if self.errors:
            return given
        if bool(file) == bool(text.strip()):
            raise forms.ValidationError(_("Choose a file, or paste the text of a match."))
        given["imported"] = _parsed(_read(file) if file else text)
        return given

    def imported(self) -> Import:
        """Return the command that imports the match, once the form is valid."""
        imported: Import = self.cleaned_data["imported"]
        return imported


def _read(file: UploadedFile[Any]) -> str:
    if (file.size or 0) > LARGEST_FILE:
        most = LARGEST_FILE // 1024 // 1024
        raise forms.ValidationError(_("That file is too large. The limit is %(most)s MB.") % {"most": most})
    try:
        return bytes(file.read()).decode("utf-8")
    except UnicodeDecodeError as error:
        raise forms.ValidationError(_("That isn't a UTF-8 text file.")) from error


def _parsed(text: str) -> Import:
    try:
        return import_match(read_json(text) if is_json(text) else read(text))
    except (BadNotation, BadJson) as error:
        raise forms.ValidationError(str(error)) from error
    except Unplayable as error:
        raise forms.ValidationError(_with_place(text, error)) from error


def _with_place(text: str, error: Unplayable) -> str:
    """Return what is wrong, after the line of a text or the path in JSON."""
    if error.part is None:
        return str(error)
    if is_json(text):
        return f"{path_of(error.part)}: {error}"
    return _("Line {line}: {problem}").format(line=line_of(text, error.part), problem=error)
