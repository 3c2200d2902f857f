#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the files that a run leaves: what they must not replace, and what happens where they cannot be written.

Usage: test_results.py PATH_OF_RUNSOFA [unittest options]
"""
import json
import os
import stat
import subprocess
import unittest

from runsofa import BAD_INPUT, BODY, GOOD, HEAD, SCENE, RunSofa

WRITERS = {
    "WriteState": ('<WriteState filename="{0}"/>', "positions.txt"),
    "WriteState compressed": ('<WriteState filename="{0}"/>', "positions.gz"),
    "messages": ('<FileMessageHandlerComponent filename="{0}"/>', "messages.log"),
    "VTKExporter": ('<VTKExporter filename="{0}" overwrite="1" exportAtBegin="1" exportEveryNumberOfSteps="1" hexas="1" tetras="0"/>',
                    "mesh.vtu"),
}


def scene(element):
    """The scene with a writer, and a message that comes after a writer of messages."""
    if "Message" in element:
        return HEAD + element + BODY.replace('name="mass"', 'name="mass" typo="1"') + "</Node>\n"
    return HEAD + BODY.replace("</Node>", element + "\n</Node>") + "</Node>\n"


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


class Results(RunSofa):
    def test_states_are_the_same_bytes_for_the_same_run(self):
        text = scene('<WriteState filename="x.txt"/>').replace('name="mass"', 'name="mass" typo="1"')
        kept = []
        for out in ("a.json", "b.json", "b.json"):  # the last run finds files of the one before
            self.expect(GOOD, ["-g", "batch", "-n", 4, "--state-at", "0,2,4", "--state-out", out, "--times-out", "times.json",
                               "--checkpoint-every", 2, self.write(text)])
            kept.append((self.folder / out).read_bytes())
        self.assertEqual(kept, [kept[0]] * 3)
        self.assertEqual(json.loads(kept[0])["messages"], {"error": 0, "warning": 1})
        times = json.loads((self.folder / "times.json").read_text())
        self.assertGreater(times["step_ms"]["total"], 0)
        self.assertGreater(times["load_ms"], 0)
        self.expect(GOOD, ["-g", "batch", "-n", 4, "--state-out", "c.json", "scene.scn"])
        self.assertEqual(set(json.loads((self.folder / "c.json").read_text())["timing"]), set(times))

    def test_states_are_json_whatever_the_scene_holds(self):
        for attributes in ('dt="1e308"', 'time="inf"', 'time="1e400"', 'time="nan"', 'dt="1e-320"', 'gravity="nan 0 0"',
                           'name="a&quot;b\\&#9;&#10;"', 'gravity="0 1e308 0" dt="1e308"'):
            with self.subTest(attributes=attributes):
                head = HEAD.replace('dt="0.01" gravity="0 -9.81 0"', attributes).replace('name="root" name', "name")
                body = BODY.replace('name="dofs"', 'name="d&quot;\\&#9;"')
                self.run_sofa("-g", "batch", "-n", 2, "--state-at", "0,1,2", "--state-out", "out.json", "--times-out", "times.json",
                              self.write(head + body + "</Node>"))
                for name in ("out.json", "times.json"):
                    if (self.folder / name).exists():  # a step that is no number is refused before
                        json.loads((self.folder / name).read_text(encoding="utf8"), parse_constant=no_constant)

    def device(self, name, minor):
        """A device like /dev/NAME: one of the test's own where the program may replace the system's by mistake."""
        if os.geteuid() != 0:
            return f"/dev/{name}"
        path = self.folder / name
        try:
            os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
            os.close(os.open(path, os.O_WRONLY))
        except OSError as problem:
            self.skipTest(f"no device can be made here: {problem}")
        return path

    def test_checking_writes_nothing(self):
        for name, (element, file) in WRITERS.items():
            for before in (None, "precious"):
                with self.subTest(writer=name, before=before):
                    if before:
                        self.write(before, file)
                    self.expect(GOOD, ["--check", self.write(scene(element.format(file)))])
                    if before:
                        self.assertEqual((self.folder / file).read_text(), before)
                    else:
                        self.assertFalse((self.folder / file).exists())

    def test_a_run_without_a_step_replaces_no_states(self):
        self.write("precious", "positions.txt")
        self.expect(GOOD, ["-n", 0, self.write(scene(WRITERS["WriteState"][0].format("positions.txt")))])
        self.assertEqual((self.folder / "positions.txt").read_text(), "precious")

    def test_what_the_scene_is_read_from_is_not_written_over(self):
        for name, (element, _) in WRITERS.items():
            with self.subTest(writer=name):
                file = "scene.vtu" if "VTK" in name else "scene.scn"
                text = scene(element.format(file))
                self.write(text)
                if file != "scene.scn":
                    os.link(self.folder / "scene.scn", self.folder / file)  # the same file by another name
                self.expect(BAD_INPUT, ["-n", 1, "scene.scn"], "is one that the scene is read from")
                self.assertEqual((self.folder / "scene.scn").read_text(), text)
        mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
        self.write(mesh, "mesh.obj")
        self.expect(BAD_INPUT, ["-n", 1, self.write(scene('<MeshOBJLoader filename="mesh.obj"/><WriteState filename="./mesh.obj"/>'))],
                    "'./mesh.obj' is one that the scene is read from")
        self.assertEqual((self.folder / "mesh.obj").read_text(), mesh)
        self.expect(BAD_INPUT, ["-n", 1, "--state-out", "scene.scn", self.write(SCENE)], "is one that the scene is read from")
        self.assertEqual((self.folder / "scene.scn").read_text(), SCENE)

    def test_results_of_an_earlier_run_are_replaced_with_a_word(self):
        for name, (element, file) in WRITERS.items():
            with self.subTest(writer=name):
                text = self.write(scene(element.format(file)))
                first = self.expect(GOOD, ["-n", 2, text])
                self.assertNotIn("was there before this run", first)
                again = self.expect(GOOD, ["-n", 2, text])
                self.assertEqual(again.count(f"'{file}' was there before this run"), 1, again)
        arguments = ["-n", 2, "--state-out", "out.json", "--export", "frames", "--checkpoint-every", 1, "--profile-out", "trace.json",
                     self.write(SCENE)]
        self.assertNotIn("was there", self.expect(GOOD, arguments))
        self.assertEqual(self.expect(GOOD, arguments).count("was there before this run"), 4)
        resumed = self.expect(GOOD, ["-n", 4, "--checkpoint-every", 1, "--resume", "scene.checkpoint", "scene.scn"])
        self.assertNotIn("was there", resumed)

    def test_a_state_that_never_started_counts_one_point(self):
        self.write('<Node><DefaultAnimationLoop/><MechanicalObject name="all" position="1 2 3 4 5 6"/><Node name="off" activated="0">'
                   '<MechanicalObject name="given" position="@../all.position"/></Node>'
                   '<Node name="empty" activated="0"><MechanicalObject name="none"/></Node></Node>')
        self.expect(GOOD, ["-n", 1, "--state-out", "out.json", "scene.scn"])
        states = json.loads((self.folder / "out.json").read_text())["frames"][-1]["states"]
        self.assertEqual([s["position"] for s in states], [[1, 2, 3, 4, 5, 6], [1, 2, 3], [0, 0, 0]])
        self.assertEqual([s["size"] for s in states], [2, 1, 1])

    def test_links_stay(self):
        self.write(SCENE)
        (self.folder / "elsewhere").mkdir()
        (self.folder / "elsewhere" / "real.json").write_text("old")
        (self.folder / "elsewhere" / "real.json").chmod(0o640)
        (self.folder / "out.json").symlink_to("elsewhere/real.json")
        self.expect(GOOD, ["-n", 1, "--state-out", "out.json", "scene.scn"])
        self.assertTrue((self.folder / "out.json").is_symlink())
        real = self.folder / "elsewhere" / "real.json"
        self.assertEqual(json.loads(real.read_text())["steps"], 1)
        self.assertEqual(stat.S_IMODE(real.stat().st_mode), 0o640)
        # To where nothing is yet.
        (self.folder / "new.json").symlink_to("elsewhere/made.json")
        self.expect(GOOD, ["-n", 1, "--state-out", "new.json", "scene.scn"])
        self.assertEqual(json.loads((self.folder / "elsewhere" / "made.json").read_text())["steps"], 1)
        self.assertTrue((self.folder / "new.json").is_symlink())

    def test_devices_are_written_directly(self):
        null, full = self.device("null", 3), self.device("full", 7)
        self.expect(GOOD, ["-n", 1, "--state-out", null, self.write(SCENE)])
        self.expect(BAD_INPUT, ["-n", 1, "--state-out", full, "scene.scn"], f"{full} cannot be written", "No space left")
        self.expect(BAD_INPUT, ["-n", 1, self.write(scene(f'<WriteState filename="{full}"/>'))],
                    f"'{full}' cannot be written any more: No space left")
        for device in (null, full):
            self.assertTrue(stat.S_ISCHR(os.stat(device).st_mode), device)

    def test_what_cannot_be_written_is_told_before_the_run(self):
        self.write(SCENE)
        for option in ("--state-out", "--profile-out"):
            with self.subTest(option=option):
                output = self.expect(BAD_INPUT, ["-n", 5, option, "none/out.json", "scene.scn"], "'none/out.json' cannot be written",
                                     "No such file or directory")
                self.assertNotIn("iterations done", output)

    def test_times_that_cannot_be_written_are_an_error(self):
        self.write(SCENE)
        (self.folder / "scene_000001.json").mkdir()
        self.expect(BAD_INPUT, ["-n", 1, "--computationTimeSampling", 1, "-o", "json", "scene.scn"],
                    "'scene_000001.json' cannot be written", "Is a directory")

    def test_a_failed_write_leaves_nothing_beside(self):
        self.write(SCENE)
        (self.folder / "out.json").mkdir()
        self.expect(BAD_INPUT, ["-n", 1, "--state-out", "out.json", "scene.scn"], "Is a directory")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["out.json", "scene.scn"])

    def peak(self, *arguments):
        """Most memory (bytes) of a run."""
        process = self.start(*arguments, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, GOOD)
        return 1024 * usage.ru_maxrss

    def test_recorded_frames_are_in_memory_once(self):
        self.write(SCENE.replace('n="3 2 2"', 'n="20 20 20"'))
        steps = 100
        without = self.peak("-n", steps, "scene.scn")
        with_frames = self.peak("-n", steps, "--state-at", ",".join(map(str, range(steps + 1))), "--state-out", "out.json", "scene.scn")
        size = (self.folder / "out.json").stat().st_size
        self.assertGreater(size, 3e7)
        self.assertLess(with_frames - without, 1.5 * size)

    def test_a_precomputed_inverse_is_announced(self):
        text = SCENE.replace('<CGLinearSolver iterations="25" tolerance="1e-9" threshold="1e-9"/>', "<PrecomputedLinearSolver/>")
        output = self.expect(GOOD, ["-n", 1, self.write(text)], "The inverse will be kept", "body-36-0.01.comp", "MB", "use_file")
        self.assertIn(str(self.folder.resolve()), output)


if __name__ == "__main__":
    unittest.main()
