from django.urls import path, register_converter

from games_app.clubs import pages
from games_app.door.access import for_members
from games_app.door.http import PublicId

register_converter(PublicId, "club")

urlpatterns = [
    path("clubs", for_members(pages.show_list), name="clubs"),
    path("clubs/new", for_members(pages.new), name="new-club"),
    path("clubs/join/<str:token>", pages.join, name="join-club"),
    path("clubs/<club:public_id>", pages.show, name="club"),
    path("clubs/<club:public_id>/act", pages.act, name="act-in-club"),
    path("clubs/<club:public_id>/change", pages.change, name="change-club"),
    path(
        "clubs/<club:public_id>/tournaments/new/<game:game>", pages.new_tournament, name="new-club-tournament"
    ),
]
