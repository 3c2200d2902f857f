"""Importable, as scripts expect; exporters write when their own Data say so."""
