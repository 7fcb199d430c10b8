from django.urls import path

from games_app.archive.pages import files, open_data
from games_app.door.access import for_members

urlpatterns = [
    path("m/<match:public_id>/print", files.print_view, name="print"),
    path("m/<match:public_id>.json", files.match_file, {"form": "json"}, name="json"),
    path("m/<match:public_id>.txt", files.match_file, {"form": "txt"}, name="text"),
    path("m/<match:public_id>.<slug:form>", files.match_file, name="portable"),
    path("m/<match:public_id>/files", files.files_page, name="files"),
    path("m/<match:public_id>/verify", files.files_page, name="verify"),
    path("import", for_members(files.import_match), name="import"),
    path("download", files.download, name="download"),
    path("open-data", for_members(open_data.months), name="open-data"),
    path("open-data/<month>/<name>", for_members(open_data.month_file), name="open-data-file"),
]
