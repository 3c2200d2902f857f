#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what runSofa says about components that it does not have, and of the table of components.

Usage: test_components.py PATH_OF_RUNSOFA [unittest options]
"""
import os
import unittest
from pathlib import Path
from unittest import mock

from runsofa import BAD_INPUT, GOOD, HEAD, SOLVER, USAGE, RunSofa

ROOT = Path(__file__).resolve().parent.parent.parent
# Any component of SOFA v26.06 that docs/components.md lists as missing, and that others do not find by where it stands.
MISSING = "PlasticMaterial"


class Program(RunSofa):
    def check(self, body, *options, status=BAD_INPUT):
        """The lines that --check prints of a scene whose elements stand from line 3 on."""
        scene = self.write(HEAD + body + "</Node>\n")
        return self.expect(status, ["--check", scene, *options]).splitlines()

    def problems(self, lines):
        return [line for line in lines if "[ERROR]" in line or "[WARNING]" in line]


class Table(Program):
    def test_is_up_to_date(self):
        output = self.expect(GOOD, ["--component-table"])
        written = (ROOT / "docs" / "components.md").read_text(encoding="utf8")
        self.assertEqual(output, written, "write it again: runSofa --component-table > docs/components.md")


class Comparison(Program):
    def test_says_what_differs_and_why(self):
        catalogue = self.write('{"components": [{"name": "UniformMass", "module": "Sofa.Component.Mass", "templates": [], "data": ['
                               '{"name": "totalMass", "type": "d", "default": "1"}, {"name": "weight", "type": "d"},'
                               '{"name": "compute_mapping_inertia", "type": "bool"}]}]}', "catalogue.json")
        lines = self.expect(GOOD, ["--compare-components", catalogue]).splitlines()
        self.assertEqual(lines[0], "UniformMass.weight: is not here (type d): NO REASON IS KNOWN")
        self.assertIn("UniformMass.compute_mapping_inertia: is not here (type bool): the inertia of mapped points", lines[1])
        self.assertEqual(lines[2:], ["2 differences, 1 of them without a known reason"])

    def test_what_is_no_catalogue(self):
        self.expect(USAGE, ["--compare-components", "nothing.json"], "nothing.json", "cannot be read")
        self.expect(USAGE, ["--compare-components", self.write("[]", "list.json")], "list.json")


class LibraryOfItsOwn(Program):
    def test_that_cannot_be_loaded_is_an_error_of_the_solver(self):
        broken = self.folder / "broken"
        broken.mkdir()
        for version in ("", *(".%d.%d" % (major, minor) for major in range(3) for minor in range(10))):
            (broken / ("libSofaSuiteSparse.so" + version)).touch()
        body = SOLVER.replace("<CGLinearSolver", '<EigenSparseLU name="lu" template="CompressedRowSparseMatrixd"/><!-- ')
        body = body.replace("/>\n", "/> -->\n") + '<MechanicalObject position="0 0 0"/>\n<UniformMass totalMass="1"/>\n'
        with mock.patch.dict(os.environ, {"LD_LIBRARY_PATH": str(broken)}):
            self.simulate(BAD_INPUT, body, "EigenSparseLU", "libSofaSuiteSparse", "Install Sofa anew.")


class Missing(Program):
    def test_is_one_line(self):
        lines = self.problems(self.check(SOLVER + '<MechanicalObject position="0 0 0"/>\n<UniformMass totalMass="1"/>\n'
                                         f"<{MISSING}/>\n"))
        self.assertEqual(len(lines), 1, lines)
        self.assertIn(f"{MISSING} of SOFA is not in this version: no force field takes it", lines[0])
        self.assertIn("Use TetrahedronFEMForceField with plasticYieldThreshold", lines[0])
        self.assertIn("scene.scn:6", lines[0])

    def test_several_of_a_class_are_one_line(self):
        node = f'<Node name="{{}}">\n<{MISSING}/>\n</Node>\n'
        lines = self.problems(self.check("".join(node.format(name) for name in "abc")))
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("also asked for on line 7, line 10.", lines[0])
        self.assertIn("scene.scn:4", lines[0])

    def test_links_to_it_are_folded(self):
        body = (SOLVER + '<EdgeSetTopologyContainer name="mesh" src="@gone" position="@gone.position"/>\n'
                '<MechanicalObject/>\n<UniformMass totalMass="1"/>\n<MeshSpringForceField topology="@gone"/>\n')
        gone = f'<{MISSING} name="gone"/>\n'
        lines = self.check(gone + body)
        self.assertEqual([line for line in self.problems(lines) if MISSING not in line], [], lines)
        summary = [line for line in lines if "--all-messages" in line]
        self.assertEqual(len(summary), 1, lines)
        self.assertIn(f"from {MISSING}", summary[0])

    def test_all_messages_are_there_if_wanted(self):
        body = f'<{MISSING} name="gone"/>\n<EdgeSetTopologyContainer position="@gone.position" src="@gone"/>\n'
        lines = self.problems(self.check(body, "--all-messages"))
        self.assertEqual(len(lines), 3, lines)
        self.assertTrue(any("@gone.position names nothing" in line for line in lines), lines)
        self.assertTrue(any('"@gone" NOT FOUND' in line for line in lines), lines)

    def test_what_has_another_reason_is_not_folded(self):
        body = f'<{MISSING} name="gone"/>\n<EdgeSetTopologyContainer position="@nobody.position"/>\n<UniformMass/>\n'
        lines = self.problems(self.check(body))
        self.assertEqual(len(lines), 3, lines)

    def test_misspelt_class_is_a_cause_too(self):
        body = SOLVER + '<MechanicalObjet name="dofs"/>\n<UniformMass totalMass="1"/>\n<FixedProjectiveConstraint/>\n'
        lines = self.problems(self.check(body))
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("MechanicalObject", lines[0])


if __name__ == "__main__":
    unittest.main()
