#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of what a scene of unknown origin may do (docs/manual/trust.md).

Usage: test_trust.py PATH_OF_RUNSOFA [unittest options]
"""
import os
import re
import time
import unittest
from pathlib import Path

from runsofa import BAD_INPUT, BODY, GOOD, HEAD, SCENE, RunSofa

PRECIOUS = "ssh-ed25519 the key of the user\n"
WRITER = '<WriteState filename="{}"/>'
# Which files a component writes, and when, is up to these.
SWITCHES = {"exportEveryNumberOfSteps": "1", "exportAtBegin": "1", "exportAtEnd": "1", "writeEvents": "1", "saveEnergyInFile": "1",
            "period": "0.01", "use_file": "1", "recompute": "0", "format": "obj"}


def scene(element, head=HEAD):
    return head + BODY.replace("</Node>", element + "\n</Node>") + "</Node>\n"


class Trust(RunSofa):
    """The working folder is a folder of a temporary one, so that there is something outside."""

    def setUp(self):
        super().setUp()
        self.outside = self.folder / "home"
        self.outside.mkdir()
        self.key = self.outside / "authorized_keys"
        self.key.write_text(PRECIOUS)
        self.folder = self.folder / "work"
        self.folder.mkdir()

    def state_of_outside(self):
        return {str(p): (p.lstat().st_mtime_ns, p.read_bytes() if p.is_file() else b"") for p in self.outside.rglob("*")}

    def refused(self, name, *parts, options=(), element=WRITER, kept=True):
        output = self.expect(BAD_INPUT, ["-g", "batch", "-n", 2, *options, self.write(scene(element.format(name)))],
                             "/body/", "cannot be written", *parts)
        self.assertEqual(output.count("cannot be written"), 1, output)
        if kept:
            self.assertEqual(self.key.read_text(), PRECIOUS)
        return output


class Places(Trust):
    def test_outside(self):
        for name in ("../home/authorized_keys", self.key, "../home/new.txt", "../../../../../../" + str(self.key)):
            with self.subTest(name=str(name)):
                self.refused(name, "outside the scene's folder and the working folder", f"--allow-writes {self.outside.resolve()}")
        self.assertEqual(len(list(self.outside.iterdir())), 1)

    def test_exporters_make_no_folders_outside(self):
        exporter = '<VTKExporter filename="{}" overwrite="1" exportEveryNumberOfSteps="1" hexas="1" tetras="0"/>'
        self.refused("../home/made/mesh", "outside", element=exporter)
        self.refused("../made/deeper/mesh", "outside", element=exporter)
        self.assertFalse((self.folder.parent / "made").exists())
        self.assertFalse((self.outside / "made").exists())
        self.expect(GOOD, ["-n", 1, self.write(scene(exporter.format("made/deeper/mesh")))])
        self.assertTrue((self.folder / "made" / "deeper" / "mesh.vtu").exists())

    def test_links_that_lead_out(self):
        (self.folder / "file.txt").symlink_to(self.key)
        (self.folder / "relative.txt").symlink_to("../home/authorized_keys")
        (self.folder / "new.txt").symlink_to(self.outside / "new.txt")
        (self.folder / "folder").symlink_to(self.outside)
        (self.folder / "chain").symlink_to("folder")
        for name in ("file.txt", "relative.txt", "new.txt", "folder/authorized_keys", "chain/authorized_keys", "folder/new.txt"):
            with self.subTest(name=name):
                self.refused(name, "a link leads to", str(self.outside.resolve()))
        self.assertEqual(len(list(self.outside.iterdir())), 1)

    def test_links_within(self):
        (self.folder / "results").mkdir()
        (self.folder / "link.txt").symlink_to("results/states.txt")
        self.expect(GOOD, ["-n", 2, self.write(scene(WRITER.format("link.txt")))])
        self.assertTrue((self.folder / "link.txt").is_symlink())
        self.assertTrue((self.folder / "results" / "states.txt").exists())

    def test_another_name_of_a_file_is_given_up(self):
        os.link(self.key, self.folder / "states.txt")
        self.expect(GOOD, ["-n", 2, self.write(scene(WRITER.format("states.txt")))])
        self.assertEqual(self.key.read_text(), PRECIOUS)
        self.assertIn("T= 0", (self.folder / "states.txt").read_text())

    def test_a_folder_that_is_swapped_meanwhile(self):
        """Each file is placed anew: the second of a series does not follow a link that took the place of its folder."""
        exporter = '<VTKExporter filename="out/mesh" exportEveryNumberOfSteps="1" hexas="1" tetras="0"/>'
        run = self.start("-n", "infinite", "--limit-time", 120, self.write(scene(exporter)))
        first = self.folder / "out"
        for _ in range(600):
            if first.exists() and any(first.iterdir()):
                break
            time.sleep(0.05)
        for number in range(1000):  # the run makes the folder again if it is faster
            try:
                first.rename(self.folder / f"before{number}")
                first.symlink_to(self.outside)
                break
            except OSError:
                continue
        self.assertTrue(first.is_symlink())
        time.sleep(0.5)
        run.terminate()
        output = run.communicate(timeout=60)
        self.assertEqual([p.name for p in self.outside.iterdir()], ["authorized_keys"], output)

    def test_hidden_files(self):
        """Of the folder that the program runs in, which may be the home folder."""
        (self.folder / ".ssh").mkdir()
        self.refused(".ssh/authorized_keys", "begins with a dot", "--allow-writes")
        self.refused(".bashrc", "begins with a dot")
        self.assertFalse((self.folder / ".bashrc").exists())

    def test_folder_of_the_scene(self):
        """Beside the scene if that lies elsewhere; the working folder too."""
        (self.folder / "scenes").mkdir()
        self.write(scene(WRITER.format("../scenes/states.txt")), "scenes/scene.scn")
        (self.folder / "run").mkdir()
        work, self.folder = self.folder, self.folder / "run"
        self.expect(GOOD, ["-n", 1, "../scenes/scene.scn"])
        self.assertTrue((work / "scenes" / "states.txt").exists())

    def test_the_root_folder_is_no_working_folder(self):
        self.write(scene(WRITER.format(self.outside / "states.txt")))
        self.folder, name = Path("/"), str(self.folder / "scene.scn")
        self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, name], "outside the scene's folder and the working folder")

    def test_what_the_user_allows(self):
        name = self.outside / "states.txt"
        self.expect(GOOD, ["-n", 1, "--allow-writes", self.outside, self.write(scene(WRITER.format(name)))])
        self.assertTrue(name.exists())
        self.expect(GOOD, ["-n", 1, "--state-out", self.outside / "out.json", self.write(SCENE)])  # the user names it
        self.expect(GOOD, ["-n", 1, "--allow-writes", "nowhere", "scene.scn"], "--allow-writes nowhere: there is no such folder")

    def test_results_that_the_user_asks_for_follow_no_links_out(self):
        self.write(SCENE)
        for name, options in {"out.json": ["--state-out", "out.json"], "scene.checkpoint": ["--checkpoint-every", 1],
                              "trace.json": ["--profile-out", "trace.json"]}.items():
            with self.subTest(name=name):
                (self.folder / name).symlink_to(self.key)
                self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, *options, "scene.scn"], f"'{name}' cannot be written", "is a link that leads to")
                self.assertEqual(self.key.read_text(), PRECIOUS)

    def test_every_component_that_names_a_file(self):
        """All Data that may name a file or a folder name one outside, and everything that makes components write is on."""
        names = [line.split()[0] for line in self.expect(GOOD, ["--list-components"]).splitlines() if line.strip()]
        tried, before = 0, self.state_of_outside()
        elements = []
        for name in names:
            text = self.run_sofa("--describe", name)[1]
            data = dict(re.findall(r"^  (\w+) \(([^)]*)\) = ", text, re.MULTILINE))
            files = [d for d, kind in data.items() if kind.startswith("string") and re.search(r"file|dir|folder|path", d, re.IGNORECASE)]
            if not files:
                continue
            tried += 1
            attributes = " ".join([f'{d}="{self.outside}/{name}_{d}"' for d in files] +
                                  [f'{k}="{v}"' for k, v in SWITCHES.items() if k in data and k not in files])
            elements.append((name, f"<{name} {attributes}/>"))
        self.assertGreater(tried, 40)
        for name, element in elements:
            with self.subTest(component=name):
                self.run_sofa("-g", "batch", "-n", 2, self.write(scene(element)))
                self.assertEqual(self.state_of_outside(), before, element)


class Moments(Trust):
    WRITERS = ('<VTKExporter filename="a" exportAtBegin="1" exportAtEnd="1" hexas="1" tetras="0"/>', WRITER.format("b.txt"),
               '<FileMessageHandlerComponent filename="c.log"/>', '<PrecomputedConstraintCorrection/>',
               '<ClusteringEngine outFile="d.txt" radius="2"/>',
               '<Node><MechanicalObject template="Rigid3" position="0 0 0 0 0 0 1"/>'
               '<RigidDistanceGridCollisionModel filename="#cube" dumpfilename="e.vtk" nx="4" ny="4" nz="4"/></Node>')

    def test_opening_checking_and_initialising_write_nothing(self):
        self.write(scene("\n".join(self.WRITERS)))
        before = sorted(p.name for p in self.folder.iterdir())
        for arguments in (["--check", "scene.scn"], ["-g", "batch", "-n", 0, "scene.scn"]):
            self.run_sofa(*arguments)
            self.assertEqual(sorted(p.name for p in self.folder.iterdir()), before, arguments)

    def test_what_waited_is_written_with_the_first_step(self):
        self.write(scene(self.WRITERS[0] + self.WRITERS[2] + self.WRITERS[5] + '<MeshOBJLoader name="none"/>'))
        _, output = self.run_sofa("-g", "batch", "-n", 1, "scene.scn")
        names = sorted(p.name for p in self.folder.iterdir())
        self.assertIn("e.vtk", names, output)
        self.assertEqual(len([n for n in names if n.endswith(".vtu")]), 2, output)
        self.assertIn("/none", (self.folder / "c.log").read_text())  # told while the scene was initialised


class Untrusted(Trust):
    def test_nothing_is_written(self):
        self.refused("states.txt", "with --untrusted a scene writes nothing", options=["--untrusted"])
        self.assertFalse((self.folder / "states.txt").exists())
        self.expect(GOOD, ["-n", 1, "--untrusted", "--state-out", "out.json", self.write(SCENE)])  # the user names it

    def test_no_plugins(self):
        self.expect(BAD_INPUT, ["-n", 1, "--untrusted", self.write(scene('<RequiredPlugin name="SofaPython3"/>'))],
                    "with --untrusted no scene loads plugins")

    def test_no_scripts(self):
        self.write("open('made', 'w')\ndef createScene(root):\n    pass\n", "scene.py")
        for arguments in (["-n", 1], ["--check"]):
            self.expect(BAD_INPUT, ["-g", "batch", "--untrusted", *arguments, "scene.py"], "with --untrusted no script runs")
        self.assertFalse((self.folder / "made").exists())

    def test_checking_a_script_says_that_it_runs(self):
        self.write("def createScene(root):\n    pass\n", "scene.py")
        _, output = self.run_sofa("--check", "scene.py")
        self.assertIn("checking it runs that program", output)

    def test_no_devices(self):
        os.mkfifo(self.folder / "mouse")
        self.expect(BAD_INPUT, ["-n", 1, "--untrusted", self.write(scene('<InputEventReader filename="mouse"/>'))],
                    "with --untrusted no scene reads devices")

    def test_no_programs_in_any_thread(self):
        run = self.start("-n", "infinite", "--untrusted", "--threads", 3, self.write(SCENE))
        modes = {}
        for _ in range(600):
            modes = {task.name: re.search(r"Seccomp:\s*(\d)", (task / "status").read_text())
                     for task in Path(f"/proc/{run.pid}/task").iterdir()}
            if len(modes) >= 3 or run.poll() is not None:
                break
            time.sleep(0.05)
        self.assertIsNone(run.poll())
        self.assertEqual({mode.group(1) for mode in modes.values()}, {"2"})  # a filter

    def test_memory(self):
        grid = '<Node name="g"><RegularGridTopology n="400 400 400"/><MechanicalObject/></Node>'
        self.expect(BAD_INPUT, ["-n", 1, "--untrusted", "--limit-memory", 600, self.write(HEAD + grid + "</Node>")], "memory")

    def test_time(self):
        started = time.monotonic()
        self.expect(BAD_INPUT, ["-g", "batch", "-n", "infinite", "--limit-time", 2, self.write(SCENE)], "took longer than 2 s", "--limit-time")
        self.assertGreater(time.monotonic() - started, 1.5)

    def test_nodes(self):
        many = HEAD + '<Node name="n"/>' * 50 + "</Node>"
        self.expect(BAD_INPUT, ["-n", 1, "--limit-nodes", 20, self.write(many)], "more than 20 nodes and components", "--limit-nodes")
        self.expect(GOOD, ["-n", 1, "--limit-nodes", 60, "scene.scn"])


class Terminal(Trust):
    def test_names_and_values(self):
        evil = "\u009b31mred\u202e"
        self.write(HEAD + f'<Node name="a&#27;[2J&#10;[ERROR] forged{evil}"><MechanicalObject name="b&#7;" position="1&#27;]0;title&#7;"/>'
                   f'<MeshOBJLoader filename="c&#27;[1m&#10;[ERROR] forged.obj"/><RequiredPlugin name="d&#27;[1m"/></Node><Nothing q="&#27;[5m"/></Node>')
        for arguments in (["-g", "batch", "-n", 1], ["--check"], ["-f", "clang", "-n", 1]):
            code, output = self.run_sofa(*arguments, "scene.scn")
            commands = [c for c in output if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160 or c == "\u202e"]
            self.assertEqual(commands, [], output)
            self.assertNotRegex(output, r"(?m)^\[ERROR\] forged")
            self.assertEqual(code, BAD_INPUT)

    def test_file_names(self):
        name = "scene\033[2J.scn"
        self.write(HEAD, name)
        _, output = self.run_sofa("-g", "batch", "-n", 1, name)
        self.assertNotIn("\033", output)
        self.assertIn("scene\\x1b[2J.scn", output)


if __name__ == "__main__":
    unittest.main()
