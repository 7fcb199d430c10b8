"""The example of docs/adding-a-game.md is not part of the tests until its steps are done."""

collect_ignore = ["subtraction"]
