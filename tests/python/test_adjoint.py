# SPDX-License-Identifier: Apache-2.0
"""Gradients of runs, against differences of runs."""
import unittest

import numpy

import Sofa
from Sofa import Adjoint, Study
from Sofa.Adjoint import gradients
from adjoint_scenes import (beam, begin, bodies, COROTATIONAL, exact, find, HYPERELASTIC, membrane, minimising, Objective, other,
                            rigid, skinned, solvers, springs, start, state, static, VISCOUS)

STEPS = 5


class AgainstDifferences(unittest.TestCase):
    """`paths`: of the states that the objective sees, and of those whose forces are tried."""

    def check(self, scene, paths="dofs", parameters=(), pushed=(), tolerance=1e-6):
        def run(increments=(), change=lambda root: None, gravity=0):
            root = start(scene, increments, gravity)
            change(root)
            Sofa.Simulation.animateNSteps(root, STEPS)
            return self.objective(*self.ends(root, paths))[0]

        root = start(scene)
        self.objective = Objective(find(root, paths))
        found = gradients(root, self.objective, STEPS, [find(root, p) for p in parameters], states=find(root, paths))
        self.assertAlmostEqual(found.value, run(), delta=1e-9 * abs(found.value))

        def near(value, ahead, behind, size, what):
            expected = (ahead - behind) / (2 * size)
            self.assertLess(abs(value - expected), tolerance * max(abs(expected), 1e-3), "%s: %.12g, not %.12g" % (what, value, expected))
        random = numpy.random.default_rng(8)
        for of in found.states:
            path = of.state.getPathName()[1:].replace("/", ".")
            for name in ("position", "velocity"):
                gradient = getattr(of, name)
                if gradient is None:
                    continue
                direction = random.normal(size=gradient.shape)
                size = 1e-5
                near((gradient * direction).sum(), *(run({(path, name): sign * size * direction}) for sign in (1, -1)),
                     size, path + "." + name)
        for path in pushed:
            of = found.of(find(root, path))
            direction = random.normal(size=of.velocity.shape if of.velocity is not None else of.forces.shape[1:])

            def push(size):
                def change(root):
                    state = find(root, path)
                    state.getContext().addObject("ConstantForceField", name="push", indices=list(range(len(direction))), forces=(size * direction).tolist(),
                                                 template=state.getTemplateName())
                    state.getContext().push.init()
                return change
            near((of.forces.sum(axis=0) * direction).sum(), run((), push(1e-3)), run((), push(-1e-3)), 1e-3, path + " pushed")
        for parameter, gradient in zip(parameters, found.parameters):
            size = 1e-4 * numpy.abs(find(root, parameter).value).max()

            if parameter == "gravity":
                near(gradient.sum(), run(gravity=size), run(gravity=-size), size, parameter)
                continue

            def other(change_by):
                def change(root):
                    data = find(root, parameter)
                    data.value = numpy.asarray(data.value) + change_by if numpy.ndim(data.value) else data.value + change_by
                    if hasattr(data.getOwner(), "reinit"):
                        data.getOwner().reinit()
                return change
            near(gradient.sum(), run((), other(size)), run((), other(-size)), size, parameter)
        return found

    def ends(self, root, paths):
        states = find(root, paths)
        if not isinstance(states, list):
            return states.position.value, states.velocity.value
        return [s.position.value for s in states], [s.velocity.value for s in states]

    def test_springs_with_dampers(self):
        self.check(springs, parameters=["rest.stiffness", "gravity", "mass.vertexMass", "ode.rayleighMass", "ode.rayleighStiffness"], pushed=["dofs"])

    def test_the_trapezoidal_rule(self):
        self.check(lambda root: springs(root, trapezoidalScheme=True, vdamping=0.4), pushed=["dofs"])

    def test_a_system_of_first_order(self):
        self.check(lambda root: springs(root, firstOrder=True), pushed=["dofs"])

    def test_corotational_tetrahedra(self):
        self.check(beam(COROTATIONAL), parameters=["force.youngModulus", "force.poissonRatio"], pushed=["dofs"])

    def test_corotational_hexahedra(self):
        self.check(beam(("HexahedronFEMForceField", COROTATIONAL[1])), parameters=["force.youngModulus"])

    def test_small_strains(self):
        self.check(beam(("TetrahedronFEMForceField", dict(youngModulus=400, poissonRatio=0.3, method="small"))), parameters=["force.youngModulus"])

    def test_a_hyperelastic_solid(self):
        self.check(beam(HYPERELASTIC), pushed=["dofs"])

    def test_loads_on_embedded_points(self):
        self.check(beam(HYPERELASTIC, mapped=True), "skin.skin", parameters=["skin.load.forces"], pushed=["dofs", "skin.skin"])
        self.check(beam(COROTATIONAL, mapped=True), ["dofs", "skin.skin"], parameters=["skin.rest.stiffness"], pushed=["skin.skin"])

    def test_a_surface_on_frames(self):
        self.check(skinned, ["dofs", "skin.skin"], pushed=["dofs", "skin.skin"])

    def test_points_of_a_rigid_body(self):
        self.check(rigid, "dofs", parameters=["points.force.stiffness"], pushed=["dofs", "points.points"])
        self.check(lambda root: rigid(root, 1), ["points.points"])

    def test_masses_of_mapped_points(self):
        def turning(root):
            rigid(root)
            root.points.addObject("UniformMass", name="mass", vertexMass=0.4)

        def embedded(root):
            beam(HYPERELASTIC, mapped=True)(root)
            root.skin.addObject("UniformMass", name="mass", vertexMass=0.2)
        self.check(turning, parameters=["points.mass.vertexMass"], pushed=["points.points"])
        self.check(embedded, parameters=["skin.mass.vertexMass"])
        self.check(other(embedded, minimising), parameters=["skin.mass.vertexMass"], pushed=["skin.skin"])

    def test_a_chain_of_frames(self):
        def scene(root):
            begin(root)
            solvers(root)
            state(root, "dofs", [[i, 0, 0, 0, 0, 0, 1] for i in range(4)], template="Rigid3d")
            root.addObject("EdgeSetTopologyContainer", name="mesh", edges=[[i, i + 1] for i in range(3)])
            root.addObject("UniformMass", name="mass", totalMass=2)
            root.addObject("BeamFEMForceField", name="force", radius=0.2, youngModulus=2000, poissonRatio=0.3)
            root.addObject("FixedProjectiveConstraint", indices=[0])
        self.check(scene, pushed=["dofs"])

    def test_coupled_bodies_below_one_solver(self):
        self.check(bodies("one"), ["first.first", "second.second"], parameters=["gravity"], pushed=["first.first"])

    def test_exact_scenes(self):
        self.check(exact(beam(HYPERELASTIC, mapped=True)), ["dofs", "skin.skin"], pushed=["skin.skin"])
        self.check(exact(rigid), "dofs", pushed=["points.points"])
        self.check(exact(bodies("one")), ["first.first", "second.second"], pushed=["second.second"])

    def test_coupled_bodies_with_a_solver_each(self):
        self.check(bodies("each"), ["first.first", "second.second"], parameters=["gravity"], pushed=["second.second"])

    def test_static_equilibria(self):
        self.check(other(beam(HYPERELASTIC, mapped=True), static), ["dofs", "skin.skin"], parameters=["skin.rest.stiffness", "gravity"],
                   pushed=["dofs", "skin.skin"])
        self.check(other(beam(COROTATIONAL), static), parameters=["force.youngModulus", "force.poissonRatio"], pushed=["dofs"])

    def test_minimised_energies(self):
        self.check(other(beam(HYPERELASTIC, mapped=True), minimising), ["dofs", "skin.skin"], parameters=["skin.rest.stiffness", "gravity"],
                   pushed=["dofs", "skin.skin"])

    def test_viscosity(self):
        """Forces by the change of strains since the beginning of the step."""
        newmark = lambda root: root.addObject("NewmarkImplicitSolver", name="ode")  # noqa: E731
        for solver in (minimising, static, newmark):
            with self.subTest(solver=solver):
                self.check(other(beam(VISCOUS, mass="UniformMass"), solver), parameters=["force.damping", "force.youngModulus"], pushed=["dofs"])
        self.check(beam(VISCOUS), parameters=["force.youngModulus"])
        self.check(other(membrane, minimising), parameters=["force.damping"], pushed=["dofs"], tolerance=5e-6)

    def test_what_forces_keep_of_mapped_points(self):
        def scene(root):
            beam(HYPERELASTIC)(root)
            inside = root.addChild("inside")
            points = [[0.3, 0.2, 0.2], [1.8, 0.3, 0.1], [1.2, 0.9, 0.3], [1.1, 0.4, 0.9]]
            inside.addObject("MechanicalObject", name="points", position=points)
            inside.addObject("TetrahedronSetTopologyContainer", name="mesh", position=points, tetrahedra=[[0, 1, 2, 3]])
            inside.addObject("StableNeoHookeanForceField", name="force", youngModulus=900, poissonRatio=0.3, damping=40)
            inside.addObject("BarycentricMapping", name="mapping")
        self.check(other(scene, minimising), ["dofs", "inside.points"], parameters=["inside.force.damping"], pushed=["inside.points"])

    def test_loads_that_change_with_time(self):
        def scene(root):
            beam(HYPERELASTIC)(root)
            root.addObject("SolidSurfaceForceField", name="load", template="Vec3d,Tetrahedron", indices=[2, 5, 8, 11], traction=[1, -8, 3],
                           times=[0, 0.1, 0.2], factors=[0, 1, 4])
        for solver in (minimising, static):
            with self.subTest(solver=solver):
                self.check(other(scene, solver), parameters=["load.traction"])
        self.check(scene, parameters=["load.traction"])

    def test_parameters_at_their_bounds(self):
        def check(parameter, at, inside, tolerance=1e-5):
            """What is found at a bound, and differences of runs from there inwards."""
            options = dict(dict(youngModulus=400, poissonRatio=0.3), **{parameter: at})
            scene = other(beam(("StableNeoHookeanForceField", options)), minimising)

            def run(value):
                root = start(scene)
                root.force.getData(parameter).value = value
                Sofa.Simulation.animateNSteps(root, STEPS)
                return objective(root.dofs.position.value, root.dofs.velocity.value)[0]
            root = start(scene)
            objective = Objective(root.dofs)
            found = gradients(root, objective, STEPS, [root.force.getData(parameter)]).parameters[0]
            self.assertEqual(root.force.getData(parameter).value, at)
            self.assertEqual(str(root.force.componentState.value), "Valid")
            size = 1e-4 * inside
            expected = (4 * run(at + size) - run(at + 2 * size) - 3 * run(at)) / (2 * size)
            self.assertLess(abs(found - expected), tolerance * abs(expected), parameter)
        check("damping", 0, 1)
        check("poissonRatio", 0, 0.1)
        check("poissonRatio", 0.4999, -0.001)
        check("poissonRatio", 0.499999, -0.00002, tolerance=1e-4)

    def test_projections_at_the_end_of_a_step(self):
        def scene(root):
            springs(root)
            root.removeObject(root.fixed)
            root.addObject("FixedProjectiveConstraint", name="fixed", indices=[0], activate_projectVelocity=True)

        def sliding(root):
            scene(root)
            root.removeObject(root.solver)
            root.addObject("CGLinearSolver", name="solver", template="GraphScattered", iterations=100, tolerance=1e-14, threshold=1e-30)
            root.addObject("PlaneProjectiveConstraint", name="plane", indices=[2], origin=[2, 0, 0.1], normal=[1, 2, -1])
            root.addObject("LineProjectiveConstraint", name="line", indices=[3], origin=[3, 0.1, 0], direction=[1, -1, 2])
        self.check(scene, parameters=["rest.stiffness", "gravity"], pushed=["dofs"])
        self.check(sliding, parameters=["rest.stiffness", "gravity"], pushed=["dofs"])
        newmark = lambda root: root.addObject("NewmarkImplicitSolver", name="ode")  # noqa: E731
        self.check(other(scene, newmark), parameters=["gravity"], pushed=["dofs"])
        root = start(scene)
        with root.dofs.velocity.writeable() as v:
            v[:] += 0.3  # the first step stops what the constraints hold
        gradients(root, Objective(root.dofs), 2)

    def test_newmarks_method(self):
        def newmark(**options):
            return lambda root: root.addObject("NewmarkImplicitSolver", name="ode", rayleighStiffness=0.01, rayleighMass=0.1, **options)
        self.check(other(beam(HYPERELASTIC, mapped=True, mass="UniformMass"), newmark()), ["dofs", "skin.skin"], pushed=["dofs", "skin.skin"],
                   parameters=["skin.rest.stiffness", "gravity", "mass.totalMass", "ode.rayleighMass"])
        self.check(other(springs, newmark(gamma=0.6, beta=0.4, vdamping=0.2)), pushed=["dofs"])

        def damped(root):  # what SOFA leaves out of the right-hand side is left out (docs/differences.md)
            root.addObject("UniformVelocityDampingForceField", dampingCoefficient=[0.6], implicit=True)
            root.addObject("NewmarkImplicitSolver", name="ode", beta=0.5)
        self.check(other(springs, damped), pushed=["dofs"])
        self.check(other(rigid, newmark()), "dofs", pushed=["points.points"])

    def test_conjugate_gradients(self):
        def scene(root):
            springs(root)
            root.removeObject(root.solver)
            root.addObject("CGLinearSolver", name="solver", iterations=100, tolerance=1e-14, threshold=1e-30)
        self.check(scene, pushed=["dofs"])

    def test_forces_without_a_tangent(self):
        class Cubic(Sofa.Core.ForceFieldVec3d):
            def addForce(self, m, f, x, v):
                with f.writeableArray() as forces:
                    forces += -3 * (x.value - 1) ** 3

            def addDForce(self, m, df, dx): pass

        def scene(root):
            springs(root)
            root.addObject(Cubic(name="cubic"))
        self.check(scene)

    def test_the_scene_is_left_at_the_end(self):
        root, other = start(springs), start(springs)
        gradients(root, Objective(root.dofs), STEPS)
        Sofa.Simulation.animateNSteps(other, STEPS)
        self.assertEqual(root.dofs.position.value.tolist(), other.dofs.position.value.tolist())
        self.assertEqual(root.time.value, other.time.value)

    def test_a_step_length_of_its_own(self):
        root = start(springs)
        self.assertEqual(gradients(root, Objective(root.dofs), 2, dt=0.01).forces.shape, (2, 4, 3))
        self.assertAlmostEqual(root.time.value, 0.02)

    def test_states_are_asked_for(self):
        root = start(bodies("one"))
        found = gradients(root, Objective([root.first.first, root.second.second]), 1)
        with self.assertRaisesRegex(AttributeError, "2 states"):
            found.position
        with self.assertRaisesRegex(KeyError, "no state"):
            found.of(root.first.mass)


class Switch(Sofa.Core.ForceFieldVec3d):
    """Multiplies the forces before it: what someone may change between steps."""
    factor = 1.0

    def addForce(self, m, f, x, v):
        with f.writeableArray() as forces:
            forces *= self.factor

    def addDForce(self, m, df, dx): pass


def switched(root):
    springs(root)
    root.addObject(Switch(name="switch"))


class Refused(unittest.TestCase):
    def refused(self, text, change, kind=ValueError):
        def scene(root):
            springs(root)
            change(root)
        root = Study.build(scene)
        with self.assertRaisesRegex(kind, text):
            gradients(root, Objective(root.dofs), 2)

    def test_pieces_are_named(self):
        class Nudge(Sofa.Core.Controller):
            pass

        def other(old, name, **options):
            def change(root):
                root.removeObject(getattr(root, old))
                root.addObject(name, name=old, **options)
            return change
        rough = dict(iterations=2, tolerance=1e-3, threshold=1e-9)
        self.refused("/nudge .*Controller", lambda root: root.addObject(Nudge(name="nudge")))
        self.refused("/solver.*approximate", other("solver", "CGLinearSolver", **rough))
        self.refused("/solver.*approximate", other("solver", "CGLinearSolver", template="CompressedRowSparseMatrixMat3x3d", **rough))
        self.refused("/ode .*transposed", other("ode", "RungeKutta4Solver"))
        self.refused("BlockGaussSeidelConstraintSolver", other("DefaultAnimationLoop", "FreeMotionAnimationLoop"))
        self.refused("/DefaultAnimationLoop .*use a DefaultAnimationLoop", other("DefaultAnimationLoop", "MultiStepAnimationLoop"))
        self.refused("no ODE solver", lambda root: root.removeObject(root.ode))

    def test_loads_of_exact_scenes_are_named(self):
        root = Study.build(exact(bodies("each")))
        with self.assertRaisesRegex(ValueError, "/coupling .*put the bodies below one solver"):
            gradients(root, Objective([root.first.first, root.second.second]), 1)

    def test_moved_points_are_noticed(self):
        self.refused("/hand .*it moves points", lambda root: root.addObject(
            "LinearVelocityProjectiveConstraint", name="hand", indices=[3], keyTimes=[0, 1], velocities=[[0, 0, 0], [1, 0, 0]]))

    def test_what_is_not_followed_is_noticed(self):
        def moving(x, v):
            root.switch.factor = 1.1
            return 0, numpy.ones(x.shape), None
        root = start(switched)
        with self.assertRaisesRegex(RuntimeError, "of /dofs are others .* something else moves the scene"):
            gradients(root, moving, 2)

    def test_approximate_equilibria(self):
        root = start(other(beam(HYPERELASTIC), lambda root: root.addObject(
            "IncrementalPotentialSolver", name="ode", residual_tolerance_rel=0.1)))
        with self.assertRaisesRegex(ValueError, "/ode: the solution .* is approximate.*residual_tolerance_rel"):
            gradients(root, Objective(root.dofs), 2)
        root = start(other(beam(HYPERELASTIC), lambda root: root.addObject("StaticSolver", name="ode")))
        with self.assertRaisesRegex(ValueError, "/ode: the solution .* is approximate.*/NewtonRaphsonSolver"):
            gradients(root, Objective(root.dofs), 1)

    def test_plastic_strains_are_noticed(self):
        root = start(beam(("TetrahedronFEMForceField", dict(
            youngModulus=400, poissonRatio=0.3, method="large", plasticYieldThreshold=1e-4, plasticMaxThreshold=1, plasticCreep=0.5))))
        with self.assertRaisesRegex(RuntimeError, "/force keeps something"):
            gradients(root, Objective(root.dofs), 3)

    def test_parameters(self):
        root = start(springs)
        with self.assertRaisesRegex(ValueError, "dofs.*parameters are Data of"):
            gradients(root, Objective(root.dofs), 1, [root.dofs.position])
        with self.assertRaisesRegex(TypeError, "no real numbers"):
            gradients(root, Objective(root.dofs), 1, [root.rest.points])

    def test_parameters_without_room(self):
        """Forces that are not valid ahead nor behind."""
        class Narrow(Sofa.Core.ForceFieldVec3d):
            def __init__(self, **options):
                super().__init__(**options)
                self.addData(name="only", type="double", value=2.0)

            def addForce(self, m, f, x, v):
                if self.only.value != 2:
                    self.componentState = "Invalid"

            def addDForce(self, m, df, dx): pass

        def scene(root):
            springs(root)
            root.addObject(Narrow(name="narrow"))
        root = start(scene)
        with self.assertRaisesRegex(ValueError, "/narrow.only.* neither"):
            gradients(root, Objective(root.dofs), 1, [root.narrow.only])
        self.assertEqual(root.narrow.only.value, 2)
        self.assertNotEqual(str(root.narrow.componentState.value), "Invalid")

    def test_parameters_are_put_back(self):
        class Broken:
            def weighted_residual(self):
                raise RuntimeError("interrupted")
        root = start(springs)
        with self.assertRaisesRegex(RuntimeError, "interrupted"):
            Adjoint._Parameter(root.rest.stiffness).gradient(Broken())
        self.assertEqual(root.rest.stiffness.value.tolist(), [5])

    def test_numbers_that_are_not_finite(self):
        def broken(x, v):
            root.switch.factor = numpy.nan
            return 0, numpy.ones(x.shape), None
        root = start(switched)
        with self.assertRaisesRegex(RuntimeError, "of /dofs are not finite"):
            gradients(root, broken, 2)
        root = start(switched)
        root.switch.factor = numpy.nan
        with self.assertRaisesRegex(RuntimeError, "of /dofs are not finite"):
            gradients(root, lambda x, v: (0, numpy.ones(x.shape), None), 2)

    def test_gradients_of_another_size(self):
        root = start(springs)
        with self.assertRaisesRegex(ValueError, "dofs: a gradient by positions has 12 numbers"):
            gradients(root, lambda x, v: (0, numpy.zeros(5), None), 1)


if __name__ == "__main__":
    unittest.main()
