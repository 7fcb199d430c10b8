"""Choice fields of forms whose choices depend on the request."""

from __future__ import annotations

from django import forms


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """Return the field that the form declares as a choice. Raises TypeError for another kind of field."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"The field {name!r} of {type(form).__name__} is no choice")
    return field
