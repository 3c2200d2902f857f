#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of `runSofa -g offscreen`: the pictures it leaves, what it says about bad input and its exit status.

Usage: test_offscreen.py PATH_OF_RUNSOFA [unittest options]
"""
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib
from pathlib import Path

RUNSOFA = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "runSofa"
GOOD, BAD_INPUT, DIVERGED = 0, 1, 3

HEAD = '<Node name="root" dt="0.01" gravity="0 0 0">\n<BackgroundSetting color="0 0 0 1"/>\n<DefaultAnimationLoop/>\n'
SQUARE = '<OglModel position="-1 -1 0 1 -1 0 1 1 0 -1 1 0" quads="0 1 2 3" color="0 1 0"/>\n'
SCENE = HEAD + SQUARE + "</Node>\n"
FALLING = ('<Node name="body">\n<EulerExplicitSolver/>\n<MechanicalObject position="0 0 0" velocity="{}"/>\n'
           '<UniformMass totalMass="1"/>\n<Node>\n<OglModel position="-1 -1 0 1 -1 0 1 1 0" triangles="0 1 2"/>\n'
           '<IdentityMapping/>\n</Node>\n</Node>\n')


def read_png(path):
    """Width, height and rows of a PNG as the program writes them: 8 bits, red green blue alpha, not interlaced."""
    data = Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, pixels = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        chunk = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", chunk[:8])
        if kind == b"IDAT":
            pixels += chunk
        at += 12 + length
    raw, rows, before = zlib.decompress(pixels), [], bytearray(4 * width)
    for y in range(height):
        start = y * (4 * width + 1)
        row = bytearray(raw[start + 1:start + 1 + 4 * width])
        unfilter(raw[start], row, before)
        rows.append(row)
        before = row
    return width, height, rows


def unfilter(kind, row, before):
    for i in range(len(row)):
        left, up, corner = (row[i - 4] if i > 3 else 0), before[i], (before[i - 4] if i > 3 else 0)
        estimate = left + up - corner
        paeth = min((left, up, corner), key=lambda v: abs(estimate - v))
        row[i] = (row[i] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255


class Offscreen(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def command(self, *arguments):
        return [RUNSOFA, "-g", "offscreen", "--hideProgressBar", *map(str, arguments)]

    def environment(self):
        hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
        return {**{k: v for k, v in os.environ.items() if k not in hidden}, "LIBGL_ALWAYS_SOFTWARE": "1"}

    def expect(self, status, arguments, *parts, scene=SCENE, **options):
        (self.folder / "scene.scn").write_text(scene, encoding="utf8")
        done = subprocess.run(self.command(*arguments), cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=60, check=False, env=self.environment(), **options)
        output = done.stdout.decode("utf8", "replace")
        self.assertEqual(done.returncode, status, output)
        for part in parts:
            self.assertIn(part, output)
        return output

    def pictures(self, folder="."):
        return sorted(path.name for path in (self.folder / folder).glob("*.png"))

    def pixel(self, name, x, y):
        width, height, rows = read_png(self.folder / name)
        u, v = int(x * width), int(y * height)
        return tuple(rows[v][4 * u:4 * u + 3])

    def test_last_step_only(self):
        self.expect(GOOD, ["-n", 3, "--out", "made/here", "scene.scn"], "Picture: made/here/scene_000003.png")
        self.assertEqual(self.pictures("made/here"), ["scene_000003.png"])
        width, height, _ = read_png(self.folder / "made/here/scene_000003.png")
        self.assertEqual((width, height), (800, 600))

    def test_every_few_steps(self):
        self.expect(GOOD, ["-n", 5, "--screenshot-every", 2, "scene.scn"], "scene_000000.png", "scene_000005.png", "(4)")
        self.assertEqual(self.pictures(), [f"scene_{n:06}.png" for n in (0, 2, 4, 5)])

    def test_default_framing(self):
        # All of the square, but for a twelfth of the picture on either side.
        self.expect(GOOD, ["-n", 1, "--width", 300, "--height", 300, "scene.scn"])
        red, green, blue = self.pixel("scene_000001.png", 0.5, 0.5)
        self.assertGreater(green, 150)
        self.assertEqual((red, blue), (0, 0))
        self.assertGreater(self.pixel("scene_000001.png", 0.11, 0.5)[1], 150)
        self.assertEqual(self.pixel("scene_000001.png", 0.05, 0.5), (0, 0, 0))

    def test_a_scene_without_a_visual_model_is_seen(self):
        pendulum = ('<Node name="root" dt="0.01" gravity="0 -9.81 0">\n<DefaultAnimationLoop/>\n<RungeKutta4Solver/>\n'
                    '{}<MechanicalObject position="0 0 0  1 0 0"/>\n<UniformMass vertexMass="1"/>\n'
                    '<FixedProjectiveConstraint indices="0"/>\n<SpringForceField spring="0 1 1000 0 1"/>\n</Node>\n')
        output = self.expect(GOOD, ["-n", 1, "scene.scn"], scene=pendulum.format(""))
        self.assertNotIn("Nothing of the scene", output)
        _, _, rows = read_png(self.folder / "scene_000001.png")
        orange = sum(row[i] > 150 and row[i + 2] < 90 for row in rows for i in range(0, len(row), 4))
        self.assertGreater(orange, 500)
        output = self.expect(GOOD, ["-n", 3, "--screenshot-every", 1, "scene.scn"], "Nothing of the scene is drawn",
                             scene=pendulum.format('<VisualStyle displayFlags="hideAll"/>\n'))
        self.assertEqual(output.count("Nothing of the scene"), 1)

    def test_saved_view(self):
        view = ('<Camera version="1.0"><position value="0 0 1"/><orientation value="0 0 0 1"/>'
                '<fieldOfView value="45"/><distance value="1"/><projectionType value="0"/></Camera>')
        (self.folder / "scene.scn.view").write_text(view, encoding="utf8")
        self.expect(GOOD, ["-n", 1, "scene.scn"])
        self.assertGreater(self.pixel("scene_000001.png", 0.02, 0.02)[1], 50)  # near enough to fill the picture
        (self.folder / "other.view").write_text(view.replace("0 0 1", "0 0 90", 1), encoding="utf8")
        self.expect(GOOD, ["-n", 1, "--view", "other.view", "scene.scn"])
        self.assertEqual(self.pixel("scene_000001.png", 0.02, 0.02), (0, 0, 0))

    def test_a_saved_view_that_sees_nothing_is_passed_over(self):
        away = '<Camera version="1.0"><position value="0 0 9"/><orientation value="0 1 0 0"/><distance value="1"/></Camera>'
        (self.folder / "scene.scn.view").write_text(away, encoding="utf8")
        self.expect(GOOD, ["-n", 1, "scene.scn"], "WARNING", "scene.scn.view sees nothing of the scene")
        self.assertGreater(self.pixel("scene_000001.png", 0.5, 0.5)[1], 50)
        # One that was asked for is obeyed.
        output = self.expect(GOOD, ["-n", 1, "--view", "scene.scn.view", "scene.scn"])
        self.assertNotIn("sees nothing", output)
        self.assertEqual(self.pixel("scene_000001.png", 0.5, 0.5), (0, 0, 0))

    def test_views_that_cannot_be_read(self):
        self.expect(BAD_INPUT, ["-n", 1, "--view", "none.view", "scene.scn"], "none.view", "there is no such file")
        (self.folder / "scene.scn.view").write_text("<Camera><position value='a'/></Camera>", encoding="utf8")
        self.expect(GOOD, ["-n", 1, "scene.scn"], "WARNING", "scene.scn.view", "position")
        self.assertEqual(self.pictures(), ["scene_000001.png"])

    def test_folder_that_cannot_be_made(self):
        (self.folder / "file").write_text("", encoding="utf8")
        self.expect(BAD_INPUT, ["-n", 1, "--out", "file", "scene.scn"], "--out file", "the folder cannot be made")
        self.expect(BAD_INPUT, ["-n", 1, "--out", "file/below", "scene.scn"], "--out file/below")

    def test_picture_that_cannot_be_written(self):
        (self.folder / "scene_000001.png").mkdir()
        self.expect(BAD_INPUT, ["-n", 1, "scene.scn"], "scene_000001.png' cannot be written")
        self.assertEqual([p.name for p in self.folder.glob("*.part")], [])

    def test_disk_that_gets_full(self):
        # A limit on the size of files stands for it: python ignores the signal, so that writing fails.
        self.expect(BAD_INPUT, ["-n", 3, "--screenshot-every", 1, "--out", "out", "scene.scn"],
                    "scene_000000.png cannot be written", restore_signals=False,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        self.assertEqual(list((self.folder / "out").iterdir()), [])

    def test_picture_size(self):
        self.expect(GOOD, ["-n", 1, "--width", 123, "--height", 77, "--msaa", 0, "scene.scn"])
        self.assertEqual(read_png(self.folder / "scene_000001.png")[:2], (123, 77))
        scene = HEAD + '<ViewerSetting resolution="90 60"/>\n' + SQUARE + "</Node>\n"
        self.expect(GOOD, ["-n", 1, "scene.scn"], scene=scene)
        self.assertEqual(read_png(self.folder / "scene_000001.png")[:2], (90, 60))

    def test_diverged(self):
        self.expect(DIVERGED, ["-n", 5, "scene.scn"], "diverged", "Picture:",
                    scene=HEAD.replace("0.01", "1") + FALLING.format("1e308 1e308 0") + "</Node>\n")

    def test_scene_with_errors(self):
        self.expect(BAD_INPUT, ["-n", 1, "scene.scn"], "NoSuchThing",
                    scene=HEAD + SQUARE + "<NoSuchThing/>\n</Node>\n")
        self.assertEqual(self.pictures(), ["scene_000001.png"])
        self.expect(BAD_INPUT, ["-n", 1, "missing.scn"], "missing.scn")

    def test_options_of_batch_runs_work_too(self):
        self.expect(GOOD, ["-n", 2, "--state-at", "2", "--state-out", "state.json", "scene.scn"])
        self.assertTrue((self.folder / "state.json").exists())

    def test_recorded_camera_is_followed(self):
        scene = (HEAD + '<RecordedCamera rotationMode="true" startTime="0" endTime="0.04" rotationCenter="0 0 0" '
                 'rotationStartPoint="0 0 5" rotationLookAt="0 0 0" rotationAxis="0 1 0"/>\n' + SQUARE + "</Node>\n")
        self.expect(GOOD, ["-n", 3, "--screenshot-every", 1, "scene.scn"], scene=scene)
        images = [read_png(self.folder / name)[2] for name in self.pictures()]
        self.assertNotEqual(images[1], images[2])

    def test_interrupted(self):
        (self.folder / "scene.scn").write_text(SCENE, encoding="utf8")
        with subprocess.Popen(self.command("-n", "infinite", "--screenshot-every", 1, "scene.scn"), cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment()) as process:
            deadline = time.monotonic() + 30
            while len(self.pictures()) < 3 and time.monotonic() < deadline:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            output = process.communicate(timeout=30)[0].decode("utf8", "replace")
        self.assertEqual(process.returncode, 128 + signal.SIGINT, output)
        self.assertIn("Pictures: ", output)
        self.assertEqual([p.name for p in self.folder.glob("*.part")], [])


if __name__ == "__main__":
    unittest.main()
