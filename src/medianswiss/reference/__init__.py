"""The rule sets in plain Python: slow, readable, the oracle of the tests.

Nothing here is used by the engine, and nothing here uses the engine. One function an article.
"""
