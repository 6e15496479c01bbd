"""Standings and the tie-breaks of FIDE C.07."""
