"""Importable, as scripts expect; matrices and forces of constraint solvers are not told to scripts."""
