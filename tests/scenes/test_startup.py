#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what a batch run does before it reads its scene, told by the dynamic loader (LD_DEBUG of the GNU C library).

Usage: test_startup.py PATH_OF_RUNSOFA [unittest options]
"""
import os
import re
import unittest
from unittest import mock

from runsofa import GOOD, SCENE, RunSofa

SOLVER = '<CGLinearSolver iterations="25" tolerance="1e-9" threshold="1e-9"/>'


@unittest.skipUnless(os.uname().sysname == "Linux", "LD_DEBUG is one of the GNU C library")
class Startup(RunSofa):
    def libraries(self, scene):
        """Names of the libraries a run has initialised."""
        with mock.patch.dict(os.environ, LD_DEBUG="files"):
            output = self.expect(GOOD, ["-g", "batch", "-n", 1, self.write(scene)])
        return set(re.findall(r"calling init: \S*/(lib\w+)", output))

    def test_a_blas_is_loaded_by_solvers_that_need_one(self):
        blas = {"libSofaSuiteSparse", "libcholmod", "libumfpack", "libblas"}
        self.assertIn("libSofa", self.libraries(SCENE))
        self.assertFalse(self.libraries(SCENE) & blas)
        self.assertLessEqual(blas, self.libraries(SCENE.replace(SOLVER, "<EigenSparseLU/>")))


    def test_a_library_bound_to_itself_looks_up_little(self):
        """OpenBLAS alone has 12 000 symbols that are looked up."""
        with mock.patch.dict(os.environ, LD_DEBUG="statistics"):
            output = self.expect(GOOD, ["--version"])
        looked_up = int(re.search(r"final number of relocations: (\d+)", output)[1])
        self.assertGreater(looked_up, 0)
        self.assertLess(looked_up, 6000)


if __name__ == "__main__":
    unittest.main()
