"""Extensions of Daphne: limits on clients that apply before the application is called."""
