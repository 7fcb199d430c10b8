"""The host's page: owners see and change in the browser how the site runs."""
