#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what runSofa tells of itself: --version and --doctor.

Usage: test_doctor.py PATH_OF_RUNSOFA [unittest options]
"""
import os
import subprocess
import unittest
from unittest import mock

from runsofa import BAD_INPUT, GOOD, RUNSOFA, RunSofa


class Version(RunSofa):
    def test_it_says_what_a_report_needs(self):
        output = self.expect(GOOD, ["--version"], "Licence: Apache-2.0", "SOFA v26.06", "Manual: ")
        self.assertRegex(output, r"^runSofa \d+\.\d+\.\d+(, commit [0-9a-f]{7,}(-dirty)?)?\nBuild: \w+, (gcc-\d+|clang), \w+ processors\n")


class Doctor(RunSofa):
    def examine(self, status, **variables):
        with mock.patch.dict(os.environ, variables):
            for name in ("SOFA_ROOT", "SOFA_DATA_PATH", "SOFA_PLUGIN_PATH", "PYTHONPATH", "RUNSOFA_HOME"):
                if name not in variables:
                    os.environ.pop(name, None)
            return self.expect(status, ["--doctor"])

    def test_an_installation_that_works(self):
        output = self.examine(GOOD)
        for what in ("program", "data path", "OpenGL", "viewer", "GPU", "Python", "SOFA"):
            self.assertRegex(output, rf"(?m)^(ok|note) +{what} ")
        self.assertIn("Nothing is broken.", output)
        self.assertNotIn("PROBLEM", output)
        for line in output.splitlines():  # who is told of something missing is told what to do
            if line.startswith("note"):
                self.assertIn("->", output.splitlines()[output.splitlines().index(line) + 1], line)

    def test_what_is_in_the_way_is_told_with_a_remedy(self):
        (self.folder / "other" / "Sofa").mkdir(parents=True)
        (self.folder / "plugins").mkdir()
        (self.folder / "plugins" / "libMine.so").write_bytes(b"no library")
        output = self.examine(BAD_INPUT, SOFA_ROOT="/no/such/folder", SOFA_DATA_PATH=f"/nowhere:{self.folder}",
                              SOFA_PLUGIN_PATH=str(self.folder / "plugins"), PYTHONPATH=str(self.folder / "other"))
        for told in ("SOFA_ROOT=/no/such/folder is no folder", "SOFA_DATA_PATH names /nowhere", "libMine.so does not fit",
                     "holds another module Sofa", "import this one as rsofa", "4 to be mended"):
            self.assertIn(told, output)
        self.assertIn(f"ok       data path  {self.folder}", output)

    def test_sofa_itself_is_told_apart(self):
        (self.folder / "share").mkdir()
        output = self.examine(GOOD, SOFA_ROOT=str(self.folder))
        self.assertIn("its meshes are searched last; nothing of it is run", output)

    def test_another_program_of_that_name(self):
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "runSofa").write_text("#!/bin/sh\n", encoding="utf8")
        output = self.examine(GOOD, PATH=f"{self.folder}/bin:{os.environ['PATH']}")
        self.assertIn("comes first in PATH", output)
        self.assertIn("rsofa", output)


class Libraries(unittest.TestCase):
    def test_umfpack_is_no_library_of_the_program(self):
        """It is under the GPL, and loaded when a scene asks for it: NOTICE."""
        needed = subprocess.run(["ldd", RUNSOFA], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertIn("libSofa.so", needed)
        self.assertNotRegex(needed, "umfpack|cholmod|SuiteSparse")


if __name__ == "__main__":
    unittest.main()
