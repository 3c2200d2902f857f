#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of contacts against closed forms, for every constraint solver and correction, and of what a run tells about them.

Usage: test_contacts.py PATH_OF_RUNSOFA [unittest options]
"""
import itertools
import json
import unittest

from runsofa import GOOD, RunSofa

UNCOUPLED = "<UncoupledConstraintCorrection/>"
NO_FACTORS = '<UncoupledConstraintCorrection useOdeSolverIntegrationFactors="0"/>'
CORRECTIONS = [UNCOUPLED, NO_FACTORS, "<GenericConstraintCorrection/>", "<LinearSolverConstraintCorrection/>",
               '<PrecomputedConstraintCorrection recompute="1"/>']
# PreconditionedConjugateResidual is left out: for it contacts stick and pull.
SOLVERS = ["BlockGaussSeidel", "NNCG", "Anderson", "Newton", "ImprovedJacobi", "UnbuiltGaussSeidel", "LCP", "LCP unbuilt"]
# Of 1 kg and a radius of 0.5 m, solid: an inertia of 0.1 kg m^2.
BALL = ('<MechanicalObject template="Rigid3" name="dofs" position="0.3 0.5001 0.1 0 0 0 1" velocity="{}"/>'
        '<UniformMass vertexMass="1 1 [0.1 0 0 0 0.1 0 0 0 0.1]"/>{}<SphereCollisionModel template="Rigid3" radius="0.5"/>')
# A cube of 1 m and 2 kg.
BLOCK = ('<MechanicalObject template="Rigid3" name="dofs" position="0 0.51 0 0 0 0 1"/>'
         '<UniformMass vertexMass="2 1 0.1666667 0 0 0 0.1666667 0 0 0 0.1666667"/>{}'
         '<Node name="feet"><MechanicalObject position="-0.5 -0.5 -0.5 -0.5 -0.5 0.5 0.5 -0.5 -0.5 0.5 -0.5 0.5"/>'
         "<PointCollisionModel/><RigidMapping/></Node>")
# Tilted by atan(0.6): gravity is turned instead of the plane.
SLOPE = (5.047203360744036, -8.41200560124006, 0)
BY_DISTANCE = '<MinProximityIntersection alarmDistance="0.3" contactDistance="1e-4"/>'
BY_POINTS = '<LocalMinDistance alarmDistance="0.1" contactDistance="0.01"/>'


def combinations():
    for solver, correction in itertools.product(SOLVERS, CORRECTIONS):
        without_matrix = solver in ("UnbuiltGaussSeidel", "LCP unbuilt")
        if not (without_matrix and correction == UNCOUPLED):  # which leaves a factor out, and says so
            yield solver, correction


def solver_text(name, mu, tolerance="1e-13", iterations=20000):
    if name.startswith("LCP"):
        built = 0 if name.endswith("unbuilt") else 1
        return (f'<LCPConstraintSolver mu="{mu}" tolerance="{tolerance}" maxIt="{iterations}" build_lcp="{built}" '
                f'initial_guess="{built}"/>')
    return f'<{name}ConstraintSolver tolerance="{tolerance}" maxIterations="{iterations}"/>'


def contact_scene(solver, body, mu=0.5, gravity=(0, -10, 0), method=BY_DISTANCE, loop='rowsAtPosition="1"', floor=""):
    return (f'<Node name="root" dt="0.01" gravity="{gravity[0]} {gravity[1]} {gravity[2]}"><FreeMotionAnimationLoop {loop}/>'
            f"{solver}<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>{method}"
            f'<CollisionResponse response="FrictionContactConstraint" responseParams="mu={mu}"/><Node name="floor">'
            # No foot of the block comes to the diagonal, where contacts of points would need a line model too.
            '<MeshTopology position="-50 0 -47 -50 0 53 50 0 53 50 0 -47" triangles="0 1 2 0 2 3"/><MechanicalObject/>'
            f'<TriangleCollisionModel simulated="0" moving="0"/>{floor}</Node>'
            f'<Node name="body"><EulerImplicitSolver/><SparseLDLSolver/>{body}</Node></Node>')


class Contacts(RunSofa):
    def end_of(self, scene, steps, path="/body/dofs"):
        """Position and velocity at the end, and what was printed."""
        self.write(scene)
        (self.folder / "end.json").unlink(missing_ok=True)  # a run warns of one that was there before
        status, output = self.run_sofa("-g", "batch", "-n", str(steps), "--state-at", str(steps), "--state-out", "end.json", "scene.scn")
        self.assertEqual(status, GOOD, output)
        states = json.loads((self.folder / "end.json").read_text(encoding="utf8"))["frames"][-1]["states"]
        state = next(s for s in states if s["path"] == path)
        return state["position"], state["velocity"], output

    def check(self, values, expected, tolerance, case):
        for value, wanted in zip(values, expected):
            self.assertLess(abs(value - wanted), tolerance, f"{case}: {values}")

    def test_a_ball_that_rolls_keeps_its_velocities(self):
        for solver, correction in combinations():
            x, v, _ = self.end_of(contact_scene(solver_text(solver, 0.5), BALL.format("2 0 0 0 0 -4", correction)), 200)
            self.check(v, (2, 0, 0, 0, 0, -4), 0.04, (solver, correction))
            self.check(x, (4.3, 0.5, 0.1), 0.04, (solver, correction))

    def test_a_ball_that_slides_begins_to_roll(self):
        rolling = 2 * 5 / 7
        for solver, correction in combinations():
            scene = contact_scene(solver_text(solver, 0.5), BALL.format("2 0 0 0 0 0", correction))
            _, v, _ = self.end_of(scene, 100)
            self.check(v, (rolling, 0, 0, 0, 0, -2 * rolling), 0.04, (solver, correction))

    def test_a_ball_that_spins_goes_on(self):
        for solver, correction in combinations():
            _, v, _ = self.end_of(contact_scene(solver_text(solver, 0.5), BALL.format("0 0 0 0 3 0", correction)), 100)
            self.check(v, (0, 0, 0, 0, 3, 0), 1e-3, (solver, correction))

    def test_a_block_slides_down_a_slope(self):
        steps = 100
        path = (SLOPE[0] + 0.5 * SLOPE[1]) * 1e-4 * steps * (steps + 1) / 2
        for solver, correction in combinations():
            # As in SOFA the first step has no gravity where a compliance is computed.
            n = steps + 1 if correction.startswith("<Precomputed") else steps
            x, _, output = self.end_of(contact_scene(solver_text(solver, 0.5), BLOCK.format(correction), 0.5, SLOPE, BY_POINTS), n)
            self.check(x, (path, 0.51, 0), 0.01 * path, (solver, correction))
            self.assertNotIn("solved approximately", output, (solver, correction))

    def test_a_block_stands_on_a_rougher_slope(self):
        for solver, correction in combinations():
            # Four feet that stick have twelve rows for six freedoms: steps of Newton's method are exact to some 1e-12 there.
            text = solver_text(solver, 0.8, "1e-11" if solver == "Newton" else "1e-13")
            x, _, output = self.end_of(contact_scene(text, BLOCK.format(correction), 0.8, SLOPE, BY_POINTS), 100)
            self.check(x, (0, 0.51, 0), 1e-3, (solver, correction))
            self.assertNotIn("solved approximately", output, (solver, correction))

    def test_arms_of_the_free_motion_are_told(self):
        solver = solver_text("BlockGaussSeidel", 0.5)
        for loop, velocity, told in (("", "2 0 0 0 0 -4", 1), ("", "0 0 0 0 0 0", 0), ('rowsAtPosition="1"', "2 0 0 0 0 -4", 0)):
            scene = contact_scene(solver, BALL.format(velocity, "<GenericConstraintCorrection/>"), loop=loop)
            self.assertEqual(self.end_of(scene, 5)[2].count("lever arms"), told, (loop, velocity))

    def test_rough_solves_and_another_friction_are_told(self):
        block = BLOCK.format(UNCOUPLED)
        for solver in ("BlockGaussSeidel", "LCP", "NNCG", "Newton"):
            for tolerance, told in (("1e-3", 1), ("1e-10", 0)):
                text = solver_text(solver, 0.5, tolerance, 1000)
                output = self.end_of(contact_scene(text, block, 0.5, SLOPE, BY_POINTS), 30)[2]
                self.assertEqual(output.count("Contacts are solved roughly"), told, (solver, output))
                self.assertEqual(output.count("[WARNING]"), told, output)
        output = self.end_of(contact_scene(solver_text("LCP", 0.6, "1e-10"), block, 0.5, SLOPE, BY_POINTS), 30)[2]
        self.assertEqual(output.count('Set mu="0.5"'), 1, output)

    def test_a_factor_that_is_left_out_is_told(self):
        for correction, told in ((UNCOUPLED, 1), (NO_FACTORS, 0)):
            scene = contact_scene(solver_text("UnbuiltGaussSeidel", 0.5), BLOCK.format(correction), 0.5, SLOPE, BY_POINTS)
            output = self.end_of(scene, 30)[2]
            self.assertEqual(output.count('Set useOdeSolverIntegrationFactors="0"'), told, output)

    def test_friction_that_is_none_is_told(self):
        """The path of the block under the remedies is that of test_a_block_slides_down_a_slope."""
        pcr = '<PreconditionedConjugateResidual tolerance="1e-10" maxIterations="100"/>'
        block = BLOCK.format("<GenericConstraintCorrection/>")
        output = self.end_of(contact_scene(pcr, block, 0.5, SLOPE, BY_POINTS), 30)[2]
        self.assertEqual(output.count("taken for equations"), 1, output)
        self.assertEqual(output.count("Equations are left violated"), 0, output)
        for mu, told in ((0.5, 1), (0, 0)):
            scene = contact_scene(solver_text("BlockGaussSeidel", mu), block, f"{mu}&amp;epsilon=20", SLOPE, BY_POINTS)
            scene = scene.replace("FrictionContactConstraint", "AugmentedLagrangianResponseConstraint")
            self.assertEqual(self.end_of(scene, 30)[2].count("is not Coulomb's"), told, mu)

    def test_springs_between_solvers_are_told(self):
        def body(name, x, solver):
            return (f'<Node name="{name}">{solver}<MechanicalObject name="dofs" position="{x} 0 0"/><UniformMass vertexMass="1"/>'
                    "</Node>")

        implicit = '<EulerImplicitSolver/><SparseLDLSolver/>'
        forces = {"SpringForceField": 'spring="0 0 1e3 0 1"', "RepulsiveSpringForceField": 'spring="0 0 1e3 0 1.3"',
                  "PolynomialSpringsForceField": 'firstObjectPoints="0" secondObjectPoints="0" polynomialStiffness="1e3" '
                                                 'polynomialDegree="1"'}
        for name, values in forces.items():
            for own, above, told in ((implicit, "", 1), ("", implicit, 0), ("<EulerExplicitSolver/>", "", 0)):
                scene = ('<Node name="root" dt="0.001" gravity="0 0 0"><DefaultAnimationLoop/><Node name="all">' + above
                         + body("a", 0, own) + body("b", 1.1, own)
                         + f'<{name} object1="@a/dofs" object2="@b/dofs" {values}/></Node></Node>')
                output = self.end_of(scene, 3, "/all/a/dofs")[2]
                self.assertEqual(output.count("solvers of their own"), told, (name, own, output))
        # With one solver above both a stiff spring comes to rest at its length.
        scene = ('<Node name="root" dt="0.01" gravity="0 0 0"><DefaultAnimationLoop/><Node name="all">' + implicit
                 + body("a", 0, "") + body("b", 1.1, "")
                 + '<SpringForceField object1="@a/dofs" object2="@b/dofs" spring="0 0 1e5 0 1"/></Node></Node>')
        for path, x in (("/all/a/dofs", 0.05), ("/all/b/dofs", 1.05)):
            self.check(self.end_of(scene, 100, path)[0], (x, 0, 0), 1e-6, path)

    def test_contradictions_are_told_by_every_solver(self):
        def body(name, position, more=""):
            return (f'<Node name="{name}"><EulerImplicitSolver/><SparseLDLSolver/><MechanicalObject name="dofs" '
                    f'position="{position}"/><UniformMass vertexMass="1"/><UncoupledConstraintCorrection defaultCompliance="1" '
                    f'useOdeSolverIntegrationFactors="0"/>{more}</Node>')

        def tie(second):
            return (f'<BilateralLagrangianConstraint object1="@body" object2="@b" first_point="0" second_point="{second}"/>')

        for solver in ("PreconditionedConjugateResidual", *(f"{name}ConstraintSolver" for name in SOLVERS[:6])):
            for ties, told in ((tie(0) + tie(1), 1), (tie(1), 0)):
                scene = (f'<Node name="root" dt="0.01"><FreeMotionAnimationLoop/><{solver} maxIterations="200" tolerance="1e-9"/>'
                         + body("body", "0 0 0") + body("b", "0 0 0 1 0 0", '<FixedProjectiveConstraint indices="0 1"/>')
                         + ties + "</Node>")
                output = self.end_of(scene, 5)[2]
                self.assertEqual(output.count("contradict each other"), told, (solver, output))
                self.assertIn("5 solves of constraints", output)

    def test_useless_pairs_are_told_when_the_scene_is_loaded(self):
        mesh = '<MeshTopology position="0 9 0 1 9 0 0 9 1" triangles="0 1 2" edges="0 1 1 2 2 0"/>'
        state = '<MechanicalObject name="dofs" position="0 9 0 1 9 0 0 9 1"/><UniformMass totalMass="1"/>'
        features = '<LineCollisionModel simulated="0" moving="0"/><PointCollisionModel simulated="0" moving="0"/>'
        triangles, all_models = "<TriangleCollisionModel/>", "<TriangleCollisionModel/><LineCollisionModel/><PointCollisionModel/>"
        spheres, obstacle = '<SphereCollisionModel radius="0.5"/>', '<PointCollisionModel simulated="0"/>'
        passes, obstacles = "pass through each other", "both obstacles"
        for method in ("MinProximityIntersection", "LocalMinDistance", "NewProximityIntersection", "DiscreteIntersection",
                       "CCDTightInclusionIntersection"):
            known = method == "NewProximityIntersection"
            expected = [(triangles, "", passes, 0 if known else 1), (all_models, features, passes, 0),
                        (obstacle, features, obstacles, 1), ("<PointCollisionModel/>", features, obstacles, 0),
                        (spheres, features, passes, 1 if method.startswith("CCD") else 0)]
            for models, floor, text, told in expected:
                if method == "DiscreteIntersection" and models not in (triangles, obstacle):
                    continue  # it knows few pairs of meshes, which was told before
                distances = "" if method == "DiscreteIntersection" else 'alarmDistance="0.3" contactDistance="0.1"'
                correction = UNCOUPLED.replace("/>", ' defaultCompliance="1"/>')
                scene = contact_scene(solver_text("BlockGaussSeidel", 0.5), mesh + state + correction
                                      + models, method=f"<{method} {distances}/>", floor=floor)
                output = self.end_of(scene, 0)[2]
                self.assertEqual(output.count(text) > 0, told > 0, (method, models, output))

    def test_penalties_between_solvers_are_told(self):
        def body(name, y, solver):
            return (f'<Node name="{name}">{solver}<MechanicalObject name="dofs" position="0 {y} 0"/><UniformMass totalMass="1"/>'
                    '<SphereCollisionModel radius="0.5"/></Node>')

        implicit = '<EulerImplicitSolver/><CGLinearSolver iterations="25" tolerance="1e-9" threshold="1e-9"/>'
        for own, above, told in ((implicit, "", 1), ("", implicit, 0), ("<EulerExplicitSolver/>", "", 0)):
            scene = ('<Node name="root" dt="0.01"><DefaultAnimationLoop/><CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>'
                     '<DiscreteIntersection/><CollisionResponse response="PenalityContactForceField"/><Node name="all">' + above
                     + body("a", 0, own) + body("b", 0.9, own) + body("c", 1.8, own) + "</Node></Node>")
            output = self.end_of(scene, 3, "/all/a/dofs")[2]
            self.assertEqual(output.count("solvers of their own"), told, output)

    def test_the_order_of_components_does_not_matter(self):
        frame = '<MechanicalObject name="dofs" template="Rigid3" position="0 0 0 0 0 0 1"/>'
        points = '<MechanicalObject name="dofs" position="0 0 0 1 0 0"/>'
        masses = {frame: ['<UniformMass totalMass="4"/>', '<UniformMass vertexMass="4"/>'], points: ['<UniformMass totalMass="2"/>']}
        for state, correction in itertools.product(masses, CORRECTIONS):
            if state == points and correction.startswith("<Uncoupled"):
                correction = correction.replace("/>", ' defaultCompliance="0.5"/>')
            for mass in masses[state]:
                ends = set()
                others = ["<EulerImplicitSolver/>", "<SparseLDLSolver/>", mass, correction]
                if state == points:
                    others[0] += '<FixedLagrangianConstraint indices="1"/>'
                for order in itertools.permutations(others):
                    scene = ('<Node name="root" dt="0.01" gravity="0 -9.81 0"><FreeMotionAnimationLoop/>'
                             '<BlockGaussSeidelConstraintSolver tolerance="1e-12" maxIterations="1000"/><Node name="body">'
                             + state + "".join(order) + "</Node></Node>")
                    ends.add(tuple(self.end_of(scene, 20)[0]))
                self.assertEqual(len(ends), 1, (state, correction, ends))
                n = 19 if correction.startswith("<Precomputed") else 20
                self.assertAlmostEqual(ends.pop()[1], -9.81e-4 * n * (n + 1) / 2, 10, (state, correction))

    def test_the_unit_of_lengths_does_not_matter(self):
        """The same digits, where all lengths are multiplied by a power of two."""
        def run(method, kind, by):
            def text(*values):
                return " ".join(repr(value * by) for value in values)

            mesh = text(-0.5, 0.05, -0.4, 0.6, 0.06, -0.5, 0, 0.05, 0.7, 0.05, 1, 0.02)
            points = '<UniformMass vertexMass="1"/><UncoupledConstraintCorrection defaultCompliance="1"/>'
            bodies = {
                "spheres": f'<MechanicalObject name="dofs" position="{text(0.06, 0.55, 0.02, -1.1, 0.54, 0.3)}"/>{points}'
                           f'<SphereCollisionModel radius="{text(0.5)}"/>',
                "mesh": f'<MeshTopology position="{mesh}" triangles="0 1 2 0 3 1 1 3 2 2 3 0" edges="0 1 1 2 2 0 0 3 1 3 2 3"/>'
                        f'<MechanicalObject name="dofs" position="{mesh}"/>{points}'
                        "<TriangleCollisionModel/><LineCollisionModel/><PointCollisionModel/>"}
            floor = text(-2, 0, -2, -2, 0, 2, 2, 0, 2, 2, 0, -2)
            models = "".join(f'<{name}CollisionModel simulated="0" moving="0"/>' for name in ("Triangle", "Line", "Point"))
            scene = (f'<Node name="root" dt="0.01" gravity="{text(0.5, -9.81, 0.25)}"><FreeMotionAnimationLoop/>'
                     f'<BlockGaussSeidelConstraintSolver maxIterations="200" tolerance="{text(2.0 ** -40)}"/><CollisionPipeline/>'
                     f'<BruteForceBroadPhase/><BVHNarrowPhase/><{method} alarmDistance="{text(0.25)}" '
                     f'contactDistance="{text(0.03125)}"/><CollisionResponse response="FrictionContactConstraint" '
                     f'responseParams="mu=0.2"/><Node name="floor"><MeshTopology position="{floor}" triangles="0 1 2 0 2 3" '
                     f'edges="0 1 1 2 2 3 3 0 0 2"/><MechanicalObject/>{models}</Node><Node name="body"><EulerImplicitSolver/>'
                     f"<SparseLDLSolver/>{bodies[kind]}</Node></Node>")
            return [value / by for value in self.end_of(scene, 40)[0]]

        for method, kind in itertools.product(("NewProximityIntersection", "MinProximityIntersection", "LocalMinDistance"),
                                              ("spheres", "mesh")):
            expected = run(method, kind, 1)
            for exponent in (-20, -10, -3, 4, 12):
                self.assertEqual(run(method, kind, 2.0 ** exponent), expected, (method, kind, exponent))
        # Contacts nearer to each other than a tenth of a millimetre are not one contact.
        self.check(run("NewProximityIntersection", "spheres", 1e-6)[1::3], (0.53125, 0.53125), 1e-3, "small")

    def test_what_passes_a_small_edge_does_not_touch_it(self):
        """A point flies past the border of a triangle, by a part of its size, in one step, whatever the unit of lengths."""
        for exponent in (0, -10, -30, -40):
            def text(*values):
                return " ".join(repr(value * 2.0 ** exponent) for value in values)

            scene = (f'<Node name="root" dt="0.01" gravity="0 0 0"><FreeMotionAnimationLoop/>{solver_text("BlockGaussSeidel", 0)}'
                     '<CollisionPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/><CCDTightInclusionIntersection '
                     f'continuousCollisionType="Inertia" alarmDistance="{text(0.01)}" contactDistance="{text(0.01)}"/>'
                     '<CollisionResponse response="FrictionContactConstraint" responseParams="mu=0"/><Node name="floor">'
                     f'<MeshTopology position="{text(0, 0, 0, 0, 0, 1, 1, 0, 0)}" triangles="0 1 2"/><MechanicalObject/>'
                     '<TriangleCollisionModel simulated="0" moving="0"/></Node><Node name="body"><EulerImplicitSolver/>'
                     f'<SparseLDLSolver/><MechanicalObject name="dofs" position="{text(0.6, 0.5, 0.6)}" '
                     f'velocity="{text(0, -100, 0)}"/><UniformMass vertexMass="1"/>'
                     '<UncoupledConstraintCorrection defaultCompliance="1"/><PointCollisionModel/></Node></Node>')
            x = [value / 2.0 ** exponent for value in self.end_of(scene, 1)[0]]
            self.check(x, (0.6, -0.5, 0.6), 1e-9, exponent)

    def test_compliance_files_of_other_bodies(self):
        def scene(stiffness, correction):
            return ('<Node name="root" dt="0.02"><FreeMotionAnimationLoop/><BlockGaussSeidelConstraintSolver tolerance="1e-12" '
                    'maxIterations="1000"/><Node name="body"><EulerImplicitSolver/><SparseLDLSolver/><MechanicalObject name="dofs" '
                    'position="0 0 0 1 0 0" velocity="0 0 0 0 1 0"/><UniformMass vertexMass="0.5"/>'
                    f'<SpringForceField spring="0 1 {stiffness} 0 1"/>{correction}<FixedLagrangianConstraint indices="0"/></Node></Node>')

        for given in ("", 'fileCompliance="mine.comp"'):
            self.end_of(scene(10, f"<PrecomputedConstraintCorrection {given}/>"), 2)
            expected = self.end_of(scene(11, '<PrecomputedConstraintCorrection recompute="1"/>'), 5)[0]
            x, _, output = self.end_of(scene(11, f"<PrecomputedConstraintCorrection {given}/>"), 5)
            self.assertEqual(output.count("of another body"), 1, output)
            self.check(x, expected, 1e-12, given)
            # A file that the scene names is kept, the other one replaced.
            again = self.end_of(scene(10 if given else 11, f"<PrecomputedConstraintCorrection {given}/>"), 5)[2]
            self.assertEqual(again.count("of another body"), 0, again)


if __name__ == "__main__":
    unittest.main()
