# SPDX-License-Identifier: Apache-2.0
"""What the modules of the package share."""
import os
import sys

from Sofa import _core

_here = os.path.dirname(os.path.abspath(__file__))


def public(cls):
    """Shows the class as one of Sofa.Core, and has objects of the framework become objects of it."""
    from Sofa import _describe
    cls.__module__ = "Sofa.Core"
    kinds = {base.__name__ for base in cls.__mro__}
    tell = _describe.node if "Node" in kinds else _describe.component if "Object" in kinds else _describe.data if "Data" in kinds else None
    if tell:
        cls.__doc__ = _describe.Doc(cls.__doc__, tell)
    _core.set_class(cls.__name__, cls)
    return cls


def caller():
    """File and line of the script that called into this package."""
    frame = sys._getframe(2)
    while frame and os.path.dirname(frame.f_code.co_filename) == _here:
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_lineno) if frame else ("", 0)


def raise_problem(problem):
    kind, _, text = problem.partition(": ")
    raise {"TypeError": TypeError, "ValueError": ValueError}[kind](text)
