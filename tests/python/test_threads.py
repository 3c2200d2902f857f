# SPDX-License-Identifier: Apache-2.0
"""A scene that one thread steps while another one uses it by every call that is bound: these wait for the end of the step, or until it
calls Python, or are refused. And what ends programs, Ctrl-C and sys.exit(), within methods that a step calls."""
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy
import Sofa
import Sofa.Simulation

from scenes import DoubleByProducts, falling

RUNSOFA = os.environ.get("RUNSOFA")

SWEEP = """
import inspect, sys, threading, time
import numpy, Sofa, Sofa.Simulation as S
root = Sofa.Core.Node("root")
root.addObject("FreeMotionAnimationLoop")
root.addObject("BlockGaussSeidelConstraintSolver", maxIterations=50, tolerance=1e-6)
root.addObject("CollisionPipeline"); root.addObject("BruteForceBroadPhase"); root.addObject("BVHNarrowPhase")
root.addObject("LocalMinDistance", alarmDistance=.3, contactDistance=.1)
root.addObject("CollisionResponse", response="FrictionContactConstraint")
floor = root.addChild("floor")
floor.addObject("MeshTopology", position=[[-5, 0, -5], [-5, 0, 5], [5, 0, 5], [5, 0, -5]], triangles=[[0, 1, 2], [0, 2, 3]])
floor.addObject("MechanicalObject", name="dofs")
floor.addObject("TriangleCollisionModel", simulated=False, moving=False)
body = root.addChild("body")
body.addObject("EulerImplicitSolver"); body.addObject("SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d")
body.addObject("RegularGridTopology", n=[5, 3, 3], min=[0, .2, 0], max=[4, 1.2, 1])
body.addObject("MechanicalObject", name="dofs"); body.addObject("UniformMass", totalMass=1)
body.addObject("HexahedronFEMForceField", name="fem", youngModulus=1000, poissonRatio=.3)
body.addObject("LinearSolverConstraintCorrection")
points = body.addChild("points")
points.addObject("MechanicalObject", name="dofs", position=[[x, .2, .5] for x in range(5)])
points.addObject("PointCollisionModel"); points.addObject("BarycentricMapping")
class Force(Sofa.Core.ForceFieldVec3d):
    def addForce(self, m, f, x, v): pass
    def addDForce(self, m, df, dx): pass
    def addKToMatrix(self, m, points, size): return numpy.zeros((0, 3))
body.addObject(Force(name="script"))
S.initRoot(root)

def objects(node):
    return [node] + list(node.objects) + [o for child in node.children for o in objects(child)]

left = {"cleanup", "detachFromGraph", "__init__", "__del__", "__reduce__", "__reduce_ex__", "__repr__"}   # what ends the scene, or prints it
def calls():
    for thing in objects(root):
        fields = [d for d in thing.getDataFields()] + list(thing.getLinks())
        for one in [thing] + fields:
            for name in dir(type(one)):
                if name in left or (name.startswith("_") and name not in ("__len__", "__iter__", "__str__")):
                    continue
                yield one, name
stop, done, failed = False, 0, []
def use():
    global done
    while not stop:
        for one, name in calls():
            if stop:
                break
            try:
                got = getattr(one, name)
                if callable(got) and not inspect.isclass(got):
                    got()
            except (TypeError, ValueError, RuntimeError, AttributeError, IndexError, KeyError, OverflowError):
                pass
            except BaseException as problem:
                failed.append(repr(problem))
            done += 1
def edit():
    while not stop:
        try:
            body.fem.reinit(); body.fem.init(); body.fem.youngModulus = [900]; body.init()
            body.dofs.position = body.dofs.position.value + 0
            body.addObject("RestShapeSpringsForceField", name="more", stiffness=[1]).init()
            body.removeObject(body.more)
            root.computeEnergy(); body.fem.assembleKMatrix(); root.sendEvent({}, "hello")
        except (RuntimeError, TypeError, ValueError, AttributeError) as problem:
            failed.append(repr(problem)) if "simulated" not in str(problem) else None
threads = [threading.Thread(target=use), threading.Thread(target=edit)]
for t in threads: t.start()
end, steps = time.time() + SECONDS, 0
while time.time() < end:
    S.animate(root, .001); steps += 1
stop = True
for t in threads: t.join()
print("survived", steps, done, failed[:3])
"""


def run(code, seconds=120):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=seconds, check=False)


class TwoThreads(unittest.TestCase):
    def test_every_call_while_another_thread_steps(self):
        done = run(SWEEP.replace("SECONDS", "6"))
        self.assertEqual(done.returncode, 0, done.stdout[-1000:] + done.stderr[-3000:])
        word, steps, calls, failed = done.stdout.strip().splitlines()[-1].split(" ", 3)
        self.assertEqual((word, failed), ("survived", "[]"))
        self.assertGreater(int(steps), 10)
        self.assertGreater(int(calls), 10)

    def test_a_call_waits_for_the_end_of_the_step(self):
        """A step is whole for the other thread: it never sees the force field half way."""
        root = falling(1000)
        seen, stop = [], False

        def look():
            while not stop:
                seen.append(root.dofs.velocity.value[[0, -1], 1].tolist())
        thread = threading.Thread(target=look)
        thread.start()
        for _ in range(200):
            Sofa.Simulation.animate(root)
        stop = True
        thread.join()
        self.assertTrue(all(first == last for first, last in seen))

    def test_a_call_does_not_wait_for_a_step_that_waits_for_it(self):
        """Work that a controller hands to another thread."""
        class Hands(Sofa.Core.Controller):
            def onAnimateBeginEvent(self, event):
                thread = threading.Thread(target=lambda: setattr(root.dofs, "velocity", [[1, 2, 3]]))
                thread.start()
                thread.join(20)
                self.isDone = not thread.is_alive()
        root = falling(1, gravity=(0, 0, 0))
        hands = root.addObject(Hands(name="hands"))
        Sofa.Simulation.animate(root)
        self.assertTrue(hands.isDone)
        numpy.testing.assert_allclose(root.dofs.velocity.value, [[1, 2, 3]])

    def test_steps_leave_others_a_chance(self):
        root = falling(20000)
        reached = threading.Event()

        def change():
            root.dofs.velocity = [[0, 0, 0]] * 20000
            reached.set()
        thread = threading.Thread(target=change)
        thread.start()
        for _ in range(10000):
            Sofa.Simulation.animate(root)
            if reached.is_set():
                break
        thread.join()
        self.assertTrue(reached.is_set())


class Stops(Sofa.Core.Controller):
    """Raises an exception at an event."""

    def __init__(self, event, exception):
        super().__init__(name="stops")
        self.exception = exception
        setattr(self, "on%sEvent" % event, self.stop)

    def stop(self, event):
        raise self.exception


def stepping(event="AnimateBegin", exception=KeyboardInterrupt()):
    root = falling()
    root.addObject(Stops(event, exception))
    return root


class Stopped(unittest.TestCase):
    def test_what_ends_programs_leaves_events(self):
        for exception in (KeyboardInterrupt(), SystemExit(3)):
            for event in ("AnimateBegin", "AnimateEnd", "IntegrateBegin", "CollisionEnd"):
                for call in (Sofa.Simulation.animate, lambda root: Sofa.Simulation.animateNSteps(root, 5)):
                    with self.assertRaises(type(exception)) as raised:
                        call(stepping(event, exception))
                    self.assertIs(raised.exception, exception)

    def test_it_leaves_methods_too(self):
        def raising(*arguments):
            raise KeyboardInterrupt

        class Force(Sofa.Core.ForceFieldVec3d):
            addForce = raising

        class Mapping(DoubleByProducts):
            applyJT = raising

        class Engine(Sofa.Core.DataEngine):
            update = raising
        for add in (lambda root: root.addObject(Force(name="force")),
                    lambda root: root.addObject(Sofa.Core.Controller(name="c"))):
            root = falling()
            add(root)
            if "force" in [o.getName() for o in root.objects]:
                root.force.init()
                with self.assertRaises(KeyboardInterrupt):
                    Sofa.Simulation.animate(root)
        root = falling()
        engine = root.addObject(Engine(name="engine"))
        engine.addData("inside", type="double", value=1.0)
        engine.addData("outside", type="double", value=1.0)
        engine.addInput(engine.inside)
        engine.addOutput(engine.outside)
        engine.init()
        with self.assertRaises(KeyboardInterrupt):
            print(engine.outside.value)
        below = root.addChild("below")
        below.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]])
        below.addObject(Mapping(name="map", input="@../dofs", output="@dofs"))
        below.addObject("ConstantForceField", indices=[0], forces=[[1, 0, 0]])
        Sofa.Simulation.init(below)
        with self.assertRaises(KeyboardInterrupt):
            Sofa.Simulation.animate(root)

    def test_events_and_initialisation_that_scripts_ask_for(self):
        class Waits(Sofa.Core.Controller):
            def onPythonScriptEvent(self, event):
                raise SystemExit

            def init(self):
                raise KeyboardInterrupt
        root = falling()
        root.addObject(Waits(name="waits"))
        with self.assertRaises(SystemExit):
            root.sendEvent({}, "now")
        with self.assertRaises(KeyboardInterrupt):
            Sofa.Simulation.initRoot(root)

    def test_other_exceptions_end_the_step_unless_runs_go_on(self):
        root = stepping(exception=ValueError("no end"))
        with self.assertRaisesRegex(ValueError, "no end"):
            Sofa.Simulation.animate(root)
        self.addCleanup(Sofa.Simulation.keepGoing, False)
        Sofa.Simulation.keepGoing()
        Sofa.Simulation.animate(root)
        self.assertIn("no end", root.stops.getLoggedMessagesAsString())

    def test_a_signal_during_a_controller(self):
        code = """
import Sofa, Sofa.Simulation as S, threading, os, signal, time
class C(Sofa.Core.Controller):
    def onAnimateBeginEvent(self, e):
        time.sleep(.02)
root = Sofa.Core.Node("root"); root.addObject("DefaultAnimationLoop"); root.addObject(C(name="c")); S.initRoot(root)
threading.Timer(.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    S.animateNSteps(root, 100000)
except KeyboardInterrupt:
    print("raised")
"""
        self.assertEqual(run(code).stdout.strip(), "raised")


@unittest.skipUnless(RUNSOFA, "RUNSOFA is not set")
class StoppedInRunSofa(unittest.TestCase):
    scene = """
import sys, time
import Sofa
class C(Sofa.Core.Controller):
    def onAnimateBeginEvent(self, event):
        if self.getContext().time.value > 0.055:
            %s
def createScene(root):
    root.addObject("DefaultAnimationLoop")
    root.addObject(C(name="c"))
"""

    def status(self, what, steps=1000, stop=None):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "scene.py")
            with open(path, "w", encoding="utf8") as f:
                f.write(self.scene % what)
            process = subprocess.Popen([RUNSOFA, "-g", "batch", "-n", str(steps), path], stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True)
            if stop:
                for line in process.stdout:
                    if "ready" in line:
                        process.send_signal(stop)
                        break
            said = process.communicate(timeout=60)[0]
            return process.returncode, said

    def test_ctrl_c_and_exit_end_the_run(self):
        for what, expected in (("raise KeyboardInterrupt", 130), ("sys.exit(7)", 7), ("sys.exit()", 0), ("sys.exit('why')", 1)):
            status, said = self.status(what)
            self.assertEqual(status, expected, said)
            self.assertNotIn("[ERROR]", said)

    def test_a_signal_interrupts_a_controller_that_takes_long(self):
        start = time.monotonic()
        for number, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            status, said = self.status("print('ready', flush=True) or time.sleep(50)", stop=number)
            self.assertEqual(status, expected, said)
        self.assertLess(time.monotonic() - start, 40)


if __name__ == "__main__":
    unittest.main()
