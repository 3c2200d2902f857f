# SPDX-License-Identifier: Apache-2.0
"""Importable, as scripts expect; write() of exporters is always there."""
