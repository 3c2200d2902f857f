# SPDX-License-Identifier: Apache-2.0
"""Importable, as scripts expect; A(), b() and x() of solvers that have a matrix are always there."""
