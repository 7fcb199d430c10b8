from django.urls import path

from .views.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
]
