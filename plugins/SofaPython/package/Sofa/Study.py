# SPDX-License-Identifier: Apache-2.0
"""Studies: states of a scene kept in memory, runs over tables of parameters. docs/manual/python.md, "Studies"."""
import csv
import itertools
import os
import random
import traceback

import numpy

from Sofa import _core
from Sofa._node import Node
from Sofa._scripted import Component, DataEngine
from Sofa._object import BaseForceField, BaseMapping


class State:
    """What a scene carries from step to step, at one moment. It can be pickled, and restored in a scene built the same way."""

    def __init__(self, data, scripted):
        self.data, self.scripted = data, scripted

    def __repr__(self):
        return "<State of %d bytes>" % len(self.data)


def _scripted(node, seen):
    """Components written in Python that keep something themselves."""
    if node in seen:
        return
    seen.add(node)
    for component in node.objects:
        if isinstance(component, (Component, DataEngine, BaseForceField, BaseMapping)) and hasattr(component, "saveState"):
            yield component
    for child in node.children:
        yield from _scripted(child, seen)


def save(root):
    """The state of a scene. What saveState() of a component written in Python returns is part of it."""
    return State(_core.save_state(root), {c.getPathName(): c.saveState() for c in _scripted(root, set())})


def restore(root, state):
    """Brings a scene back to a state; ValueError if that is one of another scene. Data keep the values they have now."""
    if not isinstance(state, State):
        raise TypeError("restore takes what save() returned, not a %s" % type(state).__name__)
    _core.restore_state(root, state.data)
    for component in _scripted(root, set()):
        if component.getPathName() in state.scripted:
            component.restoreState(state.scripted[component.getPathName()])


def build(createScene, *arguments, **keywords):
    """The initialised scene that a function createScene(root, ...) makes."""
    root = Node("root")
    createScene(root, *arguments, **keywords)
    _core.initRoot(root)
    return root


def branch(createScene, state, *arguments, **keywords):
    """A second scene that goes on from a state: built by the same function as the first, and independent of it."""
    root = build(createScene, *arguments, **keywords)
    restore(root, state)
    return root


def seed(number):
    """Seeds the generators of random numbers that scripts use; the framework itself draws none. Returns one of numpy."""
    random.seed(number)
    numpy.random.seed(number % 2 ** 32)
    return numpy.random.default_rng(number)


def _call(run, values):
    try:
        result = run(**values)
        return dict(result) if isinstance(result, dict) else {"result": result}
    except Exception as problem:  # one that fails must not lose the others
        traceback.print_exc()
        return {"error": "%s: %s" % (type(problem).__name__, problem)}


def _inProcess(arguments):
    _core.set_thread_count(1)
    return _call(*arguments)


def _table(rows):
    """Names of all columns, in the order in which they come up."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _write(file, rows):
    """As a whole and renamed, so that a reader never sees half a table."""
    beside = file + ".part"
    with open(beside, "w", newline="", encoding="utf8") as f:
        writer = csv.DictWriter(f, _table(rows), restval="")
        writer.writeheader()
        writer.writerows(rows)
    os.replace(beside, file)


def sweep(run, parameters, file=None, processes=1):
    """Calls run(name=value, ...) for every combination of `parameters`, a dictionary of lists; the last one runs fastest.

    `run` returns a number or a dictionary. The rows, parameters and results, are returned as dictionaries and written to
    `file` as comma-separated values whenever one is there. A run that raises gives a row with the column "error". With
    several processes `run` has to be a function of a module, and the script that calls sweep() to have its
    `if __name__ == "__main__":`.
    """
    parameters = {name: list(values) for name, values in parameters.items()}
    all_values = [dict(zip(parameters, values)) for values in itertools.product(*parameters.values())]
    rows = []

    def take(values, result):
        rows.append({**values, **result})
        if file:
            _write(os.fspath(file), rows)

    if processes == 1:
        for values in all_values:
            take(values, _call(run, values))
        return rows
    import multiprocessing
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for values, result in zip(all_values, pool.imap(_inProcess, [(run, values) for values in all_values])):
            take(values, result)
    return rows
