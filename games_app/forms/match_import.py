"""The form that brings a written match back: pasted, or as a file."""

from __future__ import annotations

from typing import Any

import msgspec
from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games_app.notation import BadNotation, MatchFile, read
from games_app.services.archive.imports import ImportedMatch, Unplayable, import_match

LARGEST_FILE = 3 * 1024 * 1024
"""Bytes. A match of 12 000 plies takes 0.4 MB as text and 1.5 MB as JSON."""
LARGEST_TEXT = 60_000
"""Letters that can be pasted. Each takes three bytes at most: they all fit in DATA_UPLOAD_MAX_MEMORY_SIZE."""

_decoder = msgspec.json.Decoder(MatchFile)


class ImportForm(forms.Form):
    """One of the two; which of the forms of docs/notation.md it is can be seen."""

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,text/plain,application/json"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or its text"),
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
        given["told"] = _told(_read(file) if file else text)
        return given

    def told(self) -> ImportedMatch:
        """The match, once the form is valid."""
        told: ImportedMatch = self.cleaned_data["told"]
        return told


def _read(file: UploadedFile[Any]) -> str:
    if (file.size or 0) > LARGEST_FILE:
        most = LARGEST_FILE // 1024 // 1024
        raise forms.ValidationError(
            _("That file is too large: at most %(most)s MB are read.") % {"most": most}
        )
    try:
        return bytes(file.read()).decode("utf-8")
    except UnicodeDecodeError as error:
        raise forms.ValidationError(_("That file is no text in UTF-8.")) from error


def _told(text: str) -> ImportedMatch:
    text = text.removeprefix("\ufeff")  # some editors begin a file with it
    try:
        written = _decoder.decode(text) if text.lstrip().startswith("{") else read(text)
        return import_match(written)
    except (BadNotation, Unplayable) as error:
        raise forms.ValidationError(str(error)) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise forms.ValidationError(_("That is no match in JSON: %(why)s") % {"why": error}) from error
