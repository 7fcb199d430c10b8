from django.urls import path

from games_app.explorer import pages

urlpatterns = [
    path("explorer/<game:game>", pages.explorer, name="explorer"),
    path("explore", pages.explore, name="explore"),
]
