# SPDX-License-Identifier: Apache-2.0
"""Importable, as scripts expect; W(), lambda_force() and dfree() of constraint solvers are always there."""
