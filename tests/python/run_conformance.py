#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the reference suite for Python (tests/conformance/reference_data.py says where it is looked for).

Usage: run_conformance.py tests|scenes|components [--update]
    tests       unit tests of the behaviour that scripts rely on
    scenes      scenes written in Python, given to runSofa, that must move as their reference does
    components  small scenes of all components, built by addObject() and addChild() and stepped from Python
PYTHONPATH names the folder that holds the package Sofa, RUNSOFA the program. The exit status is 1 if something fails that
is not listed in known_failures.txt. --update writes what fails into that list, where
the reasons are to be added.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
KNOWN = HERE / "known_failures.txt"
sys.path.insert(0, str(HERE.parent / "conformance"))
import reference_data  # noqa: E402


def folder():
    """The suite; a folder that lacks it gives way to what this repository holds."""
    whole = reference_data.folder()
    return (whole if (whole / "python").is_dir() else reference_data.unpack()) / "python"


class Names(unittest.TextTestResult):
    """Also keeps the names of the tests that ran and of those that failed."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.failed, self.ran = set(), set()

    def startTest(self, test):
        self.ran.add(test.id())
        super().startTest(test)

    def addFailure(self, test, error):
        self.failed.add(test.id())
        super().addFailure(test, error)

    def addError(self, test, error):
        self.failed.add(test.id())
        super().addError(test, error)

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.failed.add(test.id())
        super().addSubTest(test, subtest, error)


def run_tests(suite):
    sys.path.insert(0, str(suite / "tests"))
    tests = unittest.defaultTestLoader.discover(str(suite / "tests"), "test_*.py")
    result = unittest.TextTestRunner(resultclass=Names, verbosity=0).run(tests)
    return result.ran, {name: "" for name in result.failed}  # what is wrong is printed already


def graded(command):
    """Names of all scenes that a grader ran, and why some of them could have done better."""
    with tempfile.TemporaryDirectory() as temporary:
        out = os.path.join(temporary, "grades.json")
        environment = os.environ | {"SOFA_DATA_PATH": str(folder().parent / "data" / "share")}
        done = subprocess.run([sys.executable, *map(str, command), "--json", out], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, env=environment)
        if not os.path.exists(out):
            sys.exit(done.stdout)
        grades = json.loads(Path(out).read_text(encoding="utf8"))
    failed = {g["scene"]: f'{g["grade"]}: {g["why"]}' for g in grades if not g.get("best", g["grade"] == "match")}
    return {g["scene"] for g in grades}, failed


def run_scenes(suite):
    return graded([suite.parent / "check", "--runsofa", os.environ["RUNSOFA"], "--manifest", suite / "manifest.json"])


def run_components(suite):
    """Those that match as XML have to match here too."""
    passing = (HERE.parent / "conformance" / "passing.txt").read_text(encoding="utf8").split()
    expected = {name.removeprefix("micro/") for name in passing}
    if not (suite.parent / "data").is_dir():
        expected = {name for name in expected if not reference_data.reads_sofa_mesh(suite.parent / "micro" / name)}
    ran, failed = graded([suite / "through_python.py"])
    print(f"{len(ran) - len(failed)} of {len(ran)} match; {len(ran & expected)} do as XML, and of these", end=" ")
    return ran & expected, {name: why for name, why in failed.items() if name in expected}


PARTS = {"tests": run_tests, "scenes": run_scenes, "components": run_components}


def read_known():
    """Known failures with what is said of each, and the lines before them."""
    lines = KNOWN.read_text(encoding="utf8").splitlines()
    entries = [line.partition(" ") for line in lines if line and line[0] != "#"]
    return {name: why.strip() for name, _, why in entries}, [line for line in lines if line.startswith("#")]


def update(known, head, ran, failed):
    kept = {name: why for name, why in known.items() if name not in ran or name in failed}
    kept.update({name: "" for name in failed if name not in kept})
    KNOWN.write_text("\n".join(head + [f"{name} {why}".strip() for name, why in sorted(kept.items())]) + "\n",
                     encoding="utf8")


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in PARTS:
        sys.exit(__doc__)
    suite = folder()
    ran, failed = PARTS[sys.argv[1]](suite)
    known, head = read_known()
    if "--update" in sys.argv:
        update(known, head, ran, failed)
    new, gone = sorted(set(failed) - set(known)), sorted((set(known) & ran) - set(failed))
    print(f"{len(ran) - len(failed)} of {len(ran)} passed")
    for name in new:
        print("fails, and is not listed:", name, failed[name])
    for name in gone:
        print("passes, and is listed as failing (--update takes it out):", name)
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
