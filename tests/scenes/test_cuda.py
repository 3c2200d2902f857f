#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what runSofa says of scenes that ask for states on a GPU, with and without one.

Usage: test_cuda.py PATH_OF_RUNSOFA [unittest options]
"""
import os
import re
import unittest
import unittest.mock

from runsofa import BAD_INPUT, DIVERGED, GOOD, HEAD, SOLVER, RunSofa

PLUGIN = '<RequiredPlugin name="SofaCUDA"/>\n'
STATE = '<MechanicalObject template="CudaVec3f" name="dofs" position="0 0 0  1 0 0"/>\n<UniformMass totalMass="1"/>\n'


class Cuda(RunSofa):
    def lines_with(self, output, text):
        return [line for line in output.splitlines() if text in line]

    def test_one_line_says_where_kernels_run(self):
        node = '<Node name="{}">\n' + SOLVER + STATE + "</Node>\n"
        output = self.simulate(GOOD, PLUGIN + '<RequiredPlugin name="SofaCUDA.Component"/>\n' + node.format("a") + node.format("b"))
        told = self.lines_with(output, "ernels run on")
        self.assertEqual(len(told), 1, output)
        self.assertIn("[INFO]", told[0])
        self.assertRegex(told[0], "kernels run on the host|Kernels run on the GPU")

    def test_without_the_plugin_it_is_named(self):
        output = self.simulate(BAD_INPUT, SOLVER + STATE, "'CudaVec3f' cannot be found")
        told = self.lines_with(output, '<RequiredPlugin name="SofaCUDA"/>')
        self.assertEqual(len(told), 1, output)
        self.assertIn("scene.scn:4", told[0])

    def test_templates_that_do_not_exist(self):
        for name in ("CudaVec3x", "CudaVec6f"):
            output = self.simulate(BAD_INPUT, PLUGIN + SOLVER + STATE.replace("CudaVec3f", name),
                                   f"'{name}' cannot be found in the list", "CudaVec3d, CudaVec3f", "scene.scn:5")
            self.assertNotIn("It comes with a plugin", output)

    def test_components_of_the_host_take_the_names_of_a_gpu(self):
        mesh = "<TetrahedronSetTopologyContainer/>\n"
        output = self.simulate(GOOD, PLUGIN + SOLVER + mesh + STATE + '<ConstantForceField template="CudaVec3f" forces="1 0 0"/>\n'
                               '<BoxROI template="CudaVec3f1" box="0 0 0 1 1 1"/>\n<TetrahedronSetGeometryAlgorithms template="CudaVec3f"/>\n'
                               '<Node name="seen">\n<OglModel name="seen"/>\n'
                               '<IdentityMapping template="CudaVec3f,ExtVec3f" input="@.." output="@seen"/>\n</Node>\n')
        self.assertNotIn("emplate", output)

    def test_no_component_of_the_host_refuses_the_names_of_a_gpu(self):
        _, listed = self.run_sofa("-l", "SofaCUDA", "--list-components")
        names = [line.split()[0] for line in listed.splitlines() if line and not line.startswith("[")]
        self.assertGreater(len(names), 400)
        pairs = ("CudaVec3f", "CudaRigid3f", "CudaVec1f", "CudaVec2f", "CudaVec6f", "CudaVec3f,CudaVec3f", "CudaVec3f,ExtVec3f",
                 "CudaVec3f,Rigid3f", "CudaRigid3f,CudaVec3f", "CudaRigid3f,CudaRigid3f", "CudaVec3f,CudaVec1f")
        body = PLUGIN + SOLVER + STATE + "".join(f'<Node name="{name}{i}"><{name} template="{pair}"/></Node>\n'
                                                 for name in names for i, pair in enumerate(pairs))
        _, output = self.run_sofa("-l", "SofaCUDA", "--check", self.write(HEAD + body + "</Node>\n"))
        refused = re.findall(r"template '([^']+)' cannot be found in the list of available templates \[([^\]]*)\]", output)
        for asked, offered in refused:
            host = ",".join(re.sub("^(Cuda|Ext)", "", word)[:-1] + "d" for word in asked.split(","))
            self.assertFalse(host in offered.split(", ") and "Cuda" not in offered, (asked, offered))

    def test_gpus_that_are_not_there(self):
        for number in ("99", "-1", "first"):
            with self.subTest(number=number), unittest.mock.patch.dict(os.environ, CUDA_DEVICE=number):
                output = self.simulate(BAD_INPUT, PLUGIN + SOLVER + STATE, f"CUDA_DEVICE={number} names no GPU that can be used.")
                self.assertEqual(len(self.lines_with(output, "[ERROR]")), 1, output)

    def test_attributes_of_the_kernels_of_sofa(self):
        mesh = ('<TetrahedronSetTopologyContainer position="0 0 0  1 0 0  0 1 0  0 0 1" tetrahedra="0 1 2 3"/>\n'
                '<MechanicalObject template="CudaVec3f"/>\n<UniformMass totalMass="1"/>\n')
        output = self.simulate(GOOD, PLUGIN + SOLVER + mesh +
                               '<TetrahedronFEMForceField youngModulus="100" poissonRatio="0.3" gatherPt="4" gatherBsize="64"/>\n')
        self.assertEqual(len(self.lines_with(output, "gatherPt")), 1, output)
        self.assertNotIn("Unused Attribute", output)

    def test_bad_meshes(self):
        mesh = ('<TetrahedronSetTopologyContainer position="0 0 0  1 0 0  0 1 0  0 0 1" tetrahedra="0 1 2 9"/>\n'
                '<MechanicalObject template="CudaVec3d"/>\n<UniformMass totalMass="1"/>\n')
        self.simulate(BAD_INPUT, PLUGIN + SOLVER + mesh + '<TetrahedronFEMForceField name="fem" youngModulus="100"/>\n',
                      "fem", "9")

    def test_states_that_are_no_longer_finite_are_found(self):
        # Twice the stable step of an explicit solver and far more.
        body = ('<EulerExplicitSolver/>\n<TetrahedronSetTopologyContainer position="0 0 0  1 0 0  0 1 0  0 0 1" '
                'tetrahedra="0 1 2 3"/>\n<MechanicalObject template="CudaVec3f" name="dofs"/>\n<UniformMass totalMass="1e-6"/>\n'
                '<TetrahedronFEMForceField youngModulus="1e9" poissonRatio="0.3"/>\n<FixedProjectiveConstraint indices="0"/>\n')
        self.simulate(DIVERGED, PLUGIN + body, "dofs", steps=100)


if __name__ == "__main__":
    unittest.main()
