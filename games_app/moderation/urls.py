from django.conf import settings
from django.urls import path

from games_app.moderation import pages

urlpatterns = [
    path("report", pages.report, name="report"),
    path("warning", pages.confirm_warning, name="warning"),
    path("appeal", pages.appeal, name="appeal"),
    path(settings.ADMIN_PATH, pages.show_desk, name="moderation"),
    path(settings.ADMIN_PATH.rstrip("/"), pages.show_desk),
    path(f"{settings.ADMIN_PATH}act", pages.act, name="moderate"),
]
