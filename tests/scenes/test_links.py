#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what runSofa says about links that name nothing: misspelt, or declared too late.

Usage: test_links.py PATH_OF_RUNSOFA [unittest options]
"""
import unittest

from runsofa import BAD_INPUT, HEAD, SOLVER, RunSofa

DOFS = '<MechanicalObject name="dofs" position="0 0 0 1 0 0"/>\n'
MASS = '<UniformMass name="mass" totalMass="1"/>\n'
BOX = '<BoxROI name="box" box="-1 -1 -1 2 2 2"/>\n'


class Links(RunSofa):
    def problems(self, body, kinds=("[ERROR]", "[WARNING]")):
        """Errors and warnings about a scene whose elements stand from line 3 on."""
        output = self.run_sofa("--check", self.write(HEAD + body + "</Node>\n"))[1]
        return [line for line in output.splitlines() if any(kind in line for kind in kinds)]

    def only(self, lines, *parts):
        self.assertEqual(len(lines), 1, lines)
        for part in parts:
            self.assertIn(part, lines[0])

    def test_nothing_is_wrong(self):
        self.assertEqual(self.problems(SOLVER + DOFS + MASS + BOX + '<FixedProjectiveConstraint indices="@box.indices"/>\n'), [])

    def test_misspelt_object(self):
        lines = self.problems(SOLVER + DOFS + MASS + BOX + '<FixedProjectiveConstraint indices="@bxo.indices"/>\n')
        self.assertIn("the link @bxo.indices names nothing, so it has no effect.", lines[0])
        self.assertIn('Did you mean "@/box.indices"?', lines[0])
        self.assertNotIn("later", "".join(lines))

    def test_misspelt_data(self):
        lines = self.problems(SOLVER + DOFS + MASS + BOX + '<FixedProjectiveConstraint indices="@box.indces"/>\n')
        self.assertIn('/box has no Data "indces". Did you mean "@box.indices"?', lines[0])
        self.assertNotIn("later", "".join(lines))

    def test_nothing_alike(self):
        lines = self.problems(SOLVER + DOFS + MASS + '<FixedProjectiveConstraint indices="@xyzzy.indices"/>\n')
        self.assertIn("names nothing, so it has no effect.", lines[0])
        self.assertNotIn("Did you mean", lines[0])

    def test_data_declared_later(self):
        self.only(self.problems(SOLVER + DOFS + MASS + '<FixedProjectiveConstraint indices="@box.indices"/>\n' + BOX),
                  "Data indices: the link @box.indices has no effect: /box is declared later, on line 7: move it before this",
                  "scene.scn:6")

    def test_source_declared_later(self):
        self.only(self.problems(SOLVER + '<TetrahedronSetTopologyContainer name="mesh" src="@grid"/>\n<RegularGridTopology name="grid" '
                                'n="2 2 2" min="0 0 0" max="1 1 1"/>\n' + DOFS + MASS, kinds=["[ERROR]"]),
                  "src: the link @grid has no effect: /grid is declared later, on line 5", "scene.scn:4")

    def test_state_declared_later(self):
        self.only(self.problems(SOLVER + MASS + DOFS), "UniformMass was not created: /dofs is declared later, on line 5", "scene.scn:4")

    def test_input_of_a_mapping_declared_later(self):
        body = ('<Node name="surface">\n<MechanicalObject name="points"/>\n<IdentityMapping name="map" input="@../body/dofs" '
                'output="@points"/>\n<FixedProjectiveConstraint indices="0"/></Node>\n'
                '<Node name="body">\n' + SOLVER + DOFS + MASS + '</Node>\n')
        self.only(self.problems(body, kinds=["[ERROR]"]), "IdentityMapping was not created: /body/dofs is declared later, on line 9",
                  "scene.scn:5")

    def test_object_of_an_assignment(self):
        scene = self.write(HEAD + SOLVER + DOFS + MASS + "</Node>\n")
        self.expect(BAD_INPUT, ["--set", "/mas.totalMass=3", "--check", scene], 'Did you mean "@/mass.totalMass"?')

    def test_links_to_what_was_declared_too_early_follow(self):
        body = SOLVER + MASS + '<NodalMassDensity name="d" property="@mass.vertexMass"/>\n' + DOFS
        self.only(self.problems(body), "UniformMass was not created", "on line 6")


if __name__ == "__main__":
    unittest.main()
