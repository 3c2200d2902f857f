#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what ./dev says to wrong usage, and of the arguments it gives runSofa, with the build tools replaced."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

DEV = Path(__file__).resolve().parents[2] / "dev"


class Dev(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name, "checkout")
        self.root.mkdir()
        shutil.copy(DEV, self.root)
        self.bin = Path(folder.name, "bin")
        self.bin.mkdir()
        self.tool("cmake", "exit 0")
        self.tool("dpkg-query", "echo installed")
        self.tool("apt-get", "echo apt-get $*")

    def tool(self, name, text, folder=None):
        path = (folder or self.bin) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/bash\n{text}\n")
        path.chmod(0o755)

    def dev(self, *args):
        environment = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}"}
        done = subprocess.run([self.root / "dev", *args], capture_output=True, text=True, env=environment, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_unknown_command_names_the_nearest(self):
        for word, nearest in (("tset", "test"), ("conformence", "conformance"), ("formt", "format"), ("Run", "run")):
            status, _, err = self.dev(word)
            self.assertEqual(status, 2)
            self.assertIn(f"unknown command '{word}'; did you mean '{nearest}'?", err)

    def test_help_names_every_command(self):
        status, out, _ = self.dev("help")
        self.assertEqual(status, 0)
        for command in ("run", "test", "bench", "conformance", "build", "package", "docs", "lint", "format"):
            self.assertIn(f"\n  {command} ", out)

    def test_unknown_preset(self):
        status, _, err = self.dev("build", "--preset", "fast")
        self.assertEqual(status, 2)
        self.assertIn("unknown preset 'fast'", err)

    def test_run_without_scene_shows_the_default_one(self):
        self.tool("runSofa", 'printf "%s\\n" "$@"', self.root / "build/release/bin")
        self.assertEqual(self.dev("run", "-n", "3")[1].split(), ["-n", "3", f"{self.root}/examples/Demos/hanging_beam.scn"])
        self.assertEqual(self.dev("run", "-n", "3", "my.scn")[1].split(), ["-n", "3", "my.scn"])
        self.assertEqual(self.dev("run", "--help")[1].split(), ["--help"])

    def test_only_who_wants_a_window_builds_the_viewer(self):
        self.tool("cmake", 'echo cmake $*')
        self.tool("ninja", "exit 0")
        self.tool("runSofa", "exit 0", self.root / "build/release/bin")
        headless = {name: "" for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
        for display, options, expected in ((headless, (), False), (headless, ("-g", "qt"), True),
                                           ({"DISPLAY": ":0"}, (), True), ({"DISPLAY": ":0"}, ("-g", "batch"), False)):
            with mock.patch.dict(os.environ, display), self.subTest(display=display, options=options):
                err = self.dev("run", *options)[2]
                self.assertIn("--target runSofa", err)
                self.assertEqual("SofaGUI" in err, expected)

    def test_the_first_build_says_how_long_it_takes(self):
        self.tool("ninja", "for i in $(seq 600); do echo command; done")
        self.tool("nproc", "echo 2")
        self.tool("awk", "echo 2")  # free memory, in jobs
        first = self.dev("build")[2]
        self.assertRegex(first, r"dev: building 600 files in build/release, 2 at a time: about \d+ min the first time")
        (self.root / "build/release").mkdir(parents=True)
        (self.root / "build/release/.ninja_log").touch()
        self.assertNotIn("the first time", self.dev("build")[2])

    def test_a_build_says_how_long_the_rest_takes(self):
        self.tool("cmake", """[[ $1 == --build ]] || exit 0
echo '[1/10, 30.5 s] Building a'
echo '[4/10, 120.0 s] Building b'
echo 'b.cpp:1: error: no'
exit 3""")
        status, out, err = self.dev("build")
        self.assertEqual(status, 3)
        self.assertEqual(out, "")
        lines = [line for line in err.splitlines() if not line.startswith("dev: ")]
        self.assertEqual(lines, ["[1/10] Building a", "[4/10, about 4 min left] Building b", "b.cpp:1: error: no"])

    def test_run_passes_the_exit_status_on(self):
        self.tool("runSofa", "exit 7", self.root / "build/debug/bin")
        self.assertEqual(self.dev("run", "--preset", "debug", "x.scn")[0], 7)

    def test_docs_gets_what_it_needs_and_builds_the_site(self):
        self.tool("dpkg-query", '[[ ${@: -1} == furo ]] || echo installed')
        self.tool("sudo", '"$@"')
        self.tool("ninja", "exit 0")
        (self.root / "docs" / "site").mkdir(parents=True)
        (self.root / "docs" / "site" / "build.py").write_text("import sys\nprint(*sys.argv[1:])\n")
        build = self.root / "build"
        for arguments, folder in (((), build / "docs" / "html"), (("/tmp/site",), "/tmp/site")):
            status, out, err = self.dev("docs", *arguments)
            self.assertEqual(status, 0, err)
            self.assertIn("--no-install-recommends furo\n", err)
            self.assertIn(f"{build}/release/bin/runSofa {folder} --modules {build}/release/lib/python3/site-packages\n", out)
        self.assertEqual(self.dev("docs", "--fast")[0], 2)

    def test_missing_packages_are_installed_and_no_others(self):
        self.tool("runSofa", "exit 0", self.root / "build/release/bin")
        self.tool("dpkg-query", '[[ ${@: -1} == zlib1g-dev ]] || echo installed')
        self.tool("sudo", '"$@"')
        _, _, err = self.dev("run")
        self.assertIn("apt-get update", err)
        self.assertRegex(err, r"apt-get install .*--no-install-recommends zlib1g-dev\n")

    def test_no_package_index_is_read_when_nothing_is_missing(self):
        self.tool("runSofa", "exit 0", self.root / "build/release/bin")
        status, out, err = self.dev("run")
        self.assertEqual((status, "apt-get" in out + err), (0, False))


if __name__ == "__main__":
    unittest.main()
