"""The engine at work for the site: permitted requests, and how each kind of job is done."""
