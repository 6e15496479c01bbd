"""Whole random tournaments: who plays, every round paired by the engine, and the results."""
