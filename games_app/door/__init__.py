"""The door of requests: who sends them, how often, what they may see, and how they are answered."""
