"""Drawing into a window of a script is not in this version."""
