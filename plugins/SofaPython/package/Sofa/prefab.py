# SPDX-License-Identifier: Apache-2.0
"""Where scripts look for Prefab."""
from Sofa._prefab import Prefab, PrefabBuilder  # noqa: F401
