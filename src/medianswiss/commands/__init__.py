"""The commands of the command line, a module each: they read and write; what a pairing is, others know."""
