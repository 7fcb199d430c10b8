from django.urls import path

from games_app.analysis.pages import analysis, analysis_board, puzzles

urlpatterns = [
    path("m/<match:public_id>/review", analysis.review, name="review"),
    path("m/<match:public_id>/review/cancel", analysis.cancel_review, name="cancel-review"),
    path("m/<match:public_id>/tip", analysis.tip, name="tip"),
    path("board/<game:game>", analysis_board.analysis_board, name="analysis-board"),
    path("board/<game:game>/set-up", analysis_board.set_up, name="set-up"),
    path("puzzles", puzzles.index, name="puzzles"),
    path("puzzles/next", puzzles.next_puzzle, name="next-puzzle"),
    path("puzzles/rush/<game:game>", puzzles.rush, name="puzzle-rush"),
    path("puzzles/<match:public_id>", puzzles.puzzle, name="puzzle"),
    path("puzzles/<match:public_id>/try", puzzles.attempt, name="try-puzzle"),
    path("puzzles/<match:public_id>/solution", puzzles.solution, name="puzzle-solution"),
    path("analyse", analysis.position, name="analyse"),
    path("try", analysis.try_action, name="try"),
]
