#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The archives of reference scenes are whole, and hold what a folder with newer data holds under the same names."""
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import reference_data  # noqa: E402


class Archives(unittest.TestCase):
    files = dict(reference_data.packed_files())

    def test_every_scene_and_reference_of_the_manifests_is_there(self):
        for part in ("micro", "python"):
            scenes = json.loads(self.files[f"{part}/manifest.json"])["scenes"]
            self.assertGreater(len(scenes), 10)
            for entry in scenes:
                with self.subTest(scene=entry["scene"]):
                    self.assertIn(f"{part}/{entry['scene']}", self.files)
                    if "reference" in entry:
                        name = os.path.normpath(f"{part}/{entry['reference']}").removesuffix(".gz")
                        self.assertIn(name, self.files)

    def test_names_stay_inside_the_folder_they_are_unpacked_to(self):
        for name in self.files:
            self.assertFalse(Path(name).is_absolute() or ".." in Path(name).parts, name)

    def test_they_are_small(self):
        size = sum(path.stat().st_size for path in reference_data.ARCHIVES.glob("*.tar.xz"))
        self.assertLess(size, 2 << 20, "the repository is cloned with them")

    def test_they_hold_what_newer_data_holds(self):
        folder = reference_data.named_folder()
        if folder is None or not (folder / "micro").is_dir():
            self.skipTest("there is no other data")
        differing, more = reference_data.compare(folder)
        self.assertLess(len(differing), 100, "these are other data: " + str(folder))
        if differing or more:
            print(f"{folder} has {len(differing)} files otherwise and {len(more)} more than the archives; it is taken instead of "
                  f"them. Write these again: tests/conformance/reference_data.py --pack {folder}")

    def test_a_difference_is_found(self):
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary, "data")
            reference_data.unpack(Path(temporary)).rename(folder)
            self.assertEqual(reference_data.compare(folder), ([], []))
            scene = next((folder / "micro" / "fem").iterdir())
            scene.write_text("<Node/>")
            (folder / "micro" / "fem" / "new.scn").write_text("<Node/>")
            (folder / "micro" / "references" / "fem__new.json.gz").write_bytes(reference_data.gzip.compress(b"{}"))
            manifest = folder / "micro" / "manifest.json"
            entries = json.loads(manifest.read_text())
            entries["scenes"].append({"scene": "fem/new.scn"})
            manifest.write_text(json.dumps(entries))
            self.assertEqual(reference_data.compare(folder), ([f"micro/fem/{scene.name}"],
                                                              ["micro/fem/new.scn", "micro/references/fem__new.json"]))


if __name__ == "__main__":
    unittest.main()
