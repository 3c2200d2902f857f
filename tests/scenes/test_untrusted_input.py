#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scenes that ask for too much: deep, long, or including what is no scene. Each is run or refused, in time.

Usage: test_untrusted_input.py PATH_OF_RUNSOFA [unittest options]
"""
import os
import unittest

from runsofa import BAD_INPUT, GOOD, RunSofa

LOOP = "<DefaultAnimationLoop/>"


def nested(depth, inside="", lines=""):
    return "".join(f'<Node name="n{i}">{lines}' for i in range(depth)) + LOOP + inside + "</Node>" * depth


class Deep(RunSofa):
    POINTS = ('<EulerExplicitSolver/><MechanicalObject name="dofs" position="0 0 0"/><UniformMass totalMass="1"/>'
              '<ConstantForceField indices="5" forces="1 0 0"/>')

    def test_nodes_that_hang_below_each_other(self):
        for depth in (90, 97, 98, 99, 100, 150, 500, 1000):
            with self.subTest(depth=depth):
                self.expect(GOOD, ["-g", "batch", "-n", 2, self.write(nested(depth))], "2 iterations done")

    def test_they_do_what_others_do(self):
        for depth in (3, 300):
            scene = self.write(f'<Node name="root">{LOOP}\n' + nested(depth, self.POINTS, "\n<!-- a\n -->") + "\n</Node>")
            path = "/" + "/".join(f"n{i}" for i in range(depth))
            output = self.expect(BAD_INPUT, ["-g", "batch", "-n", 2, scene], f"({path}/ConstantForceField1)")
            self.assertIn(f"scene.scn:{2 + 2 * depth})", next(line for line in output.splitlines() if "[ERROR]" in line))

    def test_too_deep_is_an_error(self):
        for depth in (2500, 30000):
            with self.subTest(depth=depth):
                self.expect(BAD_INPUT, ["-g", "batch", "-n", 2, self.write(nested(depth))], "elements are nested too deeply")
        self.expect(BAD_INPUT, ["-g", "batch", "-n", 2, self.write("<Node>" * 3000)], "[ERROR]")
        self.expect(BAD_INPUT, ["-g", "batch", "-n", 2, self.write("<Node>" * 300)], "[ERROR]")
        self.expect(BAD_INPUT, ["-g", "batch", "-n", 2, self.write("<Node>" * 300 + "</Nodes>" * 300)], "[ERROR]")

    def test_deep_includes(self):
        for i in range(30):
            inner = f'<include href="deep{i - 1}.xml"/>' if i else LOOP
            self.write("<Node>" * 90 + inner + "</Node>" * 90, f"deep{i}.xml")
        self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, "deep29.xml"], "Elements and includes are nested too deeply")
        self.expect(GOOD, ["-g", "batch", "-n", 1, "deep4.xml"])
        for i in range(1000):
            self.write(f'<Node><include href="chain{i - 1}.xml"/></Node>' if i else f"<Node>{LOOP}</Node>", f"chain{i}.xml")
        self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, "chain999.xml"], "Includes are nested too deeply, more than 200")
        self.expect(GOOD, ["-g", "batch", "-n", 1, "chain150.xml"])


class Files(RunSofa):
    READERS = ("<MeshOBJLoader filename='{}'/>", "<MeshVTKLoader filename='{}'/>", "<MeshGmshLoader filename='{}'/>",
               "<ReadState filename='{}'/>", "<ReadTopology filename='{}'/>", "<include href='{}'/>", "<SphereLoader filename='{}'/>",
               "<MeshTopology fileTopology='{}'/>", "<RigidDistanceGridCollisionModel filename='{}'/>")
    WRITERS = ("<WriteState filename='{}'/>", "<WriteTopology filename='{}'/>", "<FileMessageHandlerComponent filename='{}'/>",
               "<OBJExporter filename='{}' exportAtEnd='1'/>")

    def test_what_is_no_file(self):
        """Neither is waited for: pipes that nobody writes or reads, devices, endless files."""
        os.mkfifo(self.folder / "pipe")
        (self.folder / "zero.obj").symlink_to("/dev/zero")
        (self.folder / "loop").symlink_to("loop")
        names = ("pipe", "zero.obj", "loop", "/dev/zero", "/dev/tty", "/proc/kmsg", "/proc/self/mem", "x" * 300, "y/" * 3000 + "z", ".", "/")
        for name in names:
            for element in self.READERS:
                with self.subTest(name=name[:30], element=element):
                    code, output = self.run_sofa("-g", "batch", "-n", 2, "--limit-time", 30, self.write(
                        f'<Node name="r">{LOOP}<MeshTopology position="0 0 0"/><MechanicalObject/>{element.format(name)}</Node>'))
                    self.assertIn(code, (GOOD, BAD_INPUT), output)
                    self.assertNotIn("took longer", output)

    def test_results_that_nobody_takes(self):
        os.mkfifo(self.folder / "pipe")
        for element in self.WRITERS:
            with self.subTest(element=element):
                code, output = self.run_sofa("-g", "batch", "-n", 2, "--limit-time", 30, self.write(
                    f'<Node name="r">{LOOP}<MeshTopology position="0 0 0"/><MechanicalObject/>{element.format("pipe")}</Node>'))
                self.assertNotIn("took longer", output)
                self.assertIn(code, (GOOD, BAD_INPUT), output)


class Includes(RunSofa):
    def refuse(self, href, *parts):
        return self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, self.write(f'<Node name="root">{LOOP}<include href="{href}"/></Node>')], *parts)

    def test_what_is_no_scene(self):
        (self.folder / "folder").mkdir()
        os.mkfifo(self.folder / "pipe")
        (self.folder / "binary").write_bytes(bytes(range(256)) * 100)
        with open(self.folder / "huge", "wb") as file:
            file.truncate(1 << 42)
        self.write("", "empty")
        for href in ("/proc/self/mem", "/proc/self/maps", "/dev/zero", "/dev/null", "/dev/stdin", "folder", "pipe", "/", ".", "..",
                     "binary", "huge", "empty", "nothing", "scene.scn", "/proc/self/fd/0"):
            with self.subTest(href=href):
                self.refuse(href, "[ERROR]", "scene.scn:1")

    def test_a_scene_of_such_a_file(self):
        for name, target in (("memory.scn", "/proc/self/mem"), ("zero.scn", "/dev/zero"), ("folder.scn", ".")):
            (self.folder / name).symlink_to(target)
            self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, name], "[ERROR]")

    def test_meshes_of_such_a_file(self):
        with open(self.folder / "huge.obj", "wb") as file:
            file.truncate(1 << 42)
        (self.folder / "memory.obj").symlink_to("/proc/self/mem")
        for name in ("huge.obj", "memory.obj"):
            self.expect(BAD_INPUT, ["--check", self.write(f'<Node>{LOOP}<MeshOBJLoader filename="{name}"/></Node>')], "Cannot read file")

    def test_files_that_include_others_twice(self):
        self.write("<Node><MechanicalObject/></Node>", "e0.scn")
        for i in range(1, 26):
            self.write("<Node>" + f'<include href="e{i - 1}.scn"/>' * 2 + "</Node>", f"e{i}.scn")
        output = self.expect(BAD_INPUT, ["-g", "batch", "-n", 1, "e25.scn"], "The scene is not read: it includes more than 50000 files")
        self.assertEqual(output.count("[ERROR]"), 1)
        self.expect(GOOD, ["-g", "batch", "-n", 1, "e8.scn"])


class Names(RunSofa):
    def test_long_ones(self):
        for body in ("<" + "A" * 1_000_000 + "/>", f'<MechanicalObject name="{"A" * 1_000_000}"/><BoxROI box="@{"B" * 1_000_000}.x"/>',
                     f'<UniformMass {"A" * 1_000_000}="1"/>', f'<MechanicalObject template="{"V" * 1_000_000}"/>'):
            with self.subTest(body=body[:20]):
                self.run_sofa("--check", self.write(f"<Node>{LOOP}{body}</Node>"), timeout=30)

    def test_many_unknown_ones(self):
        for name in ("<Zzz/>", "<UniformMas{}/>", "<Abcdefghijklmnopqrst{}/>"):
            with self.subTest(name=name):
                body = "\n".join(name.format(i) for i in range(20000))
                self.expect(BAD_INPUT, ["--check", self.write(f"<Node>{LOOP}\n{body}\n</Node>")], "cannot be found in the factory")


if __name__ == "__main__":
    unittest.main()
