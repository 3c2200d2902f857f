# SPDX-License-Identifier: Apache-2.0
"""Importable, as scripts expect; the methods of topologies are always there."""
