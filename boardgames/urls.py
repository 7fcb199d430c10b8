from django.urls import include, path

urlpatterns = [path("", include("games_app.urls"))]
