#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of `runSofa --export`: the files are read strictly and their fields compared with values derived by hand.

Usage: test_export.py PATH_OF_RUNSOFA [unittest options]
"""
import math
import unittest

from runsofa import GOOD, RunSofa
import vtk_xml

try:  # Debian's python3-vtk9: what ParaView reads with
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader, vtkXMLUnstructuredGridReader
except ImportError:
    vtkXMLPolyDataReader = vtkXMLUnstructuredGridReader = None

HEAD = '<Node name="root" dt="0.01" gravity="0 0 0">\n<DefaultAnimationLoop/>\n'
IMPLICIT = '<EulerImplicitSolver/><CGLinearSolver iterations="25" tolerance="1e-12" threshold="1e-12"/>\n'
CUBE = ("0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1", "0 1 2 5 0 2 3 7 0 5 7 4 2 7 5 6 0 2 7 5")  # points, tetrahedra


class Export(RunSofa):
    def export(self, body, steps, every=1, head=HEAD, options=()):
        scene = self.write(head + body + "</Node>\n")
        return self.expect(GOOD, ["-g", "batch", "-n", steps, "--export", "out", "--export-every", every, *options, scene])

    def series(self, name):
        """Times and meshes of a series."""
        found = vtk_xml.frames(self.folder / "out" / (name + ".pvd"))
        return [t for t, _ in found], [vtk_xml.read(file) for _, file in found]

    def assertVectors(self, found, expected, places=12):
        self.assertEqual(len(found), len(expected))
        for a, b in zip(found, expected):
            self.assertEqual(len(a), len(b))
            for x, y in zip(a, b):
                self.assertAlmostEqual(x, y, places)

    def test_points_that_fly(self):
        # No force: v stays, u = v t. Points without elements are cells, so that they are seen.
        self.export('<Node name="body">\n<EulerExplicitSolver/>\n<MechanicalObject name="dofs" position="0 0 0 5 0 0"'
                    ' velocity="1 2 3 0 -1 0"/>\n<UniformMass totalMass="4"/>\n</Node>\n', 4, 2)
        times, meshes = self.series("body_dofs")
        self.assertEqual(times, [0, 0.02, 0.04])
        for t, mesh in zip(times, meshes):
            self.assertEqual((mesh["cells"], mesh["types"]), ([[0], [1]], [1, 1]))
            self.assertVectors(mesh["points"], [(t, 2 * t, 3 * t), (5, -t, 0)])
            self.assertVectors(mesh["point_data"]["displacement"], [(t, 2 * t, 3 * t), (0, -t, 0)])
            self.assertVectors(mesh["point_data"]["velocity"], [(1, 2, 3), (0, -1, 0)])
            self.assertVectors(mesh["point_data"]["force"], [(0, 0, 0), (0, 0, 0)])
            self.assertNotIn("radius", mesh["point_data"])

    def test_weight_is_the_force(self):
        # Two points of 2 kg each: m g = (0, -20, 0); explicit Euler gives v = g t.
        self.export('<EulerExplicitSolver/>\n<MechanicalObject name="dofs" position="0 0 0 1 0 0"/>\n'
                    '<UniformMass vertexMass="2"/>\n', 3, head=HEAD.replace("0 0 0", "0 -10 0"))
        _, meshes = self.series("dofs")
        for step, mesh in enumerate(meshes[1:], 1):
            self.assertVectors(mesh["point_data"]["force"], [(0, -20, 0)] * 2)
            self.assertVectors(mesh["point_data"]["velocity"], [(0, -0.1 * step, 0)] * 2)

    def test_stress_of_uniaxial_tension(self):
        # A stretch l is a Green strain (l^2 - 1) / 2. With e along x and -nu e across, a cube bears sigma_xx = E e and
        # nothing else: von Mises is E e.
        modulus, ratio, strain = 1000, 0.3, 0.01
        across = math.sqrt(1 - 2 * ratio * strain)
        scale = (math.sqrt(1 + 2 * strain), across, across)
        numbers = [float(x) for x in CUBE[0].split()]
        moved = " ".join(repr(x * scale[i % 3]) for i, x in enumerate(numbers))
        for given in ("", 'computeVonMisesStress="2"'):  # it is computed for the export, asked for or not
            with self.subTest(given=given):
                self.export(f'<Node name="body">\n{IMPLICIT}<MeshTopology position="{CUBE[0]}" tetrahedra="{CUBE[1]}"/>\n'
                            f'<MechanicalObject name="dofs" position="{moved}" rest_position="{CUBE[0]}"/>\n'
                            '<UniformMass totalMass="1"/>\n<TetrahedronFEMForceField method="small" youngModulus='
                            f'"{modulus}" poissonRatio="{ratio}" {given}/>\n<FixedProjectiveConstraint fixAll="1"/>\n</Node>\n', 1)
                _, meshes = self.series("body_dofs")
                self.assertEqual(len(meshes), 2)
                for mesh in meshes:
                    self.assertEqual(mesh["types"], [10] * 5)
                    self.assertEqual(len(mesh["cell_data"]["von_mises"]), 5)
                    for value in mesh["cell_data"]["von_mises"] + mesh["point_data"]["von_mises"]:
                        self.assertAlmostEqual(value, modulus * strain, 9)
                    self.assertVectors(mesh["point_data"]["displacement"],
                                       [tuple(numbers[3 * p + i] * (scale[i] - 1) for i in range(3)) for p in range(8)])

    def test_radius_of_spheres(self):
        self.export('<EulerExplicitSolver/>\n<MechanicalObject name="dofs" position="0 0 0 5 0 0 9 0 0"/>\n<UniformMass totalMass="1"/>\n'
                    '<SphereCollisionModel radius="0.5" listRadius="0.25 2"/>\n', 1)
        _, meshes = self.series("dofs")
        for mesh in meshes:
            self.assertEqual(mesh["point_data"]["radius"], [0.25, 2, 0.5])

    def test_a_body_that_turns(self):
        # A quarter turn per second about z.
        rate = math.pi / 2
        self.export('<EulerExplicitSolver/>\n<MechanicalObject name="dofs" template="Rigid3" position="1 0 0 0 0 0 1"'
                    f' velocity="0 2 0 0 0 {rate!r}"/>\n<UniformMass totalMass="1"/>\n', 100, 100)
        _, meshes = self.series("dofs")
        first, last = (mesh["point_data"] for mesh in meshes)
        self.assertVectors(first["orientation"], [(0, 0, 0, 1)])
        self.assertVectors(last["orientation"], [(0, 0, math.sqrt(0.5), math.sqrt(0.5))], 3)
        self.assertVectors(last["angular_velocity"], [(0, 0, rate)])
        self.assertVectors(last["velocity"], [(0, 2, 0)])
        self.assertVectors(last["displacement"], [(0, 2, 0)])
        self.assertVectors(last["torque"], [(0, 0, 0)])

    def test_planar_bodies_and_numbers(self):
        self.export('<Node name="flat">\n<EulerExplicitSolver/>\n<MechanicalObject name="dofs" template="Rigid2" '
                    'position="1 2 0.5" velocity="0 0 1"/>\n<UniformMass totalMass="1"/>\n</Node>\n<Node name="numbers">\n'
                    '<EulerExplicitSolver/>\n<MechanicalObject name="dofs" template="Vec1" position="3 4" velocity="1 0"/>\n'
                    '<UniformMass totalMass="1"/>\n</Node>\n', 0)
        flat, numbers = self.series("flat_dofs")[1][0], self.series("numbers_dofs")[1][0]
        self.assertVectors(flat["points"], [(1, 2, 0)])
        self.assertVectors(flat["point_data"]["orientation"], [(0, 0, math.sin(0.25), math.cos(0.25))])
        self.assertVectors(flat["point_data"]["angular_velocity"], [(0, 0, 1)])
        self.assertVectors(numbers["point_data"]["velocity"], [(1, 0, 0), (0, 0, 0)])

    def test_a_visual_surface_follows_its_body(self):
        # Seams: the loader splits point 0, so the surface has one vertex more than the body has points.
        (self.folder / "a.obj").write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.5 0.5\n"
                                           "f 1/1 2/2 3/3\nf 1/5 3/3 4/4\n", encoding="utf8")
        output = self.export('<Node name="body">\n<EulerExplicitSolver/>\n<MechanicalObject name="dofs" '
                             'position="0 0 0 1 0 0 1 1 0 0 1 0" velocity="0 0 1 0 0 1 0 0 1 0 0 1"/>\n<UniformMass totalMass="1"/>\n'
                             '<Node name="skin">\n<MeshOBJLoader name="mesh" filename="a.obj" handleSeams="1"/>\n'
                             '<OglModel name="model" src="@mesh"/>\n<IdentityMapping input="@.." output="@model"/>\n'
                             '</Node>\n</Node>\n', 3)
        times, meshes = self.series("body_skin_model")
        self.assertEqual(len(times), 4)
        for t, mesh in zip(times, meshes):
            self.assertEqual(mesh["type"], "PolyData")
            self.assertVectors(mesh["points"], [(0, 0, t), (0, 0, t), (1, 0, t), (1, 1, t), (0, 1, t)])
            self.assertEqual(mesh["cells"], [[0, 2, 3], [1, 3, 4]])
            self.assertVectors(mesh["point_data"]["normal"], [(0, 0, 1)] * 5)
            self.assertVectors(mesh["point_data"]["texture_coordinates"], [(0, 0), (0.5, 0.5), (1, 0), (1, 1), (0, 1)])
        # What was written is told, and the file that names all names each.
        for part in ("out/body_dofs.pvd: 4 file(s) of /body/dofs, body_dofs_000000.vtu to body_dofs_000003.vtu",
                     "out/body_skin_model.pvd: 4 file(s) of /body/skin/model, body_skin_model_000000.vtp to",
                     "out/series.pvd opens all"):
            self.assertIn(part, output)
        everything = [file.name for _, file in vtk_xml.frames(self.folder / "out" / "series.pvd")]
        self.assertEqual(sorted(everything), sorted(p.name for p in (self.folder / "out").iterdir() if p.suffix != ".pvd"))

    def test_cells_of_the_highest_dimension(self):
        grid = '<RegularGridTopology n="3 2 2" min="0 0 0" max="2 1 1"/>\n<MechanicalObject name="dofs"/>\n'
        plane = '<MeshTopology position="0 0 0 1 0 0 1 1 0 0 1 0" triangles="0 1 2" quads="0 1 2 3"/>\n<MechanicalObject name="dofs"/>\n'
        lines = '<MeshTopology position="0 0 0 1 0 0" edges="0 1"/>\n<MechanicalObject name="dofs"/>\n'
        self.export("".join(f'<Node name="{name}">\n{body}</Node>\n'
                            for name, body in (("grid", grid), ("plane", plane), ("lines", lines))), 0)
        self.assertEqual([self.series(name + "_dofs")[1][0]["types"] for name in ("grid", "plane", "lines")],
                         [[12, 12], [5, 9], [3]])

    def test_names_are_kept_apart(self):
        twin = '<Node>\n<MechanicalObject name="dofs" position="0 0 0"/>\n</Node>\n'
        self.export(twin + twin + '<MechanicalObject name="series" position="0 0 0"/>\n', 1)
        names = {file.name for _, file in vtk_xml.frames(self.folder / "out" / "series.pvd")}
        self.assertEqual(len(names), 6)

    def test_a_resumed_run_goes_on_with_its_series(self):
        body = ('<EulerExplicitSolver/>\n<MechanicalObject name="dofs" position="0 0 0" velocity="1 0 0"/>\n'
                '<UniformMass totalMass="1"/>\n')
        self.export(body, 5, options=("--checkpoint-every", "3"))
        self.export(body, 7, options=("--resume", "scene.checkpoint"))  # that of step 3
        for name in ("dofs", "series"):
            times = [t for t, _ in vtk_xml.frames(self.folder / "out" / (name + ".pvd"))]
            self.assertVectors([times], [[0.01 * step for step in range(8)]])
        self.export(body, 1)  # a run of its own starts anew
        self.assertEqual(len(vtk_xml.frames(self.folder / "out" / "dofs.pvd")), 2)

    def test_a_scene_without_bodies_is_told(self):
        self.assertIn("neither mechanical states nor visual models", self.export("", 1))

    @unittest.skipUnless(vtkXMLPolyDataReader, "python3-vtk9 is not installed")
    def test_vtk_reads_the_same(self):
        self.export(f'<Node name="body">\n{IMPLICIT}<MeshTopology position="{CUBE[0]}" tetrahedra="{CUBE[1]}"/>\n'
                    f'<MechanicalObject name="dofs"/>\n<UniformMass totalMass="1"/>\n<TetrahedronFEMForceField '
                    'youngModulus="1000" poissonRatio="0.3"/>\n<ConstantForceField indices="0" forces="1 2 3"/>\n'
                    '<Node name="skin"><OglModel name="model"/><IdentityMapping input="@.." output="@model"/></Node>\n'
                    '</Node>\n', 3)
        for _, file in vtk_xml.frames(self.folder / "out" / "series.pvd"):
            own = vtk_xml.read(file)
            reader = (vtkXMLUnstructuredGridReader if file.suffix == ".vtu" else vtkXMLPolyDataReader)()
            reader.SetFileName(str(file))
            reader.Update()
            self.assertEqual(reader.GetErrorCode(), 0)
            mesh = reader.GetOutput()
            self.assertEqual([mesh.GetPoint(i) for i in range(mesh.GetNumberOfPoints())], own["points"])
            for i, cell in enumerate(own["cells"]):
                ids = mesh.GetCell(i).GetPointIds()  # a view that the next call changes
                self.assertEqual([ids.GetId(k) for k in range(ids.GetNumberOfIds())], cell)
            for data, expected in ((mesh.GetPointData(), own["point_data"]), (mesh.GetCellData(), own["cell_data"])):
                self.assertEqual({data.GetArrayName(i) for i in range(data.GetNumberOfArrays())}, set(expected))
                for name, values in expected.items():
                    array = data.GetArray(name)
                    tuples = [array.GetTuple(i) for i in range(array.GetNumberOfTuples())]
                    self.assertEqual(tuples, [v if isinstance(v, tuple) else (v,) for v in values])


if __name__ == "__main__":
    unittest.main()
