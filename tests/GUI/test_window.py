#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the viewer as a program on a display: it shows a window and a picture, over X11 and, where Weston is at hand,
over Wayland, at any pixel ratio, and says which options have no effect there.

Usage: xvfb-run -a test_window.py PATH_OF_RUNSOFA [unittest options]
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "benchmarks"))
from startup import start  # noqa: E402

RUNSOFA = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "runSofa"
SCENE = str(Path(__file__).resolve().parents[2] / "examples" / "Demos" / "hanging_beam.scn")
SOFTWARE = {"LIBGL_ALWAYS_SOFTWARE": "1"}
X11 = {**SOFTWARE, "QT_QPA_PLATFORM": "xcb"}


class Window(unittest.TestCase):
    def expect_picture(self, environment, *options):
        times, output = start(RUNSOFA, SCENE, *options, environment=environment)
        self.assertIsNotNone(times, output)
        window, loading, loaded, picture = times
        self.assertGreater(window, 0, output)
        self.assertLessEqual(loading, loaded, output)
        self.assertLessEqual(max(window, loaded), picture, output)
        self.assertNotIn("[ERROR]", output)
        return output

    def test_a_picture_is_shown(self):
        self.expect_picture(X11)

    def test_options_of_batch_runs_have_no_effect_and_that_is_said(self):
        output = self.expect_picture(X11, "-n", "5", "--out", "pictures")
        self.assertIn("--nbIter has no effect with -g qt; it is for -g batch and offscreen.", output)
        self.assertIn("--out has no effect with -g qt; it is for -g offscreen.", output)

    def test_screens_with_small_pixels(self):
        for factor in ("1.5", "2"):
            self.expect_picture({**X11, "QT_SCALE_FACTOR": factor})

    @unittest.skipUnless(shutil.which("weston"), "weston is not installed")
    def test_wayland(self):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o700)
            wayland = {**SOFTWARE, "XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "wayland-test"}
            compositor = subprocess.Popen(
                ["weston", "--backend=headless-backend.so", "--socket=wayland-test", "--use-pixman", "--no-config",
                 "--idle-time=0"], env={**os.environ, **wayland}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                for _ in range(100):
                    if (Path(folder) / "wayland-test").exists():
                        break
                    time.sleep(0.1)
                else:
                    self.skipTest("Weston does not start here")
                output = self.expect_picture({**wayland, "DISPLAY": "", "QT_QPA_PLATFORM": ""})
                self.assertNotIn("is not installed", output)
            finally:
                compositor.terminate()
                compositor.wait()


if __name__ == "__main__":
    unittest.main()
