from django.urls import path, register_converter

from games_app.appointments import pages
from games_app.door.access import for_members
from games_app.door.http import PublicId

register_converter(PublicId, "appointment")

urlpatterns = [
    path("appointments", for_members(pages.show_list), name="appointments"),
    path(
        "appointments/new/<player:public_id>/<game:game>",
        for_members(pages.propose),
        name="propose-appointment",
    ),
    path("appointments/pairing/<int:key>", for_members(pages.arrange), name="arrange-pairing"),
    path("appointments/<appointment:public_id>", pages.show, name="appointment"),
    path("appointments/<appointment:public_id>/act", pages.act, name="act-on-appointment"),
    path("appointments/<appointment:public_id>/state", pages.state, name="appointment-state"),
    path("appointments/<appointment:public_id>.ics", pages.calendar, name="appointment-calendar"),
]
