"""What Daphne and uvicorn lack: bounds on what a client may cost before the application has a say."""
