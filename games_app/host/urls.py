from django.urls import path

from games_app.host import first_owner, pages

urlpatterns = [
    path("owner/<token>", first_owner.become_owner, name="become-owner"),
    path("host", pages.host, name="host"),
    path("host/backup", pages.backup_state, name="backup-state"),
]
