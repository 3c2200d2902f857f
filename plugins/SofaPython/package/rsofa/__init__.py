# SPDX-License-Identifier: Apache-2.0
"""The second name of the module Sofa, for machines where SofaPython3 is installed too: docs/running.md.

import rsofa gives the module Sofa of this installation, whichever module Sofa comes first on the path of Python, and rsofa.Core
and the others are Sofa.Core and the others. One program cannot have both modules Sofa.
"""
import importlib
import importlib.abc
import importlib.util
import os
import sys

_folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _own():
    """The modules of this installation, whatever else is on the path."""
    known = sys.modules.get("Sofa")
    if known is not None and not os.path.samefile(os.path.dirname(os.path.abspath(known.__file__)), os.path.join(_folder, "Sofa")):
        raise ImportError("rsofa: this program has imported another module Sofa already, from %s. Import rsofa instead of it." %
                          os.path.dirname(known.__file__))
    sys.path.insert(0, _folder)
    try:
        return [importlib.import_module(name) for name in ("Sofa", "SofaRuntime", "SofaTypes")][0]
    finally:
        sys.path.remove(_folder)


class _Names(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds rsofa.X where Sofa.X is: the same module, under a second name."""

    def find_spec(self, name, path=None, target=None):
        if not name.startswith(__name__ + "."):
            return None
        module = importlib.import_module("Sofa" + name[len(__name__):])
        return importlib.util.spec_from_loader(name, self, is_package=hasattr(module, "__path__"))

    def create_module(self, spec):
        module = importlib.import_module("Sofa" + spec.name[len(__name__):])
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module):
        """It was when it was imported by its first name, which stays the one it is known by."""
        module.__spec__ = module.__spec__.loader_state


_module = _own()
sys.meta_path.insert(0, _Names())
sys.modules[__name__] = _module
