#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of which plugins runSofa loads for a scene, and of what it says of the others.

Usage: test_plugins.py PATH_OF_RUNSOFA PATH_OF_libMarker.so [unittest options]
"""
import os
import shutil
import sys
import unittest
import unittest.mock
from pathlib import Path

from runsofa import BAD_INPUT, GOOD, RunSofa

MARKER = os.path.abspath(sys.argv.pop(1))


class Plugins(RunSofa):
    def setUp(self):
        super().setUp()
        (self.folder / "lib").mkdir()
        self.library = self.folder / "lib" / "libMark.so"
        shutil.copyfile(MARKER, self.library)
        self.mark = self.folder / "mark"

    def run_scene(self, plugin, *options, path="", component="<Marker/>"):
        """Exit status and output of a run of a scene that asks for a plugin; `self.mark` is there if it was loaded."""
        scene = self.write(f'<Node name="root">\n<RequiredPlugin name="{plugin}"/>\n<DefaultAnimationLoop/>\n{component}\n</Node>\n')
        self.mark.unlink(missing_ok=True)
        with unittest.mock.patch.dict(os.environ, SOFA_TEST_MARKER=str(self.mark), SOFA_PLUGIN_PATH=str(path)):
            return self.run_sofa("-g", "batch", "-n", "1", *options, scene)

    def expect_plugin(self, status, loaded, plugin, *options, parts=(), **more):
        code, output = self.run_scene(plugin, *options, **more)
        self.assertEqual(code, status, output)
        self.assertEqual(self.mark.exists(), loaded, output)
        for part in parts:
            self.assertIn(part, output)
        return output

    def test_name_in_the_plugin_path(self):
        self.expect_plugin(GOOD, True, "Mark", path=self.library.parent)
        self.expect_plugin(GOOD, True, "libMark.so", path=self.library.parent)
        self.expect_plugin(GOOD, True, self.library, path=self.library.parent)

    def test_part_of_a_plugin_is_in_the_whole(self):
        output = self.expect_plugin(GOOD, True, "Mark.Component", path=self.library.parent)
        self.assertNotIn("No component has been registered", output)
        self.expect_plugin(BAD_INPUT, False, "Absent.Component", parts=['Plugin not found: "Absent.Component"'], component="")

    def test_what_the_command_line_loaded_is_there(self):
        for library in (self.library, "lib/libMark.so", "./lib/libMark.so"):
            with self.subTest(library=library):
                output = self.expect_plugin(GOOD, True, "Mark", "-l", library)
                self.assertNotIn("not found", output)
        self.expect_plugin(GOOD, True, self.library, "-l", self.library)

    def test_missing(self):
        self.expect_plugin(BAD_INPUT, False, "Mark", parts=['Plugin not found: "Mark"', "SOFA_PLUGIN_PATH"], component="")
        for plugin in ("CollisionOBBCapsule", "SofaCarving", "SofaDistanceGrid", "SofaMatrix"):  # their components are here
            self.expect_plugin(GOOD, False, plugin, component="")

    def test_path_needs_consent(self):
        for path in (self.library, "lib/libMark.so"):
            with self.subTest(path=path):
                output = self.expect_plugin(BAD_INPUT, False, path, parts=["scene.scn:2", "--allow-plugin-paths"], component="")
                self.assertIn("its name, Mark", output)
                self.expect_plugin(GOOD, True, path, "--allow-plugin-paths")

    def test_folder_that_a_scene_adds_needs_consent(self):
        scene = self.write('<Node name="root">\n<AddPluginRepository path="lib"/>\n<RequiredPlugin name="Mark"/>\n'
                           '<DefaultAnimationLoop/>\n</Node>\n')
        with unittest.mock.patch.dict(os.environ, SOFA_TEST_MARKER=str(self.mark), SOFA_PLUGIN_PATH=""):
            code, output = self.run_sofa("-g", "batch", "-n", "1", scene)
            self.assertEqual(code, BAD_INPUT, output)
            self.assertIn("--allow-plugin-paths", output)
            self.assertFalse(self.mark.exists(), output)
            code, output = self.run_sofa("-g", "batch", "-n", "1", "--allow-plugin-paths", scene)
            self.assertEqual(code, GOOD, output)
            self.assertTrue(self.mark.exists(), output)

    def test_file_beside_the_scene_needs_consent(self):
        shutil.copyfile(MARKER, self.folder / "libHere.so")
        self.expect_plugin(BAD_INPUT, False, "libHere.so", parts=["--allow-plugin-paths"], component="")

    def test_check_loads_none_that_the_scene_asks_for(self):
        for plugin in ("Mark", self.library):
            with self.subTest(plugin=plugin):
                code, output = self.run_scene(plugin, "--check", path=self.library.parent)
                self.assertFalse(self.mark.exists(), output)
                self.assertIn("is there and fits", output)
                self.assertIn("It may come from Mark, which --check does not load: add -l Mark.", output)
                self.assertEqual(code, BAD_INPUT, output)
        output = self.expect_plugin(GOOD, True, "Mark", "-l", self.library, "--check")
        self.assertIn("0 error(s)", output)

    def test_misfit_is_found_before_anything_of_it_runs(self):
        data = self.library.read_bytes()
        self.assertEqual(data.count(b";compiler="), 1)
        self.library.write_bytes(data.replace(b";compiler=", b";compilet="))
        for options in ((), ("--allow-plugin-paths",), ("-l", self.library)):
            with self.subTest(options=options):
                self.expect_plugin(BAD_INPUT, False, self.library, *options, parts=["does not fit this program", "compilet="], component="")

    def test_what_is_no_plugin_at_all(self):
        other = next(Path(MARKER).parent.glob("libSofa.so*"))
        for content, problem in ((b"", "no shared library"), (b"#!/bin/sh\n", "no shared library"),
                                 (other.read_bytes()[:100000], "does not hold sofaPluginBuildOptions")):
            self.library.write_bytes(content)
            self.expect_plugin(BAD_INPUT, False, self.library, "--allow-plugin-paths", parts=[problem], component="")

    def test_window_of_another_viewer(self):
        for name in ("SofaMatrix.imgui", "SofaMatrix.Qt", "SofaImGui", "MultiThreading.imgui"):
            with self.subTest(name=name):
                output = self.expect_plugin(GOOD, False, name, parts=["[WARNING]", "viewer of its own"], component="")
                self.assertNotIn("[ERROR]", output)
        self.expect_plugin(BAD_INPUT, False, "NoSuchThing.imgui", component="")


if __name__ == "__main__":
    unittest.main()
