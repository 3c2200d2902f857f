"""Importable, as scripts expect; A() of solvers that have a matrix is always there."""
