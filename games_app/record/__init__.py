"""The one way to change a match: commands, and the writer that stores what they lead to."""
