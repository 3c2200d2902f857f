#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of runs on mesh files as programs write them: what is read, what is told, and how the bodies move.

Usage: test_mesh_files.py PATH_OF_RUNSOFA [unittest options]
"""
import json
import struct
import unittest

from runsofa import BAD_INPUT, GOOD, RunSofa

START = ('<Node name="root" dt="0.01" gravity="0 -9.81 0">\n<DefaultAnimationLoop/>\n'
         '<EulerImplicitSolver/><CGLinearSolver iterations="200" tolerance="1e-10" threshold="1e-12"/>\n')
VTK = "# vtk DataFile Version 3.0\nmade by hand\nASCII\nDATASET UNSTRUCTURED_GRID\n"


def grid(points, cells):
    """A legacy VTK file: cells are pairs of VTK's type and nodes."""
    numbers = sum(1 + len(nodes) for _, nodes in cells)
    return (VTK + f"POINTS {len(points)} double\n" + "\n".join(" ".join(map(str, p)) for p in points) +
            f"\nCELLS {len(cells)} {numbers}\n" + "\n".join(" ".join(map(str, [len(nodes), *nodes])) for _, nodes in cells) +
            f"\nCELL_TYPES {len(cells)}\n" + "\n".join(str(kind) for kind, _ in cells) + "\n")


TWO_TETRAHEDRA = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]
TETRAHEDRA = [(10, (0, 1, 2, 3)), (10, (1, 2, 3, 4))]
SOLID = ('<TetrahedronSetTopologyContainer name="topo" src="@loader"/>\n<MechanicalObject name="dofs"/>\n<UniformMass totalMass="1"/>\n'
         '<TetrahedronFEMForceField youngModulus="1e4" poissonRatio="0.3"/>\n<FixedProjectiveConstraint indices="0 1 2"/>\n')


class MeshFiles(RunSofa):
    def last_states(self, steps, scene, *parts):
        self.expect(GOOD, ["-g", "batch", "-n", steps, "--state-out", "out.json", scene], *parts)
        return json.loads((self.folder / "out.json").read_text())["frames"][-1]["states"]

    def solid(self, cells, *parts, points=TWO_TETRAHEDRA, options=""):
        self.write(grid(points, cells), "solid.vtk")
        scene = self.write(START + f'<MeshVTKLoader name="loader" filename="solid.vtk" {options}/>\n' + SOLID + "</Node>")
        return self.last_states(10, scene, *parts)[0]

    def test_faces_and_edges_beside_tetrahedra(self):
        alone = self.solid(TETRAHEDRA)
        for faces in ([(5, (0, 2, 1))], [(5, (0, 2, 1)), (5, (0, 1, 3))], [(3, (0, 1))], [(3, (2, 0)), (5, (0, 2, 1))]):
            with self.subTest(faces=faces):
                self.assertEqual(self.solid([*faces, *TETRAHEDRA], "[WARNING]"), alone)

    def test_cells_that_are_not_read_beside_tetrahedra(self):
        alone = self.solid(TETRAHEDRA)
        self.write(grid(TWO_TETRAHEDRA, [(42, (0, 1, 2)), *TETRAHEDRA]), "solid.vtk")
        self.expect(BAD_INPUT, ["-g", "batch", "-n", 10, "--state-out", "out.json", "scene.scn"], "Unsupported cell type 42")
        self.assertEqual(json.loads((self.folder / "out.json").read_text())["frames"][-1]["states"][0], alone)

    def test_nodes_in_the_middle_of_edges_are_told_or_left_out(self):
        middles = [tuple((a + b) / 2 for a, b in zip(TWO_TETRAHEDRA[i], TWO_TETRAHEDRA[j]))
                   for i, j in ((0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3))]
        cells = [(24, (0, 1, 2, 3, 5, 6, 7, 8, 9, 10)), TETRAHEDRA[1]]
        points = TWO_TETRAHEDRA + middles
        self.solid(cells, "6 points, nodes in their middle, belong to no element", points=points)
        self.assertEqual(self.solid(cells, points=points, options='onlyAttachedPoints="1"')["position"],
                         self.solid(TETRAHEDRA)["position"])

    def test_a_region_that_numbers_the_whole_mesh(self):
        scene = self.write(
            '<Node name="root" dt="0.01" gravity="0 0 0">\n<DefaultAnimationLoop/>\n<EulerImplicitSolver rayleighMass="1"/>\n'
            '<CGLinearSolver iterations="200" tolerance="1e-10" threshold="1e-12"/>\n'
            '<MeshTopology name="mesh" position="9 9 9  0 0 0  1 0 0  0 1 0" triangles="1 2 3"/>\n<MechanicalObject name="dofs"/>\n'
            '<UniformMass totalMass="4"/>\n<BoxROI name="roi" box="-0.1 -0.1 -0.1 1.1 1.1 0.1"/>\n'
            '<FixedProjectiveConstraint indices="0 1 3"/>\n<ConstantForceField indices="2" forces="10 0 0"/>\n<Node name="membrane">\n'
            '<TriangleSetTopologyContainer name="faces" position="@../roi.pointsInROI" triangles="@../roi.trianglesInROI"/>\n'
            '<TriangleFEMForceField youngModulus="1000" poissonRatio="0" method="large"/>\n</Node>\n</Node>')
        x = self.last_states(500, scene, "The 3 positions are not used")[0]["position"][6]
        self.assertAlmostEqual(x, 1.0208, delta=1e-3)  # E A (dN/dx)^2 = 500 N/m against 10 N, and a little more by the turn

    def test_binary_stl_that_begins_like_a_text(self):
        corners = ((0, 0, 0), (1, 0, 0), (0, 1, 0)), ((0, 0, 0), (0, 1, 0), (0, 0, 1))
        facets = b"".join(struct.pack("<12fH", 0, 0, 0, *(c for p in facet for c in p), 0) for facet in corners)
        (self.folder / "part.stl").write_bytes(b"solid part".ljust(80) + struct.pack("<I", 2) + facets)
        scene = self.write(START + '<MeshSTLLoader name="loader" filename="part.stl"/>\n<MechanicalObject src="@loader"/>\n</Node>')
        self.assertEqual(self.last_states(1, scene)[0]["size"], 4)

    def test_meshes_of_sofa_that_are_not_there(self):
        for element in ('<MeshGmshLoader filename="mesh/liver.msh"/>', '<MeshTopology filename="mesh/liver.msh"/>',
                        '<OglModel filename="mesh/torus.obj"/>', '<OglModel texturename="textures/brushed.png"/>',
                        '<include href="Objects/TorusSurface.xml"/>'):
            with self.subTest(element=element):
                self.expect(BAD_INPUT, ["--check", self.write(START + element + "</Node>")], "--data-path FOLDER or SOFA_DATA_PATH")

    def test_unknown_kinds_of_files(self):
        self.write("points", "part.xyz")
        for element in ('<MeshFileLoader filename="part.xyz"/>', '<MeshTopology filename="part.xyz"/>'):
            self.expect(BAD_INPUT, ["--check", self.write(START + element + "</Node>")], "obj, off, stl", "scene.scn:4")

    def test_states_that_share_a_node(self):
        body = ('<MechanicalObject name="one" position="0 0 0 1 0 0"/>\n<MechanicalObject name="two" template="Rigid3d" '
                'position="0 0 0 0 0 0 1"/>\n<UniformMass totalMass="1"/>\n')
        scene = self.write(START + "<Node name='a'>" + body + "</Node></Node>")
        self.expect(GOOD, ["--check", scene], "The node holds other mechanical states, one")
        scene = self.write(START + "<Node name='a'>" + body + '<SpringForceField template="Vec3d" spring="0 1 100 0 1"/>'
                           '<TrianglePressureForceField pressure="1 0 0"/></Node></Node>')
        self.expect(BAD_INPUT, ["--check", scene], "Its node holds several mechanical states, one (Vec3d), two (Rigid3d), of which only the last")


if __name__ == "__main__":
    unittest.main()
