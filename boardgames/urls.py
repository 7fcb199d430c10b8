from django.urls import include, path

urlpatterns = [path("", include("games_app.urls"))]
handler400 = "games_app.views.errors.bad_request"
handler500 = "games_app.views.errors.server_error"
