from django.urls import path, register_converter

from games_app.clubs import cards, pages, question_pages, round_pages, simul_pages
from games_app.door.access import for_members
from games_app.door.http import PublicId

register_converter(PublicId, "club")

urlpatterns = [
    path("clubs", for_members(pages.show_list), name="clubs"),
    path("clubs/new", for_members(pages.new), name="new-club"),
    path("clubs/new/class", for_members(pages.new), {"is_class": True}, name="new-class"),
    path("card", cards.sign_in, name="card"),
    path("classes/teach/<str:token>", for_members(cards.teach), name="teach-class"),
    path("classes/parents", cards.for_parents, name="class-for-parents"),
    path("classes/teachers", cards.for_teachers, name="class-for-teachers"),
    path("clubs/join/<str:token>", pages.join, name="join-club"),
    path("clubs/<club:public_id>", pages.show, name="club"),
    path("clubs/<club:public_id>/question", question_pages.show, name="club-question"),
    path(
        "clubs/<club:public_id>/question/screen", question_pages.show_on_screen, name="club-question-screen"
    ),
    path("clubs/<club:public_id>/question/answer", question_pages.choose, name="answer-club"),
    path("clubs/<club:public_id>/question/change", question_pages.change, name="change-question"),
    path("clubs/<club:public_id>/ask", question_pages.ask, name="ask-club"),
    path("clubs/ask/<game:game>", for_members(question_pages.ask_some_club), name="ask-some-club"),
    path("clubs/<club:public_id>/act", pages.act, name="act-in-club"),
    path("clubs/<club:public_id>/round", round_pages.show, name="club-round"),
    path("clubs/<club:public_id>/round/act", round_pages.act, name="act-in-club-round"),
    path("clubs/simul/<str:token>", simul_pages.accept, name="join-simul"),
    path("clubs/<club:public_id>/simul", simul_pages.next_board, name="club-simul"),
    path("clubs/<club:public_id>/round/screen", round_pages.screen, name="club-round-screen"),
    path("clubs/<club:public_id>/change", pages.change, name="change-club"),
    path(
        "clubs/<club:public_id>/tournaments/new/<game:game>", pages.new_tournament, name="new-club-tournament"
    ),
]
