"""Pages as a browser without JavaScript gets them."""

import pytest


@pytest.fixture(autouse=True)
def _plain_static_files(settings):
    """Pages name static files by their plain names: nothing was collected for these tests."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
