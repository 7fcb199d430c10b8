from django.urls import path, re_path

from games_app.api import openapi, pages
from games_app.door.access import for_members

urlpatterns = [
    path("account/tokens", pages.own_tokens, name="tokens"),
    path("bots", for_members(pages.own_bots), name="bots"),
    path("api", pages.reference, name="api"),
    *[path(f"api/v1/{below}", view, name=openapi.name_of(below)) for below, view in openapi.PATHS.items()],
    re_path(r"^api/v1/(?P<rest>(?s:.*))\Z", openapi.nothing, name="api-nothing"),  # also with a line break
]
