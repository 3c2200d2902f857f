# SPDX-License-Identifier: Apache-2.0
"""States in memory, sweeps, environments alone and in processes."""
import csv
import os
import pickle
import subprocess
import sys
import tempfile
import unittest

import numpy

import Sofa
from Sofa import Learning, Study


def bouncing(root, count=4):
    """Points on springs that swing, with a solver that keeps its last solution."""
    root.dt, root.gravity = 0.02, [0, -10, 0]
    root.addObject("DefaultAnimationLoop")
    root.addObject("EulerImplicitSolver", rayleighStiffness=0.01)
    root.addObject("CGLinearSolver", name="cg", iterations=5, tolerance=1e-9, threshold=1e-9, warmStart=True)
    root.addObject("MechanicalObject", name="dofs", position=[[0.9 * i, 0, 0] for i in range(count)])
    root.addObject("UniformMass", vertexMass=1.0)
    root.addObject("SpringForceField", name="springs", spring=[[i, i + 1, 80, 0.1, 1] for i in range(count - 1)])
    root.addObject("FixedProjectiveConstraint", indices=[0])


def bits(root):
    return root.dofs.position.value.tobytes() + root.dofs.velocity.value.tobytes()


class States(unittest.TestCase):
    def test_going_on_from_a_state_gives_the_same_bits(self):
        root = Study.build(bouncing)
        Sofa.Simulation.animateNSteps(root, 7)
        state = Study.save(root)
        Sofa.Simulation.animateNSteps(root, 9)
        end, time = bits(root), root.time.value
        Study.restore(root, state)
        self.assertAlmostEqual(root.time.value, 7 * 0.02)
        Sofa.Simulation.animateNSteps(root, 9)
        self.assertEqual((bits(root), root.time.value), (end, time))
        other = Study.branch(bouncing, pickle.loads(pickle.dumps(state)))
        Sofa.Simulation.animateNSteps(other, 9)
        self.assertEqual(bits(other), end)

    def test_branches_are_independent(self):
        root = Study.build(bouncing)
        state = Study.save(root)
        stiff = Study.branch(bouncing, state)
        stiff.springs.spring = "0 1 500 0.1 1 1 2 500 0.1 1 2 3 500 0.1 1"
        for scene in (root, stiff):
            Sofa.Simulation.animateNSteps(scene, 20)
        self.assertGreater(abs(root.dofs.position.value - stiff.dofs.position.value).max(), 0.01)

    def test_views_show_what_was_restored(self):
        root = Study.build(bouncing)
        state, view = Study.save(root), root.dofs.position.value
        start = view.copy()
        Sofa.Simulation.animateNSteps(root, 3)
        Study.restore(root, state)
        self.assertEqual(view.tolist(), start.tolist())

    def test_a_state_of_another_scene_is_refused(self):
        root = Study.build(bouncing)
        other = Study.build(lambda node: node.addObject("MechanicalObject", name="lonely"))
        before = bits(root)
        for wrong in (Study.save(other), Study.State(b"", {}), Study.State(Study.save(root).data[:-20], {})):
            with self.assertRaisesRegex(ValueError, "cannot be restored"):
                Study.restore(root, wrong)
        with self.assertRaisesRegex(TypeError, "save"):
            Study.restore(root, b"bytes")
        Study.restore(root, Study.save(Study.build(bouncing)))
        self.assertEqual(bits(root), before)

    def test_a_scene_that_lost_or_got_a_component_is_another_one(self):
        for change in (lambda root: root.removeObject(root.objects[-1]), lambda root: root.addObject("ConstantForceField", name="more")):
            root = Study.build(bouncing)
            state, before = Study.save(root), bits(root)
            change(root)
            with self.assertRaisesRegex(ValueError, r"it holds \d+ components where this one has \d+"):
                Study.restore(root, state)
            self.assertEqual(bits(root), before)

    def test_what_a_controller_keeps(self):
        class Counter(Sofa.Core.Controller):
            count = 0
            def onAnimateEndEvent(self, event): self.count += 1
            def saveState(self): return self.count
            def restoreState(self, count): self.count = count

        def scene(root):
            bouncing(root)
            root.addObject(Counter(name="counter"))
        root = Study.build(scene)
        Sofa.Simulation.animateNSteps(root, 3)
        state = Study.save(root)
        Sofa.Simulation.animateNSteps(root, 4)
        Study.restore(root, state)
        self.assertEqual(root.counter.count, 3)
        self.assertEqual(Study.branch(scene, state).counter.count, 3)

    def test_seeding(self):
        a = (Study.seed(5).random(), numpy.random.random())
        self.assertEqual(a, (Study.seed(5).random(), numpy.random.random()))


def sag(stiffness, mass):
    if stiffness < 0:
        raise ValueError("no such spring")
    return {"sag": mass * 10 / stiffness}


class Sweeps(unittest.TestCase):
    def test_a_table_of_all_combinations(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "table.csv")
            rows = Study.sweep(sag, {"stiffness": [50, 100], "mass": [1, 2]}, file=file)
            self.assertEqual([r["sag"] for r in rows], [0.2, 0.4, 0.1, 0.2])
            with open(file, newline="") as f:
                table = list(csv.DictReader(f))
            self.assertEqual(table[1], {"stiffness": "50", "mass": "2", "sag": "0.4"})
            self.assertEqual(os.listdir(folder), ["table.csv"])

    def test_in_processes_and_with_one_that_fails(self):
        rows = Study.sweep(sag, {"stiffness": [-1, 100], "mass": [1]}, processes=2)
        self.assertEqual(rows[0]["error"], "ValueError: no such spring")
        self.assertEqual(rows[1], {"stiffness": 100, "mass": 1, "sag": 0.1})


class Pull(Learning.Environment):
    """A point without weight that is pushed along x; the episode ends beyond 1."""
    observation_space = Learning.Box(-numpy.inf, numpy.inf, (2,))
    action_space = Learning.Box(-1, 1, (1,))
    limit, stepsPerAction = 30, 2

    def createScene(self, root):
        root.dt, root.gravity = 0.1, [0, 0, 0]
        root.addObject("DefaultAnimationLoop")
        root.addObject("EulerExplicitSolver")
        root.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]])
        root.addObject("UniformMass", vertexMass=1.0)
        root.addObject("ConstantForceField", name="push", indices=[0], forces=[[0, 0, 0]])

    def randomise(self):
        self.root.dofs.position = [[self.np_random.uniform(-0.1, 0.1), 0, 0]]

    def act(self, action): self.root.push.forces = [[float(action[0]), 0, 0]]
    def observe(self): return [self.root.dofs.position.value[0, 0], self.root.dofs.velocity.value[0, 0]]
    def reward(self): return self.observe()[0]
    def terminated(self): return self.observe()[0] > 1


class Failing(Pull):
    def act(self, action):
        if action[0] > 0.5:
            raise KeyError("too much")


class Environments(unittest.TestCase):
    def test_the_loop(self):
        with Pull() as environment:
            with self.assertRaisesRegex(RuntimeError, "reset"):
                environment.step([0.0])
            first, info = environment.reset(seed=3)
            self.assertIn(first, environment.observation_space)
            observation, reward, terminated, truncated, info = environment.step([1.0])
            # two steps of symplectic or explicit Euler by 0.1 with the acceleration 1
            self.assertAlmostEqual(observation[1], 0.2)
            self.assertEqual((reward, terminated, truncated), (observation[0], False, False))
            actions = 1
            while not terminated:
                observation, reward, terminated, truncated, info = environment.step([1.0])
                actions += 1
            self.assertGreater(observation[0], 1)
            again, _ = environment.reset(seed=3)
            self.assertEqual(again.tolist(), first.tolist())
            self.assertEqual(environment.root.time.value, 0)
            self.assertNotEqual(environment.reset()[0].tolist(), first.tolist())

    def test_truncation_and_spaces(self):
        environment = Pull()
        environment.reset(seed=0)
        ends = [environment.step([0.0])[3] for _ in range(30)]
        self.assertEqual((ends[-1], sum(ends)), (True, 1))
        box = Learning.Box(-1, [1, 2], (2,))
        box.seed(1)
        samples = [box.sample() for _ in range(50)]
        self.assertTrue(all(box.contains(s) for s in samples))
        self.assertFalse(box.contains([0, 3]))
        self.assertIn(Learning.Discrete(3).sample(), Learning.Discrete(3))
        self.assertTrue(numpy.isfinite(Learning.Box(-numpy.inf, [numpy.inf, 0], (2,)).sample()).all())

    def test_in_processes_they_do_the_same_as_alone(self):
        random = numpy.random.default_rng(1)
        actions = random.uniform(-1, 1, (12, 3, 1))
        with Learning.VectorEnvironment([Pull] * 3, processes=2) as many:
            at = iter(actions)
            kept = many.rollout(lambda observations: next(at), 12, seed=7)
        self.assertEqual((kept["observations"].shape, kept["rewards"].shape), ((12, 3, 2), (12, 3)))
        for i in range(3):
            with Pull() as alone:
                observation, _ = alone.reset(seed=7 + i)
                for k in range(12):
                    self.assertEqual(kept["observations"][k, i].tolist(), observation.tolist())
                    observation, reward, *_ = alone.step(actions[k, i])
                    self.assertEqual(kept["rewards"][k, i], reward)

    def test_an_episode_that_ends_begins_anew(self):
        with Learning.VectorEnvironment([Pull], processes=1) as many:
            many.reset(seed=0)
            for _ in range(30):
                observations, rewards, terminated, truncated, infos = many.step([[1.0]])
                if terminated[0]:
                    break
            self.assertGreater(infos[0]["final_observation"][0], 1)
            self.assertLess(observations[0, 0], 0.2)

    def test_an_exception_of_one_is_raised(self):
        with Learning.VectorEnvironment([Pull, Failing], processes=2) as many:
            many.reset()
            with self.assertRaisesRegex(RuntimeError, "too much"):
                many.step([[0.0], [1.0]])
            many.step([[0.0], [0.0]])
        with self.assertRaisesRegex(RuntimeError, "closed"):
            many.step([[0.0], [0.0]])
        with self.assertRaisesRegex(RuntimeError, "needs createScene"):
            Learning.VectorEnvironment([Incomplete], processes=1).reset()


    def test_a_reset_takes_back_what_act_wrote(self):
        """Data that are no part of a state, however they are written."""
        class Writes(Pull):
            def createScene(self, root):
                super().createScene(root)
                root.addObject(Turns(name="turns"))

            def act(self, action):
                super().act(action)
                self.root.gravity[1] = -1.0
                self.root.push.getData("showArrowSize").value = 3.0
                with self.root.push.totalForce.writeable() as total:
                    total[:] = 1

        class Turns(Sofa.Core.Controller):
            def onAnimateEndEvent(self, event):
                self.getContext().push.indices = [0, 0]
        with Writes() as environment:
            first = environment.reset(seed=1)[0]
            def values():
                return {d.getName(): (d.getValueString(), d.isSet()) for d in environment.root.push.getDataFields() if d.getName() != "bbox"}
            before = values()
            step = environment.step([0.5])[0]
            self.assertEqual(environment.root.push.indices.value.tolist(), [0, 0])
            environment.step([1.0])
            again = environment.reset(seed=1)[0]
            self.assertEqual(first.tolist(), again.tolist())
            self.assertEqual(values(), before)
            self.assertEqual(environment.root.gravity.value.tolist(), [0, 0, 0])
            self.assertEqual(environment.step([0.5])[0].tolist(), step.tolist())

    def test_shapes_are_checked(self):
        class Wide(Pull):
            def observe(self): return [0.0, 0.0, 0.0]
        with Wide() as environment, self.assertRaisesRegex(ValueError, r"shape \(3,\).*observation_space has the shape \(2,\)"):
            environment.reset()
        with Pull() as environment:
            environment.reset()
            for wrong in (0.5, [0.5, 0.5], [[0.5]], []):
                with self.assertRaisesRegex(ValueError, r"action_space has the shape \(1,\)"):
                    environment.step(wrong)
        with Learning.VectorEnvironment([Pull] * 2, processes=1) as many:
            many.reset()
            for wrong in ([[0.5]], [0.5, 0.5], 0.5):
                with self.assertRaisesRegex(ValueError, r"\(2, 1\)"):
                    many.step(wrong)

        class Chooses(Pull):
            action_space = Learning.Discrete(2)
            def act(self, action): pass
        with Chooses() as environment:
            environment.reset()
            environment.step(1)
            with self.assertRaisesRegex(ValueError, "does not contain"):
                environment.step(2)

    def test_it_is_silent(self):
        script = ("import sys; sys.path.insert(0, %r)\nfrom test_studies import Pull\nwith Pull() as e:\n for k in range(3):\n  e.reset(seed=k)\n"
                  "  e.step([0.5])\n") % os.path.dirname(os.path.abspath(__file__))
        done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


class Incomplete(Learning.Environment):
    observation_space = action_space = Learning.Box(0, 1, (1,))


if __name__ == "__main__":
    unittest.main()
