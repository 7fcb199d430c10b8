from django.urls import path

from games_app.archive import pages
from games_app.door.access import for_members

urlpatterns = [
    path("m/<match:public_id>/print", pages.print_view, name="print"),
    path("m/<match:public_id>.json", pages.match_file, {"form": "json"}, name="json"),
    path("m/<match:public_id>.txt", pages.match_file, {"form": "txt"}, name="text"),
    path("m/<match:public_id>.<slug:form>", pages.match_file, name="portable"),
    path("m/<match:public_id>/files", pages.files_page, name="files"),
    path("m/<match:public_id>/verify", pages.files_page, name="verify"),
    path("import", for_members(pages.import_match), name="import"),
    path("download", pages.download, name="download"),
    path("open-data", for_members(pages.months), name="open-data"),
    path("open-data/<month>/<name>", for_members(pages.month_file), name="open-data-file"),
]
