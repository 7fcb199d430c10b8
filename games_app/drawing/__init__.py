"""Pictures of positions, made from the same SVG files that the browser fills."""

from games_app.drawing.board import Board, board, without_parts

__all__ = ["Board", "board", "without_parts"]
