"""Recorded rounds against the rules, and against our own pairing of the state before each."""
