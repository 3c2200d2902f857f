#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of fuzz_scenes.py with programs that stand for a runSofa that behaves, crashes or hangs."""
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("fuzz_scenes.py")
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPT.parent))
import fuzz_scenes  # noqa: E402

SCENE = '<Node name="root" dt="0.01">\n  <A x="1 2 3"/>\n  <B y="4"/>\n</Node>\n'


class FuzzScenes(unittest.TestCase):
    def fuzz(self, program, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "runSofa")
            path.write_text(f"#!/bin/bash\n{program}\n")
            path.chmod(0o755)
            done = subprocess.run([sys.executable, SCRIPT, "--runsofa", path, "--keep", Path(folder, "kept"), *options],
                                  capture_output=True, text=True, check=False)
            return done.returncode, done.stdout + done.stderr, len(list(Path(folder).glob("kept/*")))

    def test_reported_errors_are_fine(self):
        status, out, _ = self.fuzz('echo "[ERROR] bad scene"; exit 1', "--mutations", "2")
        self.assertEqual(status, 0, out)
        self.assertIn(", 0 failed", out)

    def test_crash_fails_and_keeps_the_scene(self):
        status, out, kept = self.fuzz('[[ ${@: -1} == */inputs/* ]] || kill -SEGV $$', "--mutations", "3")
        self.assertEqual((status, kept), (1, 3))
        self.assertIn("exit status -11", out)

    def test_hang_fails(self):
        status, out, _ = self.fuzz('[[ ${@: -1} != */empty.scn ]] || exec sleep 60', "--mutations", "0", "--timeout", "2")
        self.assertEqual(status, 1)
        self.assertRegex(out, r"empty.scn: still running after 2 s")
        self.assertIn(", 1 failed", out)

    def test_sanitizer_report_fails(self):
        status, out, _ = self.fuzz('echo "x.cpp:3: runtime error: index 7 out of bounds"', "--mutations", "0")
        self.assertEqual(status, 1, out)

    def test_memory_is_limited(self):
        status, out, _ = self.fuzz('exec python3 -c "bytearray(3 << 30)" 2>/dev/null || exit 0', "--mutations", "1", "--memory", "1024")
        self.assertEqual(status, 0, out)  # python ends with status 1, a reported error

    def test_same_seed_gives_same_scenes(self):
        make = lambda seed: [fuzz_scenes.mutate(SCENE, random.Random(f"{seed}/{n}")) for n in range(50)]
        self.assertEqual(make(1), make(1))
        self.assertNotEqual(make(1), make(2))
        self.assertGreater(sum(scene != SCENE for scene in make(1)), 40)

    def test_elements_move_and_change(self):
        scene = '<Node name="root"><A name="a"/><EulerSolver/><Node name="low"><B link="@a" template="Vec3"/></Node></Node>'
        rng = random.Random(1)
        moved = [fuzz_scenes.move_element(scene, rng) for _ in range(30)]
        self.assertTrue(any(text.index("<A") > text.index("low") for text in moved))
        self.assertIn("<Node><", fuzz_scenes.new_node_around(scene, rng))
        self.assertNotEqual(fuzz_scenes.change_template(scene, rng), scene)
        self.assertTrue(any('sleeping="1"' in fuzz_scenes.switch_node(scene, rng) for _ in range(20)))
        self.assertTrue(any(fuzz_scenes.redirect_link(scene, rng) != scene for _ in range(20)))

    def test_time_ends_the_search(self):
        status, out, _ = self.fuzz("exit 0", "--mutations", "50", "--seconds", "0")
        self.assertEqual(status, 0, out)
        self.assertNotRegex(out, r"fuzz: [0-9]*[5-9][0-9] inputs")


if __name__ == "__main__":
    unittest.main()
