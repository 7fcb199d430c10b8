"""News of matches for people who are away: by mail, by web push and by webhooks."""
