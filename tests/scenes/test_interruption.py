#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of runs that are stopped from outside: signals, readers that leave, disks that are full.

Usage: test_interruption.py PATH_OF_RUNSOFA [unittest options]
"""
import json
import os
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as ElementTree

from runsofa import BAD_INPUT, GOOD, HEAD, RUNSOFA, SCENE, RunSofa, end_run, end_with_test, wait_for


def long_step(solver, n):
    """A scene whose first step takes minutes, or a multiple of what a test may take."""
    return (HEAD + '<EulerImplicitSolver/>' + solver + f'\n<RegularGridTopology n="{n} {n} {n}" min="0 0 0" max="1 1 1"/>\n'
            '<MechanicalObject name="dofs"/>\n<UniformMass totalMass="1"/>\n'
            '<HexahedronFEMForceField youngModulus="1e9" poissonRatio="0.49"/>\n<BoxROI name="box" box="-1 -1 -1 2 0.01 2"/>\n'
            '<FixedProjectiveConstraint indices="@box.indices"/>\n</Node>\n')


ENDLESS = '<CGLinearSolver iterations="100000000" tolerance="1e-300" threshold="1e-300"/>'


class Signals(RunSofa):
    def start_in_step(self, text, *options):
        """Start a run and wait until it is about to step."""
        self.write(text)
        process = self.start("-n", 1, "--export", "out", "--state-out", "out.json", *options, "scene.scn")
        self.addCleanup(process.kill)
        wait_for(self.folder / "out" / "series.pvd", 120)
        return process

    def test_a_step_is_given_up_inside_a_solver(self):
        fronts = "<SparseLDLSolver/>"  # a dense front of thousands of rows
        for name, number, text in (("CG", signal.SIGINT, long_step(ENDLESS, 24)), ("PCG", signal.SIGTERM, long_step(
                '<PCGLinearSolver iterations="100000000" tolerance="1e-300" preconditioner="@p"/><JacobiPreconditioner name="p" '
                'template="CompressedRowSparseMatrixd"/>', 24)), ("LDL", signal.SIGHUP, long_step(fronts, 40))):
            with self.subTest(solver=name), self.start_in_step(text) as process:
                time.sleep(1)
                process.send_signal(number)
                output = process.communicate(timeout=200)[0].decode()
                self.assertEqual(process.returncode, 128 + number, output)
                self.assertIn("Interrupted after step 0", output)
                # The step is no result: what is there is as before it.
                out = json.loads((self.folder / "out.json").read_text(encoding="utf8"))
                self.assertEqual((out["steps"], [f["step"] for f in out["frames"]], out["frames"][0]["time"]), (0, [0], 0))
                self.assertEqual(set(out["frames"][0]["states"][0]["velocity"]), {0})
                index = ElementTree.parse(self.folder / "out" / "series.pvd").getroot().findall("./Collection/DataSet")
                self.assertEqual([float(f.get("timestep")) for f in index], [0])
                self.assertEqual([p.name for p in self.folder.rglob("*.part")], [])
            (self.folder / "out" / "series.pvd").unlink()

    def test_the_second_signal_ends_at_once(self):
        # A decomposition by a library, which cannot be interrupted.
        process = self.start_in_step(long_step('<SVDLinearSolver template="CompressedRowSparseMatrixd"/>', 11))
        with process:
            process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            output = process.communicate(timeout=30)[0].decode()
        self.assertEqual(process.returncode, 128 + signal.SIGINT, output)
        self.assertFalse((self.folder / "out.json").exists())

    def test_ignored_signals_stay_ignored(self):
        self.write(SCENE)
        with subprocess.Popen(["nohup", RUNSOFA, "-g", "batch", "-n", "infinite", "--limit-time", "180", "--export", "out", "scene.scn"],
                              cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              preexec_fn=end_with_test) as process:
            self.addCleanup(end_run, process)
            wait_for(self.folder / "out" / "series.pvd", 120)
            process.send_signal(signal.SIGHUP)
            time.sleep(0.5)
            self.assertIsNone(process.poll())
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)

    def test_exporters_that_write_the_end_write_the_last_whole_step(self):
        text = long_step(ENDLESS, 24).replace("</Node>\n", '<VTKExporter filename="end" exportAtEnd="true" tetras="0" hexas="1" '
                                              'pointsDataFields="dofs.velocity"/>\n</Node>\n')
        with self.start_in_step(text) as process:
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            output = process.communicate(timeout=200)[0].decode()
        self.assertEqual(process.returncode, 128 + signal.SIGINT, output)
        end = next(self.folder.glob("end*.vtu"))
        velocity = ElementTree.parse(end).getroot().find("./UnstructuredGrid/Piece/PointData/DataArray[@Name='velocity']")
        self.assertEqual({float(v) for v in velocity.text.split()}, {0.0})


class Output(RunSofa):
    def test_a_reader_that_leaves_costs_no_results(self):
        self.write(SCENE)
        reading, writing = os.pipe()
        with self.start("-n", 20, "--state-out", "out.json", "scene.scn", stdout=writing, stderr=subprocess.PIPE) as process:
            os.close(writing)
            os.close(reading)
            problem = process.communicate(timeout=120)[1].decode()
        self.assertEqual(process.returncode, BAD_INPUT, problem)
        self.assertIn("standard output could not be written", problem)
        self.assertEqual(json.loads((self.folder / "out.json").read_text(encoding="utf8"))["steps"], 20)

    def test_a_full_disk_behind_standard_output_is_told(self):
        self.write(SCENE)
        for arguments in (["-n", 2, "scene.scn"], ["--help"], ["--version"], ["--list-components"], ["--check", "scene.scn"]):
            with self.subTest(arguments=arguments), open("/dev/full", "wb") as full, self.start(
                    *arguments, stdout=full, stderr=subprocess.PIPE) as process:
                problem = process.communicate(timeout=120)[1].decode()
                self.assertEqual(process.returncode, BAD_INPUT, problem)
                self.assertIn("standard output could not be written", problem)

    def test_closed_streams_do_not_lead_into_files(self):
        self.write(SCENE)
        with self.start("-n", 2, "--state-out", "out.json", "scene.scn", stdout=None, stderr=None,
                        preexec_fn=lambda: (os.close(1), os.close(2))) as process:
            process.communicate(timeout=120)
        self.assertEqual(process.returncode, GOOD)
        json.loads((self.folder / "out.json").read_text(encoding="utf8"))


if __name__ == "__main__":
    unittest.main()
