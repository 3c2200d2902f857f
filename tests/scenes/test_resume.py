#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of runs that go on from a checkpoint: what they say, and the files that the run before left.

Usage: test_resume.py PATH_OF_RUNSOFA [unittest options]
"""
import gzip
import unittest
from pathlib import Path

from runsofa import BAD_INPUT, GOOD, SCENE, USAGE, RunSofa


class Resume(RunSofa):
    def interrupted(self, steps, text=SCENE, *options):
        """A run of so many steps, with a checkpoint at its end."""
        scene = self.write(text)
        self.expect(GOOD, ["-g", "batch", "-n", steps, "--checkpoint-every", steps, *options, scene])
        return scene

    def test_steps_count_from_the_start_of_the_scene(self):
        scene = self.interrupted(6)
        resume = ["-g", "batch", "--resume", "scene.checkpoint", scene]
        output = self.expect(USAGE, ["-n", 1, *resume], "it was saved at step 6, after the last step, -n 1",
                             "Write for example -n 106 for 100 steps more.")
        self.assertNotIn("iterations", output)
        self.expect(GOOD, ["-n", 6, *resume], "nothing is left to compute", "0 iterations done")
        self.expect(GOOD, ["-n", 8, *resume], "2 iterations done")

    def test_steps_before_the_checkpoint_are_said_to_be_missing(self):
        scene = self.interrupted(6)
        self.expect(GOOD, ["-n", 8, "--state-at", "0,1,6,8", "--state-out", "out.json", "--resume", "scene.checkpoint", scene],
                    "--state-at 0,1: the run goes on from step 6, so those steps are not recorded.")

    def test_a_series_begins_at_the_checkpoint_and_that_is_said(self):
        scene = self.interrupted(6)
        self.expect(GOOD, ["-g", "batch", "-n", 8, "--export", "out", "--resume", "scene.checkpoint", scene],
                    "--export out: the run goes on from step 6, where its series begins.")

    def test_recorded_states_go_on(self):
        for name, times in (("x.txt", ""), ("x.gz", ""), ("y.txt", ' period="0.02" time="0.01"'), ("z.txt", ' time="0.02 0.06"')):
            with self.subTest(file=name, times=times):
                recorder = f'<WriteState filename="{name}"{times}/>\n</Node>\n</Node>'
                text = SCENE.replace("</Node>\n</Node>", recorder)
                self.assertIn("WriteState", text)
                read = (lambda path: gzip.decompress(path.read_bytes())) if name.endswith(".gz") else Path.read_bytes
                scene = self.interrupted(9, text)
                whole = read(self.folder / name)
                self.interrupted(4, text)
                # Records behind the checkpoint, of a run that went on for a while, are written once.
                self.expect(GOOD, ["-g", "batch", "-n", 7, "--resume", "scene.checkpoint", scene])
                output = self.expect(GOOD, ["-g", "batch", "-n", 9, "--resume", "scene.checkpoint", scene])
                self.assertEqual(read(self.folder / name), whole)
                self.assertNotIn("is replaced", output)

    def test_other_files_than_then_are_told(self):
        mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n"
        part = '<Node name="part"><MechanicalObject name="more" position="0 0 0"/></Node>'
        text = SCENE.replace("</Node>\n</Node>", '</Node>\n<include href="part.xml"/>\n<Node name="other">'
                             '<MeshOBJLoader name="l" filename="m.obj"/><MechanicalObject src="@l"/></Node>\n</Node>')
        resume = ["-g", "batch", "-n", 8, "--resume", "scene.checkpoint", "scene.scn"]
        self.write(mesh, "m.obj")
        self.write(part, "part.xml")
        self.interrupted(6, text)
        told = "The state was saved when the scene was read from other files"
        self.assertNotIn(told, self.expect(GOOD, resume))
        self.write(mesh.replace("v 1 1 0", "v 2 2 0"), "m.obj")
        self.expect(GOOD, resume, f"{told}: m.obj held something else then.", "put the files back as they were")
        self.write(part + "<!-- -->", "part.xml")
        self.expect(GOOD, resume, f"{told}: m.obj, part.xml held something else then.")
        self.write(mesh, "m.obj")
        self.write(part, "part.xml")
        self.assertNotIn(told, self.expect(GOOD, resume))
        self.write(mesh, "renamed.obj")
        self.write(text.replace("m.obj", "renamed.obj"))
        self.expect(GOOD, resume, f"{told}: scene.scn held something else then.")

    def test_only_a_whole_checkpoint_is_read(self):
        scene = self.interrupted(2)
        self.expect(BAD_INPUT, ["--resume", ".", scene], "cannot be resumed from: it is no regular file")
        self.expect(BAD_INPUT, ["--resume", "/dev/zero", scene], "cannot be resumed from: it is no regular file")
        data = bytearray((self.folder / "scene.checkpoint").read_bytes())
        data[len(data) // 2] ^= 1
        (self.folder / "damaged").write_bytes(data)
        self.expect(BAD_INPUT, ["--resume", "damaged", scene], "the file is damaged")
        (self.folder / "old").write_bytes(b"SOFA checkpoint 2\n" + bytes(data[19:]))
        self.expect(BAD_INPUT, ["--resume", "old", scene], 'it begins with "SOFA checkpoint 2"')


if __name__ == "__main__":
    unittest.main()
