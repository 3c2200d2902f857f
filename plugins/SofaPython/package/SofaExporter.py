"""Importable, as scripts expect; write() of exporters is always there."""
