from django.urls import path, register_converter

from games_app.learn import pages, sowing

register_converter(sowing.LevelName, "level")

urlpatterns = [
    path("learn/<game:game>", pages.guide, name="learn"),
    path("learn/<game:game>/course", pages.course, name="course"),
    path("learn/<game:game>/sowing", sowing.begin, name="sowing"),
    path("learn/<game:game>/sowing/<level:level>/<slug:seed>", sowing.series, name="sowing-series"),
]
