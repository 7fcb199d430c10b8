from django.urls import path, register_converter

from games_app.door.access import for_members
from games_app.door.http import PublicId
from games_app.tournaments import downloads, pages

register_converter(PublicId, "tournament")

urlpatterns = [
    path("tournaments", for_members(pages.show_list), name="tournaments"),
    path("tournaments/new/<game:game>", for_members(pages.new), name="new-tournament"),
    path("tournaments/<tournament:public_id>", pages.show, name="tournament"),
    path("tournaments/<tournament:public_id>/join", pages.join, name="join-tournament"),
    path("tournaments/<tournament:public_id>/act", pages.act, name="act-in-tournament"),
    path("tournaments/<tournament:public_id>/screen", pages.screen, name="tournament-screen"),
    path("tournaments/<tournament:public_id>/print", downloads.print_view, name="print-tournament"),
    path("tournaments/<tournament:public_id>.json", downloads.as_json, name="tournament-json"),
    path("tournaments/<tournament:public_id>.csv", downloads.as_csv, name="tournament-csv"),
]
