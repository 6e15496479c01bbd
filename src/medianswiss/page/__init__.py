"""The next round as one page of HTML."""
