"""There is one viewer; nothing needs this module to find it."""
