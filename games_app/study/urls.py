from django.urls import path

from games_app.door.access import for_members
from games_app.study import pages

urlpatterns = [
    path("m/<match:public_id>/notes", pages.notes, name="notes"),
    path("m/<match:public_id>/variations", pages.variations, name="variations"),
    path("m/<match:public_id>/together", pages.shared_review, name="shared-review"),
    path("watch/reviews", for_members(pages.running), name="shared-reviews"),
    path("m/<match:public_id>/together/screen", pages.screen, name="shared-review-screen"),
]
