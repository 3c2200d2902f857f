#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scenes for former versions of SOFA: what runSofa says of their names, and how it renames or accepts them.

Usage: test_former_names.py PATH_OF_RUNSOFA [unittest options]
"""
import json
import unittest
import xml.etree.ElementTree as ElementTree

from runsofa import BAD_INPUT, GOOD, RunSofa

# Names that SOFA v26.06 knows as renamed, moved or removed, with a word of what became of each.
FORMER = {
    "TTriangleModel": "TriangleCollisionModel", "TLineModel": "LineCollisionModel", "TPointModel": "PointCollisionModel",
    "TSphereModel": "SphereCollisionModel", "TriangleSetModel": "TriangleCollisionModel", "LineSetModel": "LineCollisionModel",
    "LineMeshModel": "LineCollisionModel", "PointMesh": "PointCollisionModel", "CudaPointModel": "PointCollisionModel",
    "CapsuleModel": "CapsuleCollisionModel", "TCapsuleModel": "CapsuleCollisionModel", "RigidCapsule": "CapsuleCollisionModel",
    "RigidCapsuleModel": "CapsuleCollisionModel", "OBBModel": "OBBCollisionModel", "TOBBModel": "OBBCollisionModel",
    "Cylinder": "CylinderCollisionModel", "RigidRigidMapping": "RigidMapping", "AddResourceRepository": "AddDataRepository",
    "IncrSAPClassSofaVector": "IncrSAP", "OglFloat3VectorVariable": "OglFloatVector3Variable",
    "OglFloat4VectorVariable": "OglFloatVector4Variable", "OglInt2VectorVariable": "OglIntVector2Variable",
    "OglInt3VectorVariable": "OglIntVector3Variable", "OglInt4VectorVariable": "OglIntVector4Variable",
    "OglFloat2VectorVariable": "OglFloatVector2Variable",
    "DefaultCollisionGroupManager": "delete it", "TreeCollisionGroupManager": "delete it", "Controller": "MechanicalStateController",
    "DataController": "removed", "SleepController": "removed", "ForceFeedback": "LCPForceFeedback",
    "MechanicalStateForceFeedback": "LCPForceFeedback", "DynamicSparseGridTopologyAlgorithms": "removed",
    "DevMonitorManager": "SofaValidation", "DevTensionMonitor": "SofaValidation", "DevAngleCollisionMonitor": "SofaValidation",
    "EvalSurfaceDistance": "SofaValidation", "TriangleOctree": "TriangleOctreeCollisionModel",
    **{name + "Button": name + "ButtonSetting" for name in ("AddFrame", "AttachBody", "FixPickedParticle")},
    **{name: "materialName" for name in ("BoyceAndArruda", "Costa", "MooneyRivlin", "NeoHookean", "Ogden", "STVenantKirchhoff",
                                         "StableNeoHookean", "VerondaWestman")},
    **{name: "LMConstraint" for name in ("LMConstraint", "BaseLMConstraint", "FixedLMConstraint", "DOFBlockerLMConstraint",
                                         "DistanceLMContactConstraint", "BarycentricDistanceLMConstraintContact",
                                         "TetrahedronBarycentricDistanceLMConstraintContact")},
}

OLD = """<?xml version="1.0"?>
<!-- kept -->
<Node name="root" dt="0.01">
  <FreeMotionAnimationLoop/>
  <GenericConstraintSolver maxIterations="500" tolerance="1e-6" resolutionMethod="ProjectedGaussSeidel"/> <!-- kept too -->
  <DefaultPipeline/><BruteForceBroadPhase/><BVHNarrowPhase/>
  <DefaultContactManager response="FrictionContactConstraint" responseParams="mu=0.3"></DefaultContactManager>
  <LocalMinDistance alarmDistance="0.1" contactDistance="0.01"/>
  <Node name="body">
    <EulerImplicit rayleighMass="0.1" /><CGSolver iterations="25" tolerance="1e-9" threshold="1e-9"/>
    <Mesh name="mesh" position="0 0 0  1 0 0  0 1 0" triangles="0 1 2"/>
    <MechanicalObject name="dofs"/><UniformMass totalMass="1"/>
    <Object type="PointModel" />
    <UncoupledConstraintCorrection defaultCompliance="1e-5"/>
  </Node>
</Node>
"""
PYTHON = """def createScene(root):
    root.addObject('GenericConstraintSolver', maxIterations=500, newtonIterations=40,
                   resolutionMethod="NonsmoothNonlinearConjugateGradient")
    root.addObject("DefaultPipeline", verbose=(1 == 2), name="a, (b)")
    body = root.addChild("body")
    body.addObject( "Mesh" , position=[[0, 0, 0]], name='mesh')
"""


class Told(RunSofa):
    def test_each_name_says_what_became_of_it(self):
        scene = self.write("<Node name='root'>\n<DefaultAnimationLoop/>\n" + "".join(f"<{name}/>\n" for name in FORMER) + "</Node>")
        lines = self.expect(BAD_INPUT, ["--check", "--strict", scene]).splitlines()
        for name, told in FORMER.items():
            with self.subTest(name=name):
                line = next(line for line in lines if f"'{name}' cannot be found in the factory" in line)
                self.assertIn(told, line.split("factory.")[1])
                self.assertNotIn("But the following", line)

    def test_describe_says_it_too(self):
        for name in ("TPointModel", "Ogden", "LMConstraint", "DefaultCollisionGroupManager", "RigidCapsule"):
            self.expect(BAD_INPUT, ["--describe", name], f'There is no component "{name}".', FORMER[name])

    def test_names_that_sofa_accepts_are_accepted(self):
        output = self.expect(GOOD, ["--check", self.write("<Node name='root'><DefaultAnimationLoop/><VisualModel/></Node>")])
        self.assertNotIn("factory", output)
        output = self.run_sofa("--check", self.write("<Node name='root'><DefaultAnimationLoop/><TriangleOctreeModel/></Node>"))[1]
        self.assertNotIn("cannot be found in the factory", output)

    def test_attributes_that_were_removed(self):
        self.expect(BAD_INPUT, ["--check", self.write("<Node name='root'><DefaultAnimationLoop/><OglLabel visible='1'/></Node>")],
                    "'visible' has been removed from OglLabel")


class Upgrade(RunSofa):
    def test_names_are_replaced_and_all_else_stays(self):
        self.expect(GOOD, ["--upgrade", self.write(OLD)], "line 5: GenericConstraintSolver is BlockGaussSeidelConstraintSolver",
                    "line 11: Mesh is MeshTopology", "scene.upgraded.scn")
        self.assertEqual((self.folder / "scene.scn").read_text(), OLD)
        upgraded = (self.folder / "scene.upgraded.scn").read_text()
        expected = OLD
        for old, new in (("GenericConstraintSolver", "BlockGaussSeidelConstraintSolver"), (' resolutionMethod="ProjectedGaussSeidel"', ""),
                         ("DefaultPipeline", "CollisionPipeline"), ("DefaultContactManager", "CollisionResponse"),
                         ("EulerImplicit", "EulerImplicitSolver"), ("CGSolver", "CGLinearSolver"), ("<Mesh ", "<MeshTopology "),
                         ('"PointModel"', '"PointCollisionModel"')):
            expected = expected.replace(old, new)
        self.assertEqual(upgraded, expected)
        output = self.expect(GOOD, ["-g", "batch", "-n", 2, "scene.upgraded.scn"])
        self.assertNotIn("[ERROR]", output)

    def test_nothing_is_written_over(self):
        self.write(OLD)
        self.write("mine", "scene.upgraded.scn")
        self.expect(BAD_INPUT, ["--upgrade", "scene.scn"], "scene.upgraded.scn is there already")
        self.assertEqual((self.folder / "scene.upgraded.scn").read_text(), "mine")

    def test_names_without_a_successor_are_told(self):
        scene = self.write("<Node name='root'><DefaultAnimationLoop/>\n<Mesh/>\n<Ogden/>\n</Node>")
        self.expect(GOOD, ["--upgrade", scene], "line 3: Ogden: A material is no component")
        self.assertIn("<MeshTopology/>\n<Ogden/>", (self.folder / "scene.upgraded.scn").read_text())

    def test_scenes_of_today_stay(self):
        self.expect(GOOD, ["--upgrade", self.write("<Node name='root'><DefaultAnimationLoop/></Node>")],
                    "no name of former versions can be replaced")
        self.assertFalse((self.folder / "scene.upgraded.scn").exists())

    def test_what_is_no_scene(self):
        self.expect(BAD_INPUT, ["--upgrade", "nothing.scn"], "the file cannot be read")
        self.expect(BAD_INPUT, ["--upgrade", self.write("<Node", "bad.scn")], "it is no scene")

    def test_solvers_that_were_methods_of_one(self):
        for method, solver in (("UnbuiltGaussSeidel", "UnbuiltGaussSeidelConstraintSolver"),
                               ("NonsmoothNonlinearConjugateGradient", "NNCGConstraintSolver")):
            scene = self.write(f'<Node name="root"><GenericConstraintSolver newtonIterations="7" resolutionMethod="{method}"/></Node>',
                               f"{solver}.scn")
            self.expect(GOOD, ["--upgrade", scene])
            element = ElementTree.parse(self.folder / f"{solver}.upgraded.scn").getroot()[0]
            self.assertEqual(element.tag, solver)
            self.assertEqual(dict(element.attrib), {"maxIterations": "7"} if solver.startswith("NNCG") else {})

    def test_includes_are_renamed_too(self):
        """Those that a scene in this place may write; a file that is included twice is written once."""
        (self.folder / "parts").mkdir()
        (self.folder / "elsewhere").mkdir()
        self.write("<Node name='body'><Mesh/><include href=\"inner.xml\"/></Node>", "parts/body.xml")
        self.write("<Node name='inner'><EulerImplicit/></Node>", "parts/inner.xml")
        self.write("<Node name='today'><MeshTopology/></Node>", "parts/today.xml")
        outside = self.folder / "elsewhere" / "old.xml"
        outside.write_text("<Node name='old'><Mesh/></Node>", encoding="utf8")
        (self.folder / "work").mkdir()
        scene = ("<Node name='root'>\n<DefaultAnimationLoop/>\n<include href='parts/body.xml'/><include name='b' href='parts/body.xml'/>"
                 f"\n<include href='parts/today.xml'/><include href='{outside}'/>\n</Node>\n")
        (self.folder / "parts").rename(self.folder / "work" / "parts")
        self.folder = self.folder / "work"
        output = self.expect(GOOD, ["--upgrade", self.write(scene)], "parts/body.xml: line 1: Mesh is MeshTopology",
                             f"{outside}, which is included, holds 1 names of former versions and stays as it is")
        self.assertEqual(output.count("EulerImplicit is"), 1)
        self.assertEqual((self.folder / "scene.upgraded.scn").read_text(), scene.replace("parts/body.xml", "parts/body.upgraded.xml"))
        self.assertEqual((self.folder / "parts/body.upgraded.xml").read_text(),
                         "<Node name='body'><MeshTopology/><include href=\"inner.upgraded.xml\"/></Node>")
        self.assertEqual((self.folder / "parts/inner.upgraded.xml").read_text(), "<Node name='inner'><EulerImplicitSolver/></Node>")
        self.assertEqual(sorted(p.name for p in self.folder.rglob("*.upgraded.*")),
                         ["body.upgraded.xml", "inner.upgraded.xml", "scene.upgraded.scn"])
        self.assertEqual(sorted(p.name for p in outside.parent.iterdir()), ["old.xml"])

    def test_an_include_that_is_there_already_keeps_all_as_it_was(self):
        self.write("<Node name='body'><Mesh/></Node>", "body.xml")
        self.write("mine", "body.upgraded.xml")
        scene = self.write("<Node name='root'><DefaultAnimationLoop/><Mesh/><include href='body.xml'/></Node>")
        self.expect(BAD_INPUT, ["--upgrade", scene], "body.upgraded.xml is there already")
        self.assertEqual((self.folder / "body.upgraded.xml").read_text(), "mine")
        self.assertFalse((self.folder / "scene.upgraded.scn").exists())

    def test_includes_that_include_themselves(self):
        self.write("<Node name='a'><Mesh/><include href='b.xml'/></Node>", "a.xml")
        self.write("<Node name='b'><Mesh/><include href='a.xml'/></Node>", "b.xml")
        self.expect(GOOD, ["--upgrade", self.write("<Node name='r'><include href='a.xml'/></Node>")], "a.upgraded.xml")

    def test_files_that_a_script_names_are_told(self):
        self.write("def part(node):\n    node.addObject('Mesh')\n", "parts.py")
        self.write("import parts\n", "helper.py")
        self.write("<Node name='r'><Mesh/></Node>", "body.scn")
        self.write("import os, helper\nimport Sofa\n\ndef createScene(root):\n    Sofa.Simulation.load('body.scn')\n", "scene.py")
        output = self.expect(GOOD, ["--upgrade", "scene.py"], "parts.py, which the script names, holds 1 names", "runSofa --upgrade parts.py",
                             "body.scn, which the script names, holds 1 names")
        self.assertNotIn("helper.py, which", output)
        self.assertEqual(list(self.folder.glob("*.upgraded.*")), [])

    def test_scenes_in_python(self):
        self.expect(GOOD, ["--upgrade", self.write(PYTHON, "scene.py")], "line 2: GenericConstraintSolver is NNCGConstraintSolver")
        upgraded = (self.folder / "scene.upgraded.py").read_text()
        self.assertIn("root.addObject('NNCGConstraintSolver', maxIterations=40)", upgraded)
        self.assertIn('root.addObject("CollisionPipeline", verbose=(1 == 2), name="a, (b)")', upgraded)
        self.assertIn("body.addObject( \"MeshTopology\" , position=[[0, 0, 0]], name='mesh')", upgraded)
        compile(upgraded, "scene.upgraded.py", "exec")

    def test_all_ways_in_which_a_script_adds_an_object(self):
        script = ('# node.createObject("Mesh") in a comment\nimport Sofa\nKINDS = ["EulerImplicit", "other"]\n\n\ndef createScene(root):\n'
                  '    """addObject("Mesh")"""\n    root.addObject(  # first\n        "DefaultPipeline")\n    body = root.addChild("body")\n'
                  '    body.createObject("Mesh", position=[[0, 0, 0]])\n    body.add(r\'CGSolver\', iterations=5, tolerance=1e-9, threshold=1e-9)\n'
                  '    print(body.Mesh.position)\n    body.addObject(KINDS[0])\n')
        self.expect(GOOD, ["--upgrade", self.write(script, "scene.py")], "line 8: DefaultPipeline is CollisionPipeline",
                    'line 3: the text "EulerImplicit" stays: if it names a class, write EulerImplicitSolver')
        expected = script
        for old, new in (('"DefaultPipeline")', '"CollisionPipeline")'), ('createObject("Mesh", position', 'createObject("MeshTopology", name="Mesh", position'),
                         ("r'CGSolver'", "r'CGLinearSolver'")):
            expected = expected.replace(old, new)
        self.assertEqual((self.folder / "scene.upgraded.py").read_text(), expected)

    def test_attributes_get_the_names_of_their_data(self):
        scene = self.write('<Node name="root">\n<FreeMotionAnimationLoop/>\n<BlockGaussSeidelConstraintSolver maxIt="7"/>\n</Node>')
        self.expect(GOOD, ["--upgrade", scene], "line 3: the attribute maxIt of BlockGaussSeidelConstraintSolver is maxIterations")
        self.assertIn('<BlockGaussSeidelConstraintSolver maxIterations="7"/>', (self.folder / "scene.upgraded.scn").read_text())


class Modules(RunSofa):
    BODY = ('  <DefaultAnimationLoop/>\n  <EulerImplicitSolver/>\n  <CGLinearSolver iterations="25" tolerance="1e-9" threshold="1e-9"/>\n'
            '  <MechanicalObject position="0 0 0"/>\n  <UniformMass totalMass="1"/>\n  <FixedConstraint indices="0"/>\n</Node>\n')
    NEEDED = ["Sofa.Component.Constraint.Projective", "Sofa.Component.LinearSolver.Iterative", "Sofa.Component.Mass",
              "Sofa.Component.ODESolver.Backward", "Sofa.Component.StateContainer"]

    def upgraded(self, head, *told):
        self.write('<Node name="root">\n' + head + self.BODY)
        output = self.expect(GOOD, ["--upgrade", "scene.scn"], *told)
        text = (self.folder / "scene.upgraded.scn").read_text()
        (self.folder / "scene.upgraded.scn").unlink()
        rest = self.BODY.replace("FixedConstraint", "FixedProjectiveConstraint")
        self.assertTrue(text.startswith('<Node name="root">\n') and text.endswith(rest), text)
        return text[len('<Node name="root">\n'):-len(rest)], output

    def test_the_first_former_one_becomes_those_that_components_need(self):
        head, _ = self.upgraded('  <!-- what it needs -->\n  <RequiredPlugin name="SofaBoundaryCondition"/> <!-- held points -->\n'
                                '  <RequiredPlugin printLog="0" pluginName="SofaLoader SofaCarving SofaEngine"/>\n  <RequiredPlugin name=\'SofaRigid\'/>\n',
                                "line 3: RequiredPlugin SofaBoundaryCondition is " + ", ".join(self.NEEDED),
                                "line 4: RequiredPlugin SofaLoader, SofaEngine goes", "line 5: RequiredPlugin SofaRigid goes")
        self.assertEqual(head, f'  <!-- what it needs -->\n  <RequiredPlugin pluginName="{" ".join(self.NEEDED)}"/> <!-- held points -->\n'
                               '  <RequiredPlugin printLog="0" pluginName="SofaCarving"/>\n')

    def test_those_that_other_lines_name_are_left_out(self):
        modern = f'  <RequiredPlugin pluginName="{" ".join(self.NEEDED[1:])}"/>\n'
        self.assertEqual(self.upgraded(modern + "  <RequiredPlugin name='SofaBoundaryCondition'/>\n")[0],
                         modern + f"  <RequiredPlugin name='{self.NEEDED[0]}'/>\n")
        modern = f'  <RequiredPlugin pluginName="{" ".join(self.NEEDED)}"/>\n'
        head, output = self.upgraded(modern + '  <RequiredPlugin name="SofaBoundaryCondition"/> <!-- why -->\n')
        self.assertEqual(head, modern + "   <!-- why -->\n")
        self.assertIn("line 3: RequiredPlugin SofaBoundaryCondition goes: other lines name the modules that are needed", output)
        self.assertEqual(self.upgraded(modern)[0], modern)

    def test_a_file_that_says_not_what_it_needs(self):
        self.expect(GOOD, ["--upgrade", self.write('<Node name="plugins"><RequiredPlugin name="SofaLoader"/></Node>')],
                    "line 1: RequiredPlugin SofaLoader: a module of a former version; no component of this file says")
        self.assertFalse((self.folder / "scene.upgraded.scn").exists())

    def test_scenes_in_python(self):
        script = ('import Sofa\n\n\ndef plugins(root):\n    # what it needs\n    root.addObject("RequiredPlugin", name=\'SofaBoundaryCondition\')  # held\n'
                  '    root.addObject("RequiredPlugin", pluginName=["SofaLoader", "SofaCarving"])\n    root.addObject("RequiredPlugin",\n'
                  '                   name="SofaRigid")\n    if Sofa:\n        root.addObject("RequiredPlugin", name="SofaEngine")\n'
                  '    used = [root.addObject("RequiredPlugin", pluginName="SofaRigid")]\n    for name in ("SofaMeshCollision", "other"):\n'
                  '        root.addObject("RequiredPlugin", name=name)\n\n\ndef createScene(root):\n    plugins(root)\n'
                  '    root.addObject("MechanicalObject")\n    root.addObject("FixedConstraint", indices=[0])\n')
        self.expect(GOOD, ["--upgrade", self.write(script, "scene.py")],
                    "line 6: RequiredPlugin SofaBoundaryCondition is Sofa.Component.Constraint.Projective, Sofa.Component.StateContainer",
                    "line 7: RequiredPlugin SofaLoader goes", "line 8: RequiredPlugin SofaRigid goes", "line 11: RequiredPlugin SofaEngine goes",
                    "line 12: RequiredPlugin stays in a longer statement", 'line 13: the text "SofaMeshCollision" stays')
        expected = script
        for old, new in (("name='SofaBoundaryCondition'", "pluginName='Sofa.Component.Constraint.Projective Sofa.Component.StateContainer'"),
                         ('["SofaLoader", "SofaCarving"]', '["SofaCarving"]'),
                         ('    root.addObject("RequiredPlugin",\n                   name="SofaRigid")\n', ""),
                         ('root.addObject("RequiredPlugin", name="SofaEngine")', "pass"), ("FixedConstraint", "FixedProjectiveConstraint")):
            self.assertIn(old, expected)
            expected = expected.replace(old, new)
        upgraded = (self.folder / "scene.upgraded.py").read_text()
        self.assertEqual(upgraded, expected)
        compile(upgraded, "scene.upgraded.py", "exec")

    def test_a_call_of_python_goes_only_if_nothing_else_stands_behind_it(self):
        """Without the call, what stands behind it on its line would be a statement of its own, or half of one. A comment stays."""
        script = ('def createScene(root):\n    root.addObject("RequiredPlugin", name="Sofa.Component.Constraint.Projective")\n'
                  '    root.addObject("RequiredPlugin", name="SofaLoader"); root.dt = 0.02\n'
                  '    root.addObject("RequiredPlugin", name="SofaRigid").printLog = False\n'
                  '    root.addObject("RequiredPlugin", name="SofaEngine") \\\n        if root else None\n'
                  '    root.addObject("RequiredPlugin", name="SofaMeshCollision")  # contacts\n    root.addObject("FixedConstraint", indices=[0])\n')
        output = self.expect(GOOD, ["--upgrade", self.write(script, "scene.py")],
                             *(f"line {line}: RequiredPlugin stays in a longer statement" for line in (3, 4, 5)),
                             "line 7: RequiredPlugin SofaMeshCollision goes")
        self.assertEqual(output.count("stays in a longer statement"), 3, output)
        upgraded = (self.folder / "scene.upgraded.py").read_text()
        expected = script.replace('root.addObject("RequiredPlugin", name="SofaMeshCollision")', "").replace("FixedC", "FixedProjectiveC")
        self.assertEqual(upgraded, expected)
        compile(upgraded, "scene.upgraded.py", "exec")


class Accepted(RunSofa):
    def states(self, *arguments):
        self.expect(GOOD, ["-g", "batch", "-n", 3, "--state-out", "out.json", *arguments])
        return json.loads((self.folder / "out.json").read_text())["frames"]

    def test_one_warning_and_the_same_motion(self):
        self.write(OLD)
        output = self.expect(GOOD, ["-g", "batch", "-n", 1, "scene.scn"])
        told = [line for line in output.splitlines() if "[WARNING]" in line]
        self.assertEqual(len(told), 1, output)
        for name in ("DefaultPipeline as CollisionPipeline", "Mesh as MeshTopology", "runSofa --upgrade"):
            self.assertIn(name, told[0])
        self.expect(GOOD, ["--upgrade", "scene.scn"])
        self.assertEqual(self.states("scene.scn"), self.states("scene.upgraded.scn"))
        self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, "--strict", "scene.scn"], "Write MeshTopology instead of Mesh")

    def test_scenes_in_python(self):
        scene = self.write("def createScene(root):\n    root.addObject('DefaultAnimationLoop')\n    root.addObject('Mesh', position=[[0, 0, 0]])\n"
                           "    root.add('DefaultPipeline')\n    root.Mesh.position\n", "scene.py")
        output = self.run_sofa("-g", "batch", "-n", 1, scene)[1]
        self.assertEqual(output.count("former versions"), 1, output)
        self.assertIn("Mesh as MeshTopology", output)
        self.assertNotIn("[ERROR]", output)
        self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, "--strict", scene], "Write MeshTopology instead of Mesh")

    def test_names_without_a_successor_stay_errors(self):
        self.expect(BAD_INPUT, ["--check", self.write("<Node name='root'><DefaultAnimationLoop/><Ogden/></Node>")],
                    "A material is no component")


if __name__ == "__main__":
    unittest.main()
