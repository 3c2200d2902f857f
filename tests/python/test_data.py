# SPDX-License-Identifier: Apache-2.0
"""Data as attributes: values, views, writing, lifetimes."""
import gc
import unittest

import numpy

from scenes import falling
import Sofa


class Views(unittest.TestCase):
    def test_a_view_is_no_copy(self):
        dofs = falling(3).dofs
        view = dofs.position.value
        with dofs.position.writeable() as p:
            p[1] = [5, 6, 7]
        self.assertEqual(view[1].tolist(), [5, 6, 7])
        self.assertFalse(view.flags.writeable)
        with self.assertRaises(ValueError):
            p[0, 0] = 1                                 # after the block

    def test_a_view_shows_the_next_step(self):
        root = falling(1)
        view = root.dofs.position.array()
        Sofa.Simulation.animate(root)
        self.assertAlmostEqual(view[0, 1], -0.1)

    def test_a_view_shows_a_reset(self):
        root = falling(1)
        view = root.dofs.position.array()
        Sofa.Simulation.animate(root)
        Sofa.Simulation.reset(root)
        self.assertEqual(view.tolist(), [[0, 0, 0]])

    def test_a_view_outlives_resizing_and_its_scene(self):
        root = falling(1000)
        first = root.dofs.position.value
        root.dofs.position = numpy.zeros((50000, 3))
        second = root.dofs.position.value
        del root
        gc.collect()
        churn = [numpy.full(3000, 7.0) for _ in range(100)]
        self.assertEqual((first[999].tolist(), second.shape, second.any()), ([999, 0, 0], (50000, 3), False))
        self.assertEqual(len(churn), 100)

    def test_a_view_outlives_a_list_that_an_engine_makes_anew(self):
        root = falling(100)
        box = root.addObject("BoxROI", name="box", box=[-0.5, -1, -1, 50.5, 1, 1], position="@dofs.position")
        box.init()
        view = box.indices.value
        before = view.tolist()
        box.box = [[-0.5, -1, -1, 500, 1, 1]]
        self.assertEqual(len(box.indices.value), 100)
        self.assertEqual(view.tolist(), before)

    def test_a_data_outlives_its_object(self):
        position = falling(2).dofs.position
        gc.collect()
        self.assertEqual(position.value.tolist(), [[0, 0, 0], [1, 0, 0]])


class Writing(unittest.TestCase):
    def test_every_form_gives_the_same(self):
        dofs = falling(2).dofs
        wanted = [[0.5, 1, 2], [3, 4, 5]]
        for value in (wanted, tuple(map(tuple, wanted)), numpy.array(wanted), numpy.array(wanted, dtype="f4"),
                      numpy.asfortranarray(wanted), numpy.array(wanted)[::-1][::-1]):
            dofs.position = numpy.zeros((2, 3))
            dofs.position = value
            self.assertEqual(dofs.position.value.tolist(), wanted)

    def test_a_row_and_a_part_can_be_written_to(self):
        dofs = falling(3).dofs
        dofs.position[0][1] = 5
        dofs.position[1:][:, 2] = 4
        self.assertEqual(dofs.position.value.tolist(), [[0, 5, 0], [1, 0, 4], [2, 0, 4]])
        self.assertFalse(dofs.position.value.flags.writeable)

    def test_arithmetic_of_arrays(self):
        d = falling(3).dofs.position
        for made, wanted in ((d ** 2, d.value ** 2), (abs(-d), d.value), (d // 2, d.value // 2), (d % 2, d.value % 2), (2 - d, 2 - d.value)):
            numpy.testing.assert_array_equal(made, wanted)

    def test_a_new_number_of_positions_resizes_the_state(self):
        dofs = falling(2).dofs
        dofs.position = numpy.ones((5, 3))
        self.assertEqual((len(dofs.position), len(dofs.velocity)), (5, 5))

    def test_wrong_values_say_what_is_wrong_and_change_nothing(self):
        dofs = falling(2).dofs
        for value, kind in ((numpy.zeros((2, 2)), IndexError), (numpy.zeros(6), TypeError), ([1.0, 2.0], TypeError),
                            ([[1.0, 2.0]], IndexError)):
            with self.assertRaisesRegex(kind, "position"):
                dofs.position = value
        self.assertEqual(dofs.position.value.tolist(), [[0, 0, 0], [1, 0, 0]])

    def test_dependents_follow(self):
        root = falling(2)
        other = root.addObject("MechanicalObject", name="other", position="@dofs.position")
        with root.dofs.position.writeable() as p:
            other.position.value
            p += 1
        self.assertEqual(other.position.value.tolist(), [[1, 1, 1], [2, 1, 1]])

    def test_a_number_for_a_list_of_numbers_is_a_list_of_one(self):
        node = Sofa.Core.Node("n")
        d, whole, point = (node.addData("d%d" % i, type=t) for i, t in enumerate(("vector<double>", "vector<int>", "Vec3d")))
        for value in (2, 2.0, numpy.float32(2), numpy.int64(2), True + 1):
            d.value = value
            whole.value = int(value)
            self.assertEqual((d.value.tolist(), whole.value.tolist()), ([2.0], [2]))
        with self.assertRaisesRegex(RuntimeError, "integers"):
            whole.value = 0.5
        for wrong in (None, 1j):
            with self.assertRaises(TypeError):
                d.value = wrong
        with self.assertRaisesRegex(TypeError, "list or an array"):
            point.value = 3

    def test_paths_of_parents(self):
        root = falling(2)
        other = root.addObject("MechanicalObject", name="other")
        for path in ("@dofs.position", "@/dofs.position", "dofs.position", "/dofs.position"):
            other.position.setParent(None)
            other.position.setParent(path)
            self.assertIs(other.position.getParent(), root.dofs.position)
        for path in ("", "@", ".", "@.", "/", "@dofs", "@dofs.nothing", "nothing"):
            with self.subTest(path=path), self.assertRaises(ValueError):
                other.position.setParent(path)
        self.assertIs(other.position.getParent(), root.dofs.position)

    def test_integers_keep_their_sign(self):
        d = Sofa.Core.Node("n").addData("d", type="vector<int>", value=[1])
        d.value = numpy.array([3, -1], dtype="i8")
        self.assertEqual(d.value.tolist(), [3, -1])
        with self.assertRaises(RuntimeError):
            d.value = [0.5]


class Names(unittest.TestCase):
    def test_a_misspelt_name_gets_the_nearest(self):
        dofs = falling().dofs
        with self.assertRaisesRegex(AttributeError, 'Did you mean "position"'):
            dofs.postion
        with self.assertRaisesRegex(TypeError, "position"):
            Sofa.Core.Node("n").addObject("MechanicalObject", postion=[0, 0, 0])
        with self.assertRaisesRegex(ValueError, "MechanicalObject"):
            Sofa.Core.Node("n").addObject("MechanicalObjekt")

    def test_every_component_of_the_factory_needs_no_binding(self):
        from Sofa import _core
        for name in _core.class_names():
            entry = _core.class_entry(name, True)
            self.assertTrue(all(c["object"]["data"] for c in entry["creator"].values()), name)


if __name__ == "__main__":
    unittest.main()
