"""Extensions of Daphne and uvicorn: limits on clients that apply before the application is called."""
