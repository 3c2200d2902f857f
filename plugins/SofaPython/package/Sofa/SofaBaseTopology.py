"""Importable, as scripts expect; the methods of topologies are always there."""
