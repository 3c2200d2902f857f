# SPDX-License-Identifier: Apache-2.0
"""Springs; the methods of SpringForceField are always there."""
from Sofa._springs import LinearSpring  # noqa: F401
