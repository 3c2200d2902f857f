# SPDX-License-Identifier: Apache-2.0
"""Scenes as Python text: running it makes the same nodes and components with the same Data."""
import math
import os
import unittest
from pathlib import Path

import Sofa
from Sofa import _core

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SCENES = sorted(EXAMPLES.glob("*/*.scn"))


def rebuilt(text):
    names = {}
    exec(compile(text, "<copied>", "exec"), names)
    root = Sofa.Core.Node("root")
    names["createScene"](root)
    return root


def same(one, other):
    """Texts of two values: the same words, numbers up to their last digits."""
    if one == other:
        return True
    words = one.split(), other.split()
    if len(words[0]) != len(words[1]):
        return False
    for a, b in zip(*words):
        try:
            if a != b and not math.isclose(float(a), float(b), rel_tol=1e-12, abs_tol=1e-300):
                return False
        except ValueError:
            return False
    return True


class Copied(unittest.TestCase):
    def compare(self, one, other, path="/"):
        """Everything below two nodes."""
        self.compareData(one, other, path)
        self.assertEqual([(o.getClassName(), o.getTemplateName()) for o in one.objects],
                         [(o.getClassName(), o.getTemplateName()) for o in other.objects], path)
        for a, b in zip(one.objects, other.objects):
            self.compareData(a, b, path + a.getName())
        self.assertEqual([c.getName() for c in one.children], [c.getName() for c in other.children], path)
        for a, b in zip(one.children, other.children):
            self.compare(a, b, path + a.getName() + "/")

    def compareData(self, one, other, path):
        for data in one.getDataFields():
            name = data.getName()
            twin = other.getData(name)
            self.assertIsNotNone(twin, path + "." + name)
            self.assertTrue(same(data.getValueString(), twin.getValueString()),
                            "%s.%s: %.200s and %.200s" % (path, name, data.getValueString(), twin.getValueString()))
            self.assertEqual(data.hasParent(), twin.hasParent(), path + "." + name)

    def test_examples(self):
        self.assertGreater(len(SCENES), 15)
        before = os.getcwd()
        for file in SCENES:
            if file.parent.name in ("CUDA", "plugin"):
                continue
            with self.subTest(scene=str(file)):
                root = Sofa.Simulation.load(str(file))
                text = _core.python_text(root)
                os.chdir(file.parent)       # meshes lie beside the scene
                try:
                    self.compare(root, rebuilt(text))
                finally:
                    os.chdir(before)

    def test_what_a_script_made(self):
        root = Sofa.Core.Node("root", gravity=[0, -1, 0])
        root.dt = 0.125
        odd = root.addChild("1 odd-name")
        odd.addObject("MechanicalObject", name="dofs", position=[[0, 1, 2], [3, 4, 5e-9]], showObject=True)
        odd.addObject("MechanicalObject", name="twin", position=odd.dofs.position.linkpath)
        again = root.addChild("class")
        again.addObject("OglModel", name="quote\"s", color="red")
        other = root.addChild("class")
        other.addChild(again.addChild("shared", tags="a b"))
        other.shared.addObject("MechanicalObject", name="dofs")
        root.addObject(Sofa.Core.Controller(name="mine"))
        text = _core.python_text(root)
        self.assertIn("[[0, 1, 2], [3, 4, 5", text)
        self.assertIn("# Controller \"mine\"", text)
        made = rebuilt(text)
        root.removeObject(root.mine)
        self.compare(root, made)
        self.assertIs(made.children[1].shared, made.children[2].shared)
        self.assertEqual(made["1 odd-name.twin"].position.getParent().getPathName(), "/1 odd-name/dofs.position")

    def test_one_object_goes_to_the_node_that_is_named_like_its_own(self):
        root = Sofa.Core.Node("root")
        body = root.addChild("body")
        body.addObject("MechanicalObject", name="dofs")
        body.addObject("UniformMass", name="mass", totalMass=2.5)
        self.assertEqual(_core.python_text(body.mass), 'body.addObject("UniformMass", template="Vec3d", name="mass", totalMass=2.5)\n')
        self.assertTrue(_core.python_text(body).startswith('body = root.addChild("body")\nbody.addObject('))
        place = Sofa.Core.Node("root")
        exec(_core.python_text(body), {"root": place})
        self.assertEqual(place.body.mass.totalMass.value, 2.5)


if __name__ == "__main__":
    unittest.main()
