#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what runSofa says about the mechanics of a scene: explosions, what is left out, how solves end, choices.

Usage: test_mechanics.py PATH_OF_RUNSOFA [unittest options]
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUNSOFA = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "runSofa"
GOOD, BAD_INPUT, DIVERGED = 0, 1, 3

HEAD = '<Node name="root" dt="0.01" gravity="0 -9.81 0">\n<DefaultAnimationLoop/>\n'
SOLVER = '<EulerImplicitSolver/><CGLinearSolver iterations="25" tolerance="1e-6" threshold="1e-20"/>\n'
POINTS = '<MechanicalObject name="dofs" position="0 0 0 1 0 0" rest_position="0 0 0 0.9 0 0"/>\n<UniformMass totalMass="1"/>\n'


class Mechanics(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def simulate(self, status, body, *parts, steps=5, arguments=()):
        """Run a scene whose elements stand from line 3 on."""
        (self.folder / "scene.scn").write_text(HEAD + body + "</Node>\n", encoding="utf8")
        done = subprocess.run([RUNSOFA, "-g", "batch", "-n", str(steps), *arguments, "scene.scn"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False)
        output = done.stdout.decode("utf8", "replace")
        self.assertEqual(done.returncode, status, output)
        for part in parts:
            self.assertIn(part, output)
        return output

    def test_an_explosion_ends_the_run(self):
        body = "<EulerExplicitSolver/>\n" + POINTS + '<RestShapeSpringsForceField stiffness="1e6"/>\n'
        output = self.simulate(DIVERGED, body, "point 1 of /dofs", "times the size", "EulerExplicitSolver1 is explicit",
                               "dt=0.01", "scene.scn:4", steps=1000)
        step, time = re.search(r"diverged: at step (\d+) \(time ([\d.e-]+)\)", output).groups()
        self.assertLess(int(step), 50)
        self.assertAlmostEqual(int(step) * 0.01, float(time))
        self.assertNotIn("not finite", output)

    def test_the_limit_of_explosions_can_be_set(self):
        body = "<EulerExplicitSolver/>\n" + POINTS + '<RestShapeSpringsForceField stiffness="1e6"/>\n'
        self.simulate(DIVERGED, body, "is not finite", steps=1000,
                      arguments=["--set", "/DefaultAnimationLoop1.divergenceLimit=0"])

    def test_long_free_fall_is_no_explosion(self):
        self.simulate(GOOD, SOLVER + '<MechanicalObject/>\n<UniformMass totalMass="1"/>\n', "30000 iterations done", steps=30000)

    def test_constraints_that_contradict_each_other_are_counted(self):
        body = SOLVER + '<MechanicalObject name="dofs"/><UniformMass totalMass="1"/>\n<UncoupledConstraintCorrection defaultCompliance="1"/>'
        (self.folder / "scene.scn").write_text(
            '<Node name="root" dt="0.01"><FreeMotionAnimationLoop/><PreconditionedConjugateResidual maxIterations="200" tolerance="1e-9"/>\n'
            f'<Node name="a">{body}</Node><Node name="b"><MechanicalObject position="0 0 0 1 0 0"/></Node>'
            '<BilateralLagrangianConstraint object1="@a" object2="@b" first_point="0" second_point="0"/>'
            '<BilateralLagrangianConstraint object1="@a" object2="@b" first_point="0" second_point="1"/></Node>', encoding="utf8")
        done = subprocess.run([RUNSOFA, "-g", "batch", "-n", "5", "scene.scn"], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120, check=False)
        output = done.stdout.decode("utf8", "replace")
        self.assertEqual(done.returncode, GOOD, output)
        self.assertEqual(output.count("contradict each other"), 1, output)
        self.assertIn("5 solves of constraints", output)

    def test_warnings_leave_the_status(self):
        self.simulate(GOOD, POINTS, "no ODE solver moves it", "/dofs", "scene.scn:3")
        self.simulate(GOOD, SOLVER + '<MechanicalObject name="dofs"/>\n', "which has no mass", "scene.scn:4")
        self.simulate(GOOD, SOLVER + POINTS + '<UniformMass name="second" totalMass="1"/>\n', "/second", "a mass already", "scene.scn:6")
        self.simulate(GOOD, SOLVER + POINTS + '<BoxROI name="box" box="7 7 7 8 8 8"/>\n'
                      '<FixedProjectiveConstraint indices="@box.indices"/>\n', "/box", "selects nothing", "scene.scn:6",
                      "nothing is constrained", "scene.scn:7")

    def test_a_threshold_that_ends_solves(self):
        body = (SOLVER.replace("1e-20", "1e3") + POINTS.replace("1 0 0\" rest", "1 0 0 3 1 0\" rest").replace("0.9 0 0", "0.9 0 0 3 0 0") +
                '<SpringForceField spring="0 1 1000 0 1 1 2 70 0 1"/>\n')
        output = self.simulate(GOOD, body, 'threshold="1000" stopped the solve after')
        self.assertRegex(output, r'5 by threshold="1000" before tolerance="1e-06" was met; last relative residual')

    def test_a_matrix_free_system_has_no_matrix_to_export(self):
        output = self.simulate(GOOD, SOLVER + POINTS + '<GlobalSystemMatrixExporter exportEveryNumberOfSteps="1"/>\n',
                               "is matrix-free: no matrix is written", "CompressedRowSparseMatrixd", "5 iterations done")
        self.assertEqual(output.count("is matrix-free"), 1, output)

    def test_choices(self):
        body = SOLVER + ('<RegularGridTopology n="2 2 2" min="0 0 0" max="1 1 1"/>\n<MechanicalObject/>\n<UniformMass totalMass="1"/>\n'
                         '<HexahedronFEMForceField name="fem" method="larg" youngModulus="1e3" poissonRatio="0.3"/>\n')
        self.simulate(BAD_INPUT, body, '"larg" is no choice for method. Did you mean "large"? It can be large, polar, small.',
                      "scene.scn:7")


if __name__ == "__main__":
    unittest.main()
