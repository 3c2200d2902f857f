#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of runSofa as a program: what it says about bad input, its exit status and the files it writes.

Usage: test_runsofa.py PATH_OF_RUNSOFA [unittest options]
"""
import json
import re
import signal
import unittest
import xml.etree.ElementTree as ElementTree

from runsofa import BAD_INPUT, BODY, DIVERGED, GOOD, HEAD, POINTS, SCENE, SOLVER, USAGE, RunSofa, wait_for


class Status(RunSofa):
    def test_good(self):
        output = self.simulate(GOOD, BODY)
        self.assertIn("2 iterations done", output)
        self.assertNotIn("[ERROR]", output)
        self.assertNotIn("[WARNING]", output)

    def test_missing_scene(self):
        self.expect(BAD_INPUT, ["absent.scn"], "absent.scn", "cannot be found")

    def test_extension(self):
        self.write(SCENE, "scene.txt")
        self.expect(BAD_INPUT, ["scene.txt"], ".scn, .xml or .py")

    def test_malformed_xml(self):
        self.expect(BAD_INPUT, [self.write("<Node>\n<Node>\n</Nod>\n</Node>")], "scene.scn:", "end tag")
        self.expect(BAD_INPUT, [self.write("")], "scene.scn")

    def test_root(self):
        self.expect(BAD_INPUT, [self.write("<MechanicalObject/>")], "starts with <Node>", "scene.scn:1")

    def test_malformed_options(self):
        self.write(SCENE)
        self.expect(USAGE, ["-n"])
        self.expect(USAGE, ["--threads", "0", "scene.scn"], "1 to 1024")
        self.expect(USAGE, ["--threads", "many", "scene.scn"])
        self.expect(USAGE, ["--set", "nonsense", "scene.scn"], "--set nonsense: write --set /path/component.data=value")
        self.expect(USAGE, ["--state-at", "1,x", "scene.scn"], '"x" is not a step')
        self.expect(USAGE, ["--colors", "pink", "scene.scn"])

    def test_front_end(self):
        self.expect(USAGE, ["-g", "hologram", self.write(SCENE)], "GUI 'hologram' creation failed")

    def test_no_scene(self):
        code, output = self.run_sofa("-n", "1")
        self.assertIn(code, (GOOD, USAGE), output)

    def test_the_default_scene_ends_without_an_alarm(self):
        """Also at rest: no warning, and every solve meets its tolerance."""
        code, output = self.run_sofa("-g", "batch", "-n", "1000")
        self.assertIn(code, (GOOD, USAGE), output)
        if code == GOOD:
            self.assertIn(" 0 of them stopped by the iteration limit; last", output)
            for alarm in ("[WARNING]", "[ERROR]", "before tolerance"):
                self.assertNotIn(alarm, output)


class BadScenes(RunSofa):
    def test_unknown_component(self):
        self.simulate(BAD_INPUT, "<MechanicalObjet/>\n", "scene.scn:3", "/Not created (MechanicalObjet)", "MechanicalObject")

    def test_removed_component(self):
        scene = self.write(HEAD + '<Mesh filename="x.obj"/>\n</Node>\n')
        self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, "--strict", scene], "scene.scn:3", "Write MeshTopology instead of Mesh")

    def test_unknown_attribute(self):
        self.simulate(GOOD, SOLVER + '<MechanicalObject name="dofs" postion="0 0 0"/>\n<UniformMass totalMass="1"/>\n', "scene.scn:4", "/dofs",
                      'Unused Attribute: "postion"', 'Did you mean "position"?')

    def test_unknown_template(self):
        self.simulate(BAD_INPUT, SOLVER + '<MechanicalObject name="dofs" template="Vec9"/>\n', "scene.scn:4", "/dofs", "Requested template 'Vec9'", "Vec3d")

    def test_incompatible_template(self):
        self.simulate(BAD_INPUT, SOLVER + '<MechanicalObject name="dofs"/>\n<UniformMass name="m" template="Rigid3"/>\n', "scene.scn:5", "/m",
                      "Requested template 'Rigid3' is not compatible")

    def test_broken_link(self):
        self.simulate(BAD_INPUT, '<MechanicalObject name="dofs" position="0 0 0"/>\n<Node name="map">\n<MechanicalObject name="mapped"/>\n'
                      '<IdentityMapping name="link" input="@../dfos" output="@mapped"/>\n</Node>\n', "scene.scn:6",
                      'input="@../dfos" leads to nothing. Did you mean "@/dofs"?')
        self.simulate(GOOD, POINTS.replace('name="dofs"', 'name="dofs" topology="@gird"') + '<Node name="n">\n<MeshTopology name="grid"/>\n</Node>\n', "scene.scn:4",
                      "Link update failed for topology = @gird", 'Did you mean "@/n/grid"?')
        self.simulate(BAD_INPUT, '<MechanicalObject name="dofs" src="@laoder"/>\n', "scene.scn:3", "NOT FOUND")

    def test_malformed_link(self):
        self.simulate(BAD_INPUT, SOLVER + '<MechanicalObject name="dofs" topology="grid"/>\n', "scene.scn:4", "/dofs", "first character should be '@'")
        self.simulate(BAD_INPUT, SOLVER + '<MechanicalObject name="dofs" topology="@[-1"/>\n', "scene.scn:4", "/dofs", "missing closing bracket")
        self.simulate(BAD_INPUT, '<MechanicalObject name="dofs" position="@[-1"/>\n', "scene.scn:3", "/dofs", "missing closing bracket")
        self.simulate(BAD_INPUT, '<MechanicalObject name="dofs" src="@[-1"/>\n', "scene.scn:3", "/dofs", "NOT FOUND")

    def test_links_in_a_circle(self):
        self.simulate(BAD_INPUT, '<MechanicalObject name="a" position="0 0 0" velocity="@.force" force="@.velocity"/>\n', "scene.scn:3", "/a", "cycle")

    def test_missing_mesh(self):
        self.simulate(BAD_INPUT, '<MeshGmshLoader name="loader" filename="absent.msh"/>\n', "scene.scn:3", "/loader", "absent.msh")

    def test_mesh_that_is_none(self):
        self.write("no mesh at all", "bad.msh")
        self.simulate(BAD_INPUT, '<MeshGmshLoader name="loader" filename="bad.msh"/>\n', "scene.scn:3", "/loader", "bad.msh")

    def test_wrong_number_of_values(self):
        output = self.simulate(BAD_INPUT, POINTS, "Could not read value for data field gravity", "Write 3 numbers; 2 are given", head=HEAD.replace("0 -9.81 0", "0 -9.81"))
        self.assertIn("scene.scn:1", output)

    def test_words_that_are_no_value(self):
        for attribute, remedy in (('showColor="rde"', 'a name such as "red"'), ('showObject="yes"', "Write 1 or true, 0 or false")):
            with self.subTest(attribute=attribute):
                self.simulate(BAD_INPUT, POINTS.replace("<MechanicalObject ", f"<MechanicalObject {attribute} "), "scene.scn:", remedy)

    def test_text_for_a_number(self):
        self.simulate(BAD_INPUT, SOLVER + '<MechanicalObject name="dofs" position="0 0 x"/>\n<UniformMass totalMass="1"/>\n', "scene.scn:4", "/dofs",
                      "Could not read value for data field position: 0 0 x")

    def test_numbers_as_other_programs_write_them(self):
        for text in ("1,2,3", "[1.0, 2.0, 3.0]", "(1 2 3)", "np.float64(1.0) 2 3", "1; 2; 3"):
            with self.subTest(text=text):
                self.simulate(BAD_INPUT, SOLVER + f'<MechanicalObject name="dofs" position="{text}"/>\n<UniformMass totalMass="1"/>\n', "scene.scn:4",
                              "/dofs", "Numbers are separated by spaces")

    def test_nan_in_the_scene(self):
        self.simulate(BAD_INPUT, SOLVER + '<MechanicalObject name="dofs" position="0 0 nan"/>\n<UniformMass totalMass="1"/>\n', "scene.scn:4", "/dofs", "field position")

    def test_index_out_of_range(self):
        for element in ('<FixedProjectiveConstraint name="c" indices="7"/>', '<ConstantForceField name="c" indices="7" forces="1 0 0"/>',
                        '<SpringForceField name="c" spring="0 7 1 1 1"/>', '<RestShapeSpringsForceField name="c" points="7" stiffness="1"/>'):
            with self.subTest(element=element):
                code, output = self.run_sofa("-g", "batch", "-n", "2", self.write(HEAD + POINTS + element + "\n</Node>\n"))
                self.assertIn(code, (GOOD, BAD_INPUT))
                self.assertRegex(output, r"\[(ERROR|WARNING)\].*/c.*7.*scene\.scn:6")

    def test_missing_state(self):
        for name in ("UniformMass", "FixedProjectiveConstraint", "HexahedronFEMForceField", "PlaneForceField"):
            with self.subTest(name=name):
                self.simulate(BAD_INPUT, f"<{name}/>\n", "scene.scn:3", f"Object type {name} was not created", "mechanical state")

    def test_missing_topology(self):
        for name in ("HexahedronFEMForceField", "TetrahedronFEMForceField", "MeshSpringForceField", "MeshMatrixMass"):
            with self.subTest(name=name):
                code, output = self.run_sofa("-g", "batch", "-n", "2", self.write(HEAD + POINTS + f'<{name} name="c"/>\n</Node>\n'))
                self.assertIn(code, (BAD_INPUT,), output)
                self.assertRegex(output, r"(?i)\[ERROR\].*/c.*topology.*scene\.scn:6")

    def test_missing_solver(self):
        self.simulate(BAD_INPUT, '<EulerImplicitSolver name="ode"/>\n<MechanicalObject/>\n<UniformMass/>\n', "scene.scn:3", "/ode",
                      "linear solver is required")

    def test_negative_mass(self):
        for element in ('<UniformMass name="m" totalMass="-1"/>', '<UniformMass name="m" vertexMass="-1"/>'):
            with self.subTest(element=element):
                code, output = self.run_sofa("-g", "batch", "-n", "1", self.write(
                    HEAD + SOLVER + '<MechanicalObject position="0 0 0"/>\n' + element + "\n</Node>\n"))
                self.assertIn(code, (GOOD, BAD_INPUT))
                self.assertRegex(output, r"\[(ERROR|WARNING)\].*/m.*scene\.scn:5")

    def test_flat_element(self):
        code, output = self.run_sofa("-g", "batch", "-n", "2", self.write(
            HEAD + SOLVER + '<MeshTopology position="0 0 0 1 0 0 0 1 0 1 1 0" tetrahedra="0 1 2 3"/>\n<MechanicalObject/>\n'
            '<UniformMass totalMass="1"/>\n<TetrahedronFEMForceField name="fem" youngModulus="100" poissonRatio="0.3"/>\n</Node>\n'))
        self.assertEqual(code, BAD_INPUT, output)
        self.assertRegex(output, r"\[ERROR\].*/fem.*Tetrahedron 0 .*no volume.*scene\.scn:7")

    def test_time_step(self):
        for dt in ("0", "-0.01"):
            with self.subTest(dt=dt):
                self.simulate(BAD_INPUT, BODY, "time step must be positive", "scene.scn:1", head=HEAD.replace("0.01", dt))

    def test_divergence(self):
        body = ('<Node name="ball">\n<EulerExplicitSolver/>\n<MechanicalObject name="dofs" position="1 0 0"/>\n<UniformMass totalMass="1"/>\n'
                '<RestShapeSpringsForceField stiffness="1e300"/>\n</Node>\n')
        output = self.simulate(DIVERGED, body.replace("1 0 0", "1 0 0\" rest_position=\"0 0 0"), "diverged", "/ball/dofs", steps=100)
        found = re.search(r"at step (\d+) \(time ([\d.e-]+)\)", output)
        self.assertTrue(found, output)
        self.assertAlmostEqual(int(found[1]) * 0.01, float(found[2]))
        self.assertIn("scene.scn:5", output)


class Options(RunSofa):
    def test_options_of_another_front_end_have_no_effect_and_that_is_said(self):
        self.expect(GOOD, ["-g", "batch", "-n", 1, "--fullscreen", "--out", "x", self.write(SCENE)],
                    "--fullscreen has no effect without a viewer.", "--out has no effect without a viewer.")

    def states(self, *arguments):
        self.expect(GOOD, ["-g", "batch", "--state-out", "out.json", *arguments])
        return json.loads((self.folder / "out.json").read_text(encoding="utf8"))

    def test_states(self):
        self.write(SCENE)
        out = self.states("-n", 3, "--state-at", "0,3", "scene.scn")
        self.assertEqual([frame["step"] for frame in out["frames"]], [0, 3])
        state = out["frames"][1]["states"][0]
        self.assertEqual((state["path"], state["template"], state["size"]), ("/body/dofs", "Vec3d", 12))
        self.assertEqual(len(state["position"]), 36)
        self.assertEqual(out["messages"], {"error": 0, "warning": 0})

    def test_set(self):
        self.write(SCENE)
        out = self.states("-n", 1, "--state-at", 1, "--set", "/.dt=0.5", "--set", "/body/mass.totalMass=3", "scene.scn")
        self.assertEqual(out["dt"], 0.5)
        self.expect(BAD_INPUT, ["--set", "/body/mass.totalMas=3", "scene.scn"], "/body/mass has no Data of that name", 'Did you mean "totalMass"?')
        self.expect(BAD_INPUT, ["--set", "/body/mss.totalMass=3", "scene.scn"], "no such object")
        self.expect(BAD_INPUT, ["--set", "/body/mass=3", "scene.scn"], "--set /body/mass:")
        self.expect(BAD_INPUT, ["--set", "/body/[-1.x=3", "scene.scn"])
        self.expect(BAD_INPUT, ["--set", "[-1.x=3", "scene.scn"], "missing closing bracket")

    def test_check(self):
        self.expect(GOOD, ["--check", self.write(SCENE)], "0 error(s)")
        self.expect(BAD_INPUT, ["--check", self.write(HEAD + "<Nothing/>\n</Node>")], "error(s)", "Nothing")
        self.expect(BAD_INPUT, ["--check", "absent.scn"], "cannot be found")

    def test_describe(self):
        self.expect(GOOD, ["--describe", "UniformMass"], "totalMass", "templates:", "Rigid3d", "Vec3d", "Example")
        self.expect(BAD_INPUT, ["--describe", "UniformMas"], 'Did you mean "UniformMass"?')

    def test_list_components(self):
        everything = self.expect(GOOD, ["--list-components"], "MechanicalObject", "EulerImplicitSolver")
        some = self.expect(GOOD, ["--list-components", "euler"], "EulerImplicitSolver", "EulerExplicitSolver")
        self.assertNotIn("MechanicalObject", some)
        self.assertLess(len(some), len(everything))
        self.expect(BAD_INPUT, ["--list-components", "xyzzy"], "No component's name contains")

    def test_help_and_version(self):
        self.expect(GOOD, ["--help"], "Exit status", "--resume")
        self.assertRegex(self.expect(GOOD, ["--version"]), r"\d+\.\d+")

    def test_export_where_nothing_can_be_written(self):
        self.write("a file", "out")
        self.expect(BAD_INPUT, ["-n", 1, "--export", "out", self.write(SCENE)], "--export out")
        self.expect(BAD_INPUT, ["-n", 1, "--state-at", 0, "--state-out", "none/out.json", "scene.scn"], "none/out.json")

    def test_resume_in_a_new_process(self):
        for name, solver in (("implicit", None), ("rk4", "<RungeKutta4Solver/>")):
            with self.subTest(solver=name):
                scene = self.write(SCENE.replace(SOLVER.strip(), solver) if solver else SCENE, name + ".scn")
                whole = self.states("-n", 20, "--state-at", "20", scene)
                self.expect(GOOD, ["-n", 12, "--checkpoint-every", 6, scene])
                resumed = self.states("-n", 20, "--state-at", "20", "--resume", name + ".checkpoint", scene)
                self.assertEqual(whole["frames"], resumed["frames"])

    def test_resume_from_what_does_not_fit(self):
        self.expect(GOOD, ["-n", 2, "--checkpoint-every", 1, self.write(SCENE)])
        self.write(HEAD + POINTS + "</Node>", "other.scn")
        self.expect(BAD_INPUT, ["-n", 4, "--resume", "scene.checkpoint", "other.scn"], "cannot be resumed from", "another scene")
        self.expect(BAD_INPUT, ["-n", 4, "--resume", "absent.checkpoint", "scene.scn"], "cannot be read")

    def test_interruption_leaves_complete_files(self):
        self.write(SCENE)
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                with self.start("-n", "infinite", "--limit-time", "120", "--export", "out", "--export-every", "1000", "--checkpoint-every", "1000",
                                "--state-at", "0", "--state-out", "out.json", "scene.scn") as process:
                    wait_for(self.folder / "scene.checkpoint")
                    process.send_signal(number)
                    output = process.communicate(timeout=30)[0].decode()
                self.assertEqual(process.returncode, 128 + number, output)
                self.assertIn("Interrupted after step", output)
                out = json.loads((self.folder / "out.json").read_text(encoding="utf8"))
                self.assertGreaterEqual(out["steps"], 1000)
                frames = ElementTree.parse(self.folder / "out" / "series.pvd").getroot().findall("./Collection/DataSet")
                self.assertGreaterEqual(len(frames), 2)
                for frame in frames:
                    self.assertTrue((self.folder / "out" / frame.get("file")).read_bytes().endswith(b"</VTKFile>\n"))
                self.assertEqual([p.name for p in self.folder.iterdir() if "tmp" in p.name], [])
                self.expect(GOOD, ["-n", out["steps"] + 1, "--resume", "scene.checkpoint", "scene.scn"])
                (self.folder / "scene.checkpoint").unlink()

    def test_threads_change_nothing(self):
        self.write(SCENE)
        one = self.states("-n", 5, "--state-at", 5, "scene.scn")
        four = self.states("-n", 5, "--state-at", 5, "--threads", 4, "scene.scn")
        self.assertEqual(one["frames"], four["frames"])

    def test_clickable_messages(self):
        self.expect(BAD_INPUT, ["-f", "clang", "-n", 1, self.write(HEAD + "<Nothing/>\n</Node>")], "scene.scn:3:1: error: ")


if __name__ == "__main__":
    unittest.main()
