# SPDX-License-Identifier: Apache-2.0
"""Views on what comes and goes: whatever order things happen in, a view shows what it showed last, or what is there now.

Each round makes up a scene and does things at random; FUZZ_ROUNDS (default 40) and FUZZ_SEED say how many and which. With the
compiled part and the libraries built with -fsanitize=address it finds what the assertions do not:

LD_PRELOAD="libSofaMemory.so.0.1 $(gcc -print-file-name=libasan.so)" ASAN_OPTIONS=verify_asan_link_order=0:alloc_dealloc_mismatch=0:detect_leaks=0
PYTHONMALLOC=malloc; libSofaMemory, which keeps the memory of views, has to come first.
"""
import ctypes
import gc
import os
import random
import unittest

import numpy

import Sofa
from Sofa import Study

ROUNDS = int(os.environ.get("FUZZ_ROUNDS", 40))
SEED = int(os.environ.get("FUZZ_SEED", 1))
NAMES = ("position", "velocity", "rest_position", "force")


class Watch(Sofa.Core.Controller):
    """Looks at arrays while the scene is stepped."""

    def __init__(self, fuzz, **keywords):
        super().__init__(**keywords)
        self.fuzz = fuzz

    def onAnimateBeginEvent(self, event):
        self.fuzz.look()

    def onAnimateEndEvent(self, event):
        self.fuzz.look()
        self.fuzz.random.choice((self.fuzz.resize, self.fuzz.write, self.fuzz.remove, self.fuzz.change_mesh, lambda: None))()


class Sum(Sofa.Core.DataEngine):
    def __init__(self, source, **keywords):
        super().__init__(**keywords)
        self.addInput(self.addData("source", value=source))
        self.addOutput(self.addData("twice", type="vector<Vec3d>", value=[]))

    def update(self):
        self.twice.value = 2 * self.source.value


class Fuzz:
    """Scenes, and views of them that outlive them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.roots, self.views, self.held, self.states = [], [], [], []

    # -- what is looked at
    def states_of(self, root):
        return [c for n in [root, *root.children] for c in n.objects if c.getClassName() == "MechanicalObject"]

    def any_state(self):
        states = [s for root in self.roots for s in self.states_of(root)] + [s for s in self.held if isinstance(s, Sofa.Core.BaseMechanicalState)]
        return self.random.choice(states) if states else None

    def build(self):
        n, root = self.random.randrange(1, 40), Sofa.Core.Node("root")
        root.addObject("DefaultAnimationLoop")
        root.addObject("EulerExplicitSolver")
        points = root.addObject("PointSetTopologyContainer", name="points", position=[[i, 0, 0] for i in range(n)])
        root.addObject("PointSetTopologyModifier", name="modifier")
        dofs = root.addObject("MechanicalObject", name="dofs", position=points.position.linkpath)
        root.addObject("UniformMass", vertexMass=1.0)
        root.addObject("BoxROI", name="box", box=[-1, -99, -99, n / 2, 99, 99], position=dofs.position.linkpath)
        root.addObject(Watch(self, name="watch"))
        root.addObject(Sum(dofs.position, name="sum"))
        for i in range(self.random.randrange(3)):
            child = root.addChild("child%d" % i)
            child.addObject("MechanicalObject", name="mapped", position=dofs.position.value)
            child.addObject("IdentityMapping", input=dofs, output=child.mapped)
        root.addData("extra", type="vector<double>", value=list(range(n)))
        Sofa.Simulation.initRoot(root)
        self.roots.append(root)

    def view(self):
        state, root = self.any_state(), self.random.choice(self.roots)
        sources = [root.extra, root.gravity, root.bbox, *([state.getData(self.random.choice(NAMES))] if state is not None else [])]
        sources += [c.getData(d) for c, d in ((root.getObject("box"), "indices"), (root.getObject("box"), "pointsInROI"), (root.getObject("sum"), "twice"))
                    if c is not None]
        data = self.random.choice(sources)
        array = self.random.choice((lambda d: d.value, lambda d: d.array(), lambda d: numpy.asarray(d), lambda d: d.value[:1], lambda d: d[:],
                                    lambda d: numpy.from_dlpack(d)))(data)
        self.views.append(array)
        if self.random.random() < 0.3:
            self.held.append(data)

    def look(self):
        for array in self.views:    # by functions that the sanitizer watches, which it does not do with numpy's own loops
            assert numpy.isfinite(numpy.frombuffer(array.tobytes(), dtype=array.dtype)).all(), array
        for held in self.held:
            if isinstance(held, Sofa.Core.DataContainer):
                assert held.value.shape == held.shape

    # -- what happens
    def resize(self):
        state = self.any_state()
        if state is not None:
            state.position = numpy.full((self.random.randrange(0, 60), 3), 0.5)

    def write(self):
        state = self.any_state()
        if state is None:
            return
        with state.position.writeable() as outer:
            if self.random.random() < 0.3:
                state.position = numpy.ones((self.random.randrange(1, 50), 3))      # the block's array goes on being its memory
            outer[:] = 0.25
            ctypes.memmove(outer.ctypes.data, outer.tobytes(), outer.nbytes)
        self.views.append(outer)
        state.velocity += 0.0

    def step(self):
        root = self.random.choice(self.roots)
        try:
            Sofa.Simulation.animateNSteps(root, self.random.randrange(1, 3), 0.01)
        except RuntimeError:
            pass

    def reset(self):
        Sofa.Simulation.reset(self.random.choice(self.roots))

    def change_mesh(self):
        root = self.random.choice(self.roots)
        modifier = root.getObject("modifier")
        if modifier is None or root.getObject("points") is None or root.getObject("points").getNbPoints() < 2:
            return
        if self.random.random() < 0.5:
            modifier.addPoints(self.random.randrange(1, 30))
        else:
            modifier.removePoints([0])

    def engine(self):
        box = self.random.choice(self.roots).getObject("box")
        if box is not None:
            box.box = [[-1, -99, -99, self.random.randrange(50), 99, 99]]
            box.indices.value

    def remove(self):
        root = self.random.choice(self.roots)
        if len(root.objects) > 3:
            component = self.random.choice([o for o in root.objects if o.getName() not in ("watch", "DefaultAnimationLoop")] or [None])
            if component is not None and self.random.random() < 0.2:
                root.removeObject(component)
                if self.random.random() < 0.5:
                    self.held.append(component)

    def take_child(self):
        root = self.random.choice(self.roots)
        if len(root.children):
            child = root.removeChild(root.children[0])
            if self.random.random() < 0.5:
                self.held.append(child)
            if self.random.random() < 0.3:
                self.random.choice(self.roots).addChild(child)

    def save(self):
        root = self.random.choice(self.roots)
        self.states.append((root, Study.save(root)))

    def restore(self):
        if self.states:
            root, state = self.states.pop()
            try:
                Study.restore(root, state)
            except ValueError:
                pass

    def drop(self):
        if len(self.roots) > 1:
            root = self.roots.pop(self.random.randrange(len(self.roots)))
            self.states = [s for s in self.states if s[0] is not root]
            if self.random.random() < 0.5:
                Sofa.Simulation.unload(root)
            del root
        if self.random.random() < 0.3:
            gc.collect()

    def forget(self):
        for kept in (self.views, self.held):
            if kept:
                kept.pop(self.random.randrange(len(kept)))

    def run(self, steps):
        self.build()
        actions = (self.view, self.view, self.view, self.look, self.look, self.resize, self.write, self.step, self.step, self.reset, self.change_mesh,
                   self.engine, self.remove, self.take_child, self.save, self.restore, self.drop, self.forget, self.forget)
        for _ in range(steps):
            if len(self.roots) < 2 or (len(self.roots) < 4 and self.random.random() < 0.1):
                self.build()
            self.random.choice(actions)()
        self.roots.clear(), self.states.clear(), gc.collect()
        self.look()


class Views(unittest.TestCase):
    def test_nothing_that_happens_to_a_scene_harms_a_view(self):
        for k in range(ROUNDS):
            with self.subTest(seed=SEED + k):
                Fuzz(SEED + k).run(120)


if __name__ == "__main__":
    unittest.main()
