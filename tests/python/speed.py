#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast the Python modules are: prints what common calls take of the processor, beside what they may take.

PYTHONPATH=build/release/lib/python3/site-packages python3 tests/python/speed.py
"""
import os
import subprocess
import sys
import tempfile
import time

import numpy
import Sofa
import Sofa.Simulation

sys.path.insert(0, __file__.rsplit("/", 1)[0])
from scenes import falling  # noqa: E402


def ofChildren():
    times = os.times()
    return times.children_user + times.children_system


def best(function, rounds=3, clock=time.thread_time):
    """Seconds of the fastest of some calls."""
    times = []
    for _ in range(rounds):
        start = clock()
        function()
        times.append(clock() - start)
    return min(times)


def importing():
    """Of the package, numpy included, less what an empty program takes; modules are compiled already."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = folder

        def run(code):
            return best(lambda: subprocess.run([sys.executable, "-c", code], check=True, env=environment), 7, ofChildren)
        return run("import Sofa") - run("pass")


def adding():
    """10 000 components with Data."""
    def build():
        root = Sofa.Core.Node("root")
        for i in range(10000):
            root.addObject("BoxROI", name="box%d" % i, box=[0, 0, 0, 1, 1, 1], drawBoxes=False)
    return best(build, 2)


def viewing():
    """The positions of a million points."""
    root = Sofa.Core.Node("root")
    dofs = root.addObject("MechanicalObject", name="dofs", position=numpy.zeros((1000000, 3)))

    def read():
        for _ in range(1000):
            dofs.position.value
    return best(read) / 1000


def stepping():
    """100 000 steps of one point, each a call from Python."""
    root = falling(1, dt=1e-4)

    def steps():
        for _ in range(100000):
            Sofa.Simulation.animate(root, 1e-4)
    return best(steps, 2)


def listening():
    """A step with 1000 controllers that do nothing."""
    class Idle(Sofa.Core.Controller):
        def onKeypressedEvent(self, event):
            pass
    root = falling(1)
    without = best(lambda: Sofa.Simulation.animateNSteps(root, 100)) / 100
    for i in range(1000):
        root.addObject(Idle(name="idle%d" % i))
    return best(lambda: Sofa.Simulation.animateNSteps(root, 100)) / 100 - without


def assigning():
    """A million numbers from an array into positions."""
    root = Sofa.Core.Node("root")
    dofs = root.addObject("MechanicalObject", name="dofs", position=numpy.zeros((333333, 3)))
    values = numpy.ones((333333, 3))

    def write():
        dofs.position = values
    return best(write)


FIGURES = [("import Sofa", importing, 0.15), ("addObject of 10 000 components", adding, 1.0),
           ("positions of 1 000 000 points as a view", viewing, 20e-6), ("100 000 steps of one point", stepping, 1.0),
           ("1000 idle controllers, each step", listening, 1e-3), ("1 000 000 numbers assigned from an array", assigning, 10e-3)]


def text(seconds):
    unit, factor = next((u, f) for u, f in (("s", 1), ("ms", 1e3), ("us", 1e6)) if seconds * f >= 1 or u == "us")
    return "%.3g %s" % (seconds * factor, unit)


def main():
    slow = 0
    for name, measure, allowed in FIGURES:
        seconds = measure()
        slow += seconds > allowed
        print("%-42s %10s   of %8s%s" % (name, text(seconds), text(allowed), "   TOO SLOW" if seconds > allowed else ""), flush=True)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
