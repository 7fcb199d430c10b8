"""Learning: guides of the rules, courses of strategy, and the sowing trainer."""
