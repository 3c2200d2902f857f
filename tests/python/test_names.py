# SPDX-License-Identifier: Apache-2.0
"""Names: of former versions, of this version, and the second name of the module."""
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

import Sofa

SITE = Path(Sofa.__file__).resolve().parent.parent


def run(script, *path):
    """A program of its own: status, and what it says."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, path), os.path.dirname(os.path.dirname(Sofa.__file__))])}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=environment, check=False)
    return done.returncode, done.stdout


class FormerNames(unittest.TestCase):
    def test_programs_may_use_them(self):
        """In every way in which an object is added; one line tells all names, before the first step."""
        status, text = run("""
            import Sofa
            root = Sofa.Core.Node("root")
            root.addObject("DefaultPipeline")
            root.createObject("CollisionGroup") if False else None
            body = root.addChild("body")
            body.add("EulerImplicit")
            body.createObject("CGSolver", iterations=5, tolerance=1e-9, threshold=1e-9)
            mesh = body.addObject("Mesh", position=[[0, 0, 0]])
            body.addObject("MechanicalObject", name="dofs")
            body.addObject("UniformMass", totalMass=1)
            solver = root.addObject("GenericConstraintSolver", resolutionMethod="UnbuiltGaussSeidel", maxIterations=7)
            root.addObject("FreeMotionAnimationLoop")
            assert mesh.getClassName() == "MeshTopology" and body.Mesh is mesh, body.objects
            assert solver.getClassName() == "UnbuiltGaussSeidelConstraintSolver" and solver.maxIterations.value == 7
            Sofa.Simulation.initRoot(root)
            Sofa.Simulation.animate(root)
            Sofa.Simulation.initRoot(root)
            print("done")
        """)
        self.assertEqual(status, 0, text)
        told = [line for line in text.splitlines() if "former versions" in line]
        self.assertEqual(len(told), 1, text)
        for names in ("Mesh as MeshTopology", "EulerImplicit as EulerImplicitSolver", "DefaultPipeline as CollisionPipeline"):
            self.assertIn(names, told[0])
        self.assertIn("done", text)

    def test_names_without_a_successor_are_refused(self):
        with self.assertRaisesRegex(ValueError, "A material is no component"):
            Sofa.Core.Node("n").addObject("Ogden")

    def test_former_modules_count_as_loaded(self):
        import SofaRuntime
        for name in ("SofaDeformable", "SofaConstraint", "SofaOpenglVisual", "SofaImplicitOdeSolver", "SofaPython3"):
            self.assertTrue(SofaRuntime.importPlugin(name), name)


class Version(unittest.TestCase):
    def test_module(self):
        self.assertRegex(Sofa.__version__, r"^\d+\.\d+\.\d+$")


class SecondName(unittest.TestCase):
    def test_it_is_the_same_module(self):
        status, text = run("""
            import rsofa, rsofa.Core, rsofa.Simulation as simulation, rsofa.constants.Key
            from rsofa.Learning import Environment
            import Sofa, Sofa.Learning, Sofa.constants.Key
            assert rsofa is Sofa and rsofa.Core is Sofa.Core and simulation is Sofa.Simulation
            assert Environment is Sofa.Learning.Environment and rsofa.constants.Key is Sofa.constants.Key
            assert Sofa.Core.__name__ == "Sofa.Core" and Sofa.Core.__spec__.name == "Sofa.Core", Sofa.Core.__spec__
            print(rsofa.Core.Node("root").gravity.value)
        """)
        self.assertEqual(status, 0, text)

    def test_it_is_ours_where_another_module_comes_first(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("Sofa", "SofaRuntime"):
                (Path(folder) / name).mkdir()
                (Path(folder) / name / "__init__.py").write_text("mark = 'theirs'\n", encoding="utf8")
            status, text = run("""
                import rsofa, Sofa, SofaRuntime
                assert not hasattr(Sofa, "mark") and not hasattr(SofaRuntime, "mark")
                root = rsofa.Core.Node("root")
                root.addObject("DefaultAnimationLoop")
                rsofa.Simulation.initRoot(root)
            """, folder)
            self.assertEqual(status, 0, text)
            status, text = run("import Sofa, rsofa", folder)
            self.assertNotEqual(status, 0)
            self.assertIn("another module Sofa already", text)

    @unittest.skipUnless(os.environ.get("RUNSOFA"), "RUNSOFA names the program")
    def test_the_program_has_one_too(self):
        second = Path(os.environ["RUNSOFA"]).with_name("rsofa")
        versions = [subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
                    for program in (os.environ["RUNSOFA"], str(second))]
        self.assertEqual(*versions)
        self.assertTrue(re.match(r"runSofa \d+\.\d+\.\d+", versions[0]), versions[0])


class Libraries(unittest.TestCase):
    def test_umfpack_is_loaded_on_request_only(self):
        """It is under the GPL: NOTICE."""
        status, text = run("""
            import Sofa
            def loaded():
                with open("/proc/self/maps") as maps:
                    return {part for part in ("umfpack", "cholmod", "SofaSuiteSparse") if any(part in line for line in maps.readlines())}
            def scene(solver, **options):
                root = Sofa.Core.Node("root")
                root.addObject("DefaultAnimationLoop")
                root.addObject("EulerImplicitSolver")
                root.addObject(solver, **options)
                root.addObject("MechanicalObject", position=[[0, 0, 0], [1, 0, 0]])
                root.addObject("UniformMass", totalMass=1)
                root.addObject("RestShapeSpringsForceField", stiffness=[100])
                Sofa.Simulation.initRoot(root)
                Sofa.Simulation.animate(root, 0.01)
            scene("CGLinearSolver", iterations=5, tolerance=1e-9, threshold=1e-9)
            scene("SparseLDLSolver", template="CompressedRowSparseMatrixMat3x3d")
            assert not loaded(), loaded()
            scene("EigenSparseLU", template="CompressedRowSparseMatrixMat3x3d")
            print("then", sorted(loaded()))
        """)
        self.assertEqual(status, 0, text)
        library = SITE.parents[1] / "libSofa.so" if (SITE.parents[1] / "libSofa.so").exists() else None
        if library:
            needed = subprocess.run(["ldd", str(library)], stdout=subprocess.PIPE, text=True, check=True).stdout
            self.assertNotRegex(needed, "umfpack|cholmod")


if __name__ == "__main__":
    unittest.main()
