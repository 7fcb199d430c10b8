"""The engine at work for the site: what may be asked of it, and how each kind of job is done."""
