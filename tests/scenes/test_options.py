#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of runSofa's command line: what is missing, malformed or not known ends with status 2, and nothing is run.

Usage: test_options.py PATH_OF_RUNSOFA [unittest options]
"""
import os
import unittest
from unittest import mock

from runsofa import BAD_INPUT, BODY, GOOD, HEAD, SCENE, USAGE, RunSofa


class Usage(RunSofa):
    def setUp(self):
        super().setUp()
        self.write(SCENE)

    def refuse(self, arguments, *parts):
        output = self.expect(USAGE, [*arguments, "--state-out", "out.json"], *parts)
        self.assertNotIn("iterations", output)
        self.assertFalse((self.folder / "out.json").exists())

    def test_unknown_options(self):
        self.refuse(["-n", 1, "scene.scn", "--treads"], "Unknown option --treads", 'Did you mean "--threads"?')
        self.refuse(["-n", 1, "scene.scn", "--treads=4"], "Unknown option --treads=4", 'Did you mean "--threads"?')
        self.refuse(["-z", "scene.scn"], "Unknown option -z")
        self.refuse(["scene.scn", "other.scn"], "other.scn: one scene is run at a time")

    def test_front_end_that_is_not_there(self):
        self.refuse(["-g", "foo", "scene.scn"], "GUI 'foo' creation failed", "batch")

    def test_number_of_steps(self):
        for steps in ("abc", "-5", "1.5", "1e3", "", "99999999999999999999"):
            with self.subTest(steps=steps):
                self.refuse([f"--nbIter={steps}", "scene.scn"])
        self.refuse(["-n", "abc", "scene.scn"], '-n abc: a number of steps is expected, or "infinite"')
        self.refuse(["scene.scn", "-n"])
        self.expect(GOOD, ["-n", 0, "scene.scn"], "0 iterations done")

    def test_numbers_of_other_options(self):
        for option, values in {"--threads": ("0", "-1", "many", "1.5", "99999999999999"),
                               "--export-every": ("0", "-3", "x", ""), "--checkpoint-every": ("0", "-3", "x", "1e99"),
                               "--computationTimeSampling": ("-1", "x"), "--width": ("0", "-4", "99999999999"),
                               "--height": ("0",), "--msaa": ("-1", "65", "x"), "--screenshot-every": ("-1", "x"),
                               "--state-at": ("x", "1,x", "-1", "1,,2", "99999999999999999999", "")}.items():
            for value in values:
                with self.subTest(option=option, value=value):
                    self.refuse(["-n", 1, f"{option}={value}", "scene.scn"])

    def test_names_that_are_empty(self):
        for option in ("--gui", "--data-path", "--load", "--set", "--resume", "--export", "--profile-out",
                       "--computationTimeOutputType", "--colors", "--formatting", "--describe", "--compare", "--out", "--view"):
            with self.subTest(option=option):
                self.refuse(["-n", 1, f"{option}=", "scene.scn"], f"{option}=: a value is expected")
                self.refuse(["-n", 1, "scene.scn", option, ""])

    def test_words_of_a_list(self):
        for option in ("--colors", "--formatting", "--computationTimeOutputType"):
            with self.subTest(option=option):
                self.refuse(["-n", 1, option, "pink", "scene.scn"], "pink")

    def test_values_that_are_missing(self):
        for option in ("-g", "-n", "--threads", "--data-path", "-l", "--set", "--resume", "--export", "--state-at", "--describe"):
            with self.subTest(option=option):
                self.refuse(["scene.scn", option])


class Check(RunSofa):
    def test_its_scene_stands_anywhere(self):
        self.write(SCENE)
        (self.folder / "data").mkdir()
        for arguments in (["--check", "scene.scn"], ["scene.scn", "--check"], ["--check", "--data-path", "data", "scene.scn"],
                          ["--data-path", "data", "--check", "scene.scn"], ["--check", "-l", "none", "scene.scn"]):
            with self.subTest(arguments=arguments):
                status = BAD_INPUT if "none" in arguments else GOOD
                output = self.expect(status, arguments, "scene.scn:")
                self.assertNotIn("iterations", output)

    def test_one_scene(self):
        self.write(SCENE)
        self.expect(USAGE, ["--check"], "name the scene to check")
        self.expect(USAGE, ["--check", "scene.scn", "other.scn"], "one scene is checked at a time")

    def test_what_it_does_not_do_is_said(self):
        self.expect(GOOD, ["--check", self.write(SCENE), "--state-out", "out.json"], "--state-out has no effect with --check")
        self.assertFalse((self.folder / "out.json").exists())


class Values(RunSofa):
    def test_a_value_that_cannot_be_read_ends_the_run(self):
        self.write(SCENE)
        for value in ("nan", "inf", "x"):
            with self.subTest(value=value):
                output = self.expect(BAD_INPUT, ["-n", 1, "--set", f"/body/mass.totalMass={value}", "scene.scn"],
                                     f"--set /body/mass.totalMass={value}", "finite")
                self.assertNotIn("iterations done", output)

    def test_values_of_a_scene_that_are_none_of_their_kind(self):
        for element, told in (('<OglModel color="rde"/>', 'Write a name such as "red"'), ('<OglModel dx="far"/>', 'dx="far" is not a number'),
                              ('<FixedProjectiveConstraint fixAll="yes"/>', "Write 1 or true, 0 or false"),
                              ('<CGLinearSolver iterations="-5"/>', "Write numbers that are not negative"),
                              ('<MechanicalObject position="0 0 0 up"/>', "Write numbers only"),
                              ('<TetrahedronFEMForceField method="larg"/>', 'Did you mean "large"?')):
            with self.subTest(element):
                scene = self.write(f'<Node name="root"><DefaultAnimationLoop/>\n<MechanicalObject name="d" position="0 0 0"/>{element}</Node>')
                self.expect(BAD_INPUT, ["--check", scene], told, "scene.scn:2")
        self.expect(BAD_INPUT, ["--check", self.write('<Node name="root" gravity="0 -9.81"><DefaultAnimationLoop/></Node>')],
                    "Write 3 numbers; 2 are given")
        self.expect(GOOD, ["--check", self.write('<Node name="root" gravty="0 0 0"><DefaultAnimationLoop/></Node>')],
                    'Unused Attribute: "gravty"', 'Did you mean "gravity"?')
        self.expect(GOOD, ["--check", self.write('<Node name="root"><DefaultAnimationLoop/><OglModel scale="2 2 2"/></Node>')],
                    'scale="2 2 2" is not a number; it is ignored')  # as scenes of SOFA have it

    def test_python_scenes_need_their_plugin(self):
        (self.folder / "lib").mkdir()
        with mock.patch.dict(os.environ, {"RUNSOFA_HOME": str(self.folder)}):
            self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, self.write("def createScene(root): pass", "scene.py")],
                        "scene.py", "SofaPython3", "pybind11-dev", "Plugin not found")

    def test_requests_that_come_to_nothing_are_told(self):
        self.write(SCENE)
        self.expect(GOOD, ["-n", 1, "--argv", "a", "scene.scn"], "--argv has no effect")
        self.expect(GOOD, ["-n", 1, "--state-at", 1, "scene.scn"], "--state-at has no effect without --state-out")
        self.expect(GOOD, ["-n", 1, "--export-every", 1, "scene.scn"], "--export-every has no effect without --export")
        self.expect(GOOD, ["-n", 1, "--state-at", "0,7", "--state-out", "x", "scene.scn"], "step 7 comes after the last, 1")


class Strict(RunSofa):
    def test_warnings_count_as_errors(self):
        scene = self.write(SCENE.replace("<UniformMass ", '<UniformMass mispelt="1" '))
        self.expect(GOOD, ["-n", 1, scene], "mispelt")
        self.expect(BAD_INPUT, ["-n", 1, "--strict", scene], "1 iterations done")
        self.expect(BAD_INPUT, ["--check", "--strict", scene], "0 error(s), 1 warning(s)")
        self.expect(GOOD, ["-n", 1, "--strict", self.write(SCENE)])


class DataFolders(RunSofa):
    MESH = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
    LOADER = '<MeshOBJLoader name="loader" filename="mesh/own.obj"/>\n'

    def scene(self):
        return self.write(HEAD + self.LOADER + "</Node>\n", "tree/examples/Demos/scene.scn")

    def test_share_beside_the_folders_above_a_scene_is_searched(self):
        self.expect(BAD_INPUT, ["-n", 1, self.scene()], "'mesh/own.obj' not found", "tree/examples", "--data-path")
        self.write(self.MESH, "tree/share/mesh/own.obj")
        self.expect(GOOD, ["-n", 1, self.scene()])

    def test_an_installed_sofa_gives_its_meshes_only(self):
        self.write(self.MESH, "other/share/sofa/mesh/own.obj")
        with mock.patch.dict(os.environ, {"SOFA_ROOT": str(self.folder / "other")}):
            self.expect(GOOD, ["-n", 1, self.scene()])
        with mock.patch.dict(os.environ, {"SOFA_ROOT": str(self.folder / "nowhere")}):
            self.expect(BAD_INPUT, ["-n", 1, self.scene()], "'mesh/own.obj' not found")


class Names(RunSofa):
    def test_bytes_that_are_no_text_leave_valid_json(self):
        import json
        text = HEAD + BODY + "</Node>\n"
        (self.folder / "scene.scn").write_bytes(text.encode().replace(b'name="dofs"', b'name="d\xff\xc3\xa9\xed\xa0\x80"'))
        self.expect(GOOD, ["-n", 1, "--state-at", 1, "--state-out", "out.json", "--profile-out", "trace.json", "scene.scn"])
        out = json.loads((self.folder / "out.json").read_bytes().decode("utf8"))
        self.assertEqual(out["frames"][0]["states"][0]["path"], "/body/d\ufffd\u00e9\ufffd\ufffd\ufffd")
        json.loads((self.folder / "trace.json").read_bytes().decode("utf8"))


if __name__ == "__main__":
    unittest.main()
