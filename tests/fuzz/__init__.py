"""Fuzzers: `targets` has what is tried, `run` tries it with atheris; those of csrc are in c/."""
