# SPDX-License-Identifier: Apache-2.0
"""Importing it fails with what to do where the compiled part of the module Sofa cannot be used."""
import importlib.machinery
import sys
from pathlib import Path


def why_not():
    """What to do where the compiled part of the module cannot be used; empty if that is not known."""
    folder = Path(__file__).parent
    built = sorted(file.name for file in folder.glob("_core.*.so"))
    if not built:
        return ("Sofa: the compiled part of this module is not built. In the folder of the sources, "
                "./dev build SofaPython3 builds it, or cmake --build BUILD --target SofaPython3.")
    if not any(name.endswith(suffix) for name in built for suffix in importlib.machinery.EXTENSION_SUFFIXES
               if suffix != ".so"):
        return "Sofa: this is Python %d.%d (%s), and the module was built for another one: %s." % (
            *sys.version_info[:2], sys.executable, ", ".join(built))
    try:
        import numpy  # noqa: F401
    except ImportError:
        return "Sofa needs numpy: install python3-numpy (apt) or numpy (pip) for %s." % sys.executable
    return ""


if reason := why_not():
    raise ImportError(reason)
