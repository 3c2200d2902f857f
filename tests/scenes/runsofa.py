# SPDX-License-Identifier: Apache-2.0
"""What tests of runSofa as a program share: scenes, and a folder in which the program is run.

The path of the program is the first argument of the test.
"""
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

RUNSOFA = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "runSofa"
LIBC = ctypes.CDLL(None)  # loaded before anything is forked
PR_SET_PDEATHSIG = 1
GOOD, BAD_INPUT, USAGE, DIVERGED = 0, 1, 2, 3

HEAD = '<Node name="root" dt="0.01" gravity="0 -9.81 0">\n<DefaultAnimationLoop/>\n'
BODY = ('<Node name="body">\n<EulerImplicitSolver/><CGLinearSolver iterations="25" tolerance="1e-9" threshold="1e-9"/>\n'
        '<RegularGridTopology name="grid" n="3 2 2" min="0 0 0" max="2 1 1"/>\n<MechanicalObject name="dofs"/>\n'
        '<UniformMass name="mass" totalMass="1"/>\n'
        '<HexahedronFEMForceField name="fem" youngModulus="1000" poissonRatio="0.3"/>\n'
        '<FixedProjectiveConstraint name="fixed" indices="0 3"/>\n</Node>\n')
SCENE = HEAD + BODY + "</Node>\n"
SOLVER = '<EulerImplicitSolver/><CGLinearSolver iterations="25" tolerance="1e-9" threshold="1e-9"/>\n'
POINTS = SOLVER + '<MechanicalObject name="dofs" position="0 0 0 1 0 0"/>\n<UniformMass name="mass" totalMass="1"/>\n'


def end_with_test():
    """In a program that a test starts, before it begins: it is killed when the test is."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class RunSofa(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def write(self, text, name="scene.scn"):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf8")
        return name

    def run_sofa(self, *arguments, timeout=60):
        # Without a display, where runSofa runs in batch unless it is told otherwise.
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
        done = subprocess.run([RUNSOFA, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=timeout, check=False, env=environment,
                              preexec_fn=end_with_test)
        return done.returncode, done.stdout.decode("utf8", "replace")

    def expect(self, status, arguments, *parts):
        code, output = self.run_sofa(*arguments)
        self.assertEqual(code, status, output)
        for part in parts:
            self.assertIn(part, output)
        return output

    def simulate(self, status, body, *parts, steps=2, head=HEAD):
        """Run a scene whose elements stand from line 3 on."""
        return self.expect(status, ["-g", "batch", "-n", steps, self.write(head + body + "</Node>\n")], *parts)

    def start(self, *arguments, **options):
        """Start a run that goes on meanwhile; signals mean to it what they mean in a terminal. It ends with the test."""
        def attend():
            end_with_test()
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
        settings = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "preexec_fn": attend, **options}
        run = subprocess.Popen([RUNSOFA, "-g", "batch", *map(str, arguments)], cwd=self.folder, **settings)
        self.addCleanup(end_run, run)
        return run


def end_run(run):
    """Kill a run that still goes on; none is left behind."""
    if run.poll() is None:
        run.kill()
    run.wait()
    if run.stdout:
        run.stdout.close()


def wait_for(path, seconds=30):
    end = time.monotonic() + seconds
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.01)
