#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where the module Sofa cannot be imported, one line says what to do."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import Sofa

PACKAGE = Path(Sofa.__file__).resolve().parents[1]


class Import(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        (self.folder / "Sofa").mkdir()
        for file in (PACKAGE / "Sofa").iterdir():
            if not file.name.startswith("_core"):
                (self.folder / "Sofa" / file.name).symlink_to(file)

    def failure(self, program="import Sofa"):
        done = subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(self.folder)},
                              stderr=subprocess.PIPE, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        return done.stderr.splitlines()[-1]

    def test_without_its_compiled_part(self):
        self.assertIn("./dev build SofaPython3", self.failure())

    def test_built_for_another_python(self):
        (self.folder / "Sofa" / "_core.cpython-27-x86_64-linux-gnu.so").touch()
        self.assertIn("was built for another one: _core.cpython-27", self.failure())

    def test_without_numpy(self):
        for file in Path(Sofa.__file__).parent.glob("_core.*.so"):
            (self.folder / "Sofa" / file.name).symlink_to(file.resolve())
        self.assertIn("python3-numpy", self.failure("import sys; sys.modules['numpy'] = None; import Sofa"))


if __name__ == "__main__":
    unittest.main()
