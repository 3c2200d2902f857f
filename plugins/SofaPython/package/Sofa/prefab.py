"""Where scripts look for Prefab."""
from Sofa._prefab import Prefab, PrefabBuilder  # noqa: F401
