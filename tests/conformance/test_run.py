#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of run.py with a made-up data folder, whose grader lets exactly the scenes named good* match."""
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("run.py")
CHECK = '''
import argparse, json, sys
p = argparse.ArgumentParser()
for option in ("--runsofa", "--manifest", "--jobs", "--json", "--expect", "--filter"):
    p.add_argument(option)
p.add_argument("--list", action="store_true")
a = p.parse_args()
scenes = [e["scene"] for e in json.load(open(a.manifest))["scenes"]]
if a.expect:
    expected = open(a.expect).read().split()
    if set(expected) - set(scenes):
        sys.exit("not in the manifest")
    scenes = expected
scenes = [s for s in scenes if not a.filter or a.filter in s]
if a.list:
    print("\\n".join(scenes))
    sys.exit()
results = [{"scene": s, "grade": "match" if "good" in s else "run", "best": "good" in s} for s in scenes]
for r in results:
    print("%-6s%s    0.01s  %s" % (r["grade"], "" if r["best"] else "*", r["scene"]))
if a.json:
    json.dump(results, open(a.json, "w"))
sys.exit(1 if a.expect and not all(r["best"] for r in results) else 0)
'''


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.here = Path(folder.name, "checkout", "tests", "conformance")
        self.here.mkdir(parents=True)
        shutil.copy(SCRIPT, self.here)
        shutil.copy(SCRIPT.with_name("reference_data.py"), self.here)
        self.passing = self.here / "passing.txt"
        self.data = Path(folder.name, "shared", "conformance")
        (self.data / "micro").mkdir(parents=True)
        (self.data / "check").write_text(CHECK)
        self.write_manifest("manifest.json", ["examples/good.scn", "examples/poor.scn"])
        self.write_manifest("micro/manifest.json", ["fem/good.scn", "fem/poor.scn"])

    def write_manifest(self, name, scenes):
        (self.data / name).write_text(json.dumps({"scenes": [{"scene": scene} for scene in scenes]}))

    def run_script(self, *args, **environment):
        env = {name: value for name, value in os.environ.items() if name != "SOFA_CONFORMANCE"} | environment
        done = subprocess.run([sys.executable, self.here / "run.py", "--runsofa", sys.executable, *args],
                              capture_output=True, text=True, env=env, check=False)
        return done.returncode, done.stdout + done.stderr

    def pack(self):
        """Leaves the made-up data in archives of the checkout only, its micro scenes with a reference each."""
        for module, name in (("fem", "good"), ("fem", "poor")):
            (self.data / "micro" / module).mkdir(exist_ok=True)
            (self.data / "micro" / module / f"{name}.scn").write_text('<Node filename="mesh/poor"/>' if name == "poor" else "<Node/>")
        (self.data / "micro" / "references").mkdir()
        (self.data / "micro" / "references" / "fem__good.json.gz").write_bytes(gzip.compress(b"{}"))
        (self.here / "reference").mkdir()
        subprocess.run([sys.executable, self.here / "reference_data.py", "--pack", self.data], check=True)
        shutil.rmtree(self.data)

    def test_packed_scenes_run_where_there_is_no_other_data(self):
        self.passing.write_text("examples/good.scn\nfem/good.scn\nfem/poor.scn\n")
        self.pack()
        status, out = self.run_script()
        self.assertEqual(status, 0, out)
        self.assertIn("2 scenes are left out", out)
        self.assertIn("1 of 1 expected scenes match", out)
        folders = list((self.here.parents[1] / "build" / "conformance").iterdir())
        self.assertEqual(len(folders), 1)
        self.assertEqual(gzip.decompress((folders[0] / "micro" / "references" / "fem__good.json.gz").read_bytes()), b"{}")

    def test_packed_scene_that_is_gone_fails(self):
        self.passing.write_text("fem/gone.scn\n")
        self.pack()
        status, out = self.run_script()
        self.assertEqual(status, 1)
        self.assertIn("fem/gone.scn", out)

    def test_wrong_folder_is_an_error(self):
        status, out = self.run_script(SOFA_CONFORMANCE="/nowhere")
        self.assertEqual(status, 1)
        self.assertIn("SOFA_CONFORMANCE=/nowhere", out)

    def test_list_is_split_by_manifest(self):
        self.passing.write_text("examples/good.scn\nfem/good.scn\n")
        status, out = self.run_script()
        self.assertEqual(status, 0, out)
        self.assertIn("2 of 2 expected scenes match", out)

    def test_scene_that_stops_matching_fails(self):
        self.passing.write_text("examples/good.scn\nfem/poor.scn\n")
        status, out = self.run_script()
        self.assertEqual(status, 1)
        self.assertIn("1 of 2 expected scenes match", out)
        self.assertRegex(out, r"no longer: run +\* .*fem/poor.scn")

    def test_unknown_scene_fails(self):
        self.passing.write_text("fem/gone.scn\n")
        status, out = self.run_script()
        self.assertEqual(status, 1)
        self.assertIn("fem/gone.scn", out)

    def test_update_adds_and_never_removes(self):
        self.passing.write_text("fem/poor.scn\n")
        status, out = self.run_script("--update")
        self.assertEqual(status, 1)  # fem/poor.scn no longer matches
        self.assertEqual(self.passing.read_text().split(), ["examples/good.scn", "fem/good.scn", "fem/poor.scn"])
        self.assertIn("2 scenes added", out)
        self.assertIn("no longer: fem/poor.scn", out)

    def test_options_choose_scenes_of_both_manifests(self):
        status, out = self.run_script("--filter", "fem/")
        self.assertEqual(status, 0, out)
        self.assertIn("fem/poor.scn", out)
        self.assertNotIn("examples/", out)


if __name__ == "__main__":
    unittest.main()
