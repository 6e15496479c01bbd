"""Why a round is paired as it is, in sentences: from the steps of a trace to words an arbiter can check."""
