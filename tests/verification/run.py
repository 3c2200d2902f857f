#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the problems of examples/Verification at several refinements and compares with published or exact values.

    run.py RUNSOFA             all of them: prints the table of docs/manual/verification.md; exits with 1 if one is off
    run.py RUNSOFA --write     the same, and writes the tables that it made into that page
    run.py RUNSOFA --coarse    only the coarse meshes, in seconds (a test); their values are also those of the page
    --filter WORD              only problems whose name contains WORD

Problems that need more than positions use the module Sofa of Python (--python FOLDER or PYTHONPATH) and are skipped
without it.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from manufactured import MANUFACTURED
from problems import PROBLEMS as SOLIDS
from shells import SHELLS

PROBLEMS = SOLIDS + MANUFACTURED + SHELLS
ROOT = Path(__file__).resolve().parents[2]
SCENES = ROOT / "examples" / "Verification"
PAGE = ROOT / "docs" / "manual" / "verification.md"
ORDER_TOLERANCE = 0.2  # coarse meshes are not yet in the range where errors fall by the order of theory
QUADS = (("TriangularShellForceField", "QuadShellForceField"), ("TrianglePressureForceField", "QuadPressureForceField"),
         ("triangleList=", "quadList="), (".triangleIndices", ".quadIndices"), (" triangles=", " quads="),
         (".triangles\"", ".quads\""))
READER = """
import json, sys
import Sofa
scene, steps, names, out = json.load(sys.stdin)
root = Sofa.Simulation.load(scene)
Sofa.Simulation.init(root)
for _ in range(steps):
    Sofa.Simulation.animate(root, root.dt.value)
values = {}
for name in names:
    component, data = name.rsplit(".", 1)
    values[name] = root[component].findData(data).value.tolist()
json.dump(values, open(out, "w"))
"""


class Result:
    """Positions of the state at rest and at the recorded steps."""

    def __init__(self, frames, data):
        self.times = [frame["time"] for frame in frames]
        states = [frame["states"][0] for frame in frames]
        self.positions = [np.reshape(state["position"], (state["size"], -1)) for state in states]
        self.velocities = [np.reshape(state["velocity"], (state["size"], -1)) for state in states]
        self.rest, self.x = self.positions[0], self.positions[-1]
        self.data = data

    def node(self, point):
        size = min(len(point), self.rest.shape[1])  # frames have their orientation after the place
        distance = np.linalg.norm(self.rest[:, :size] - np.array(point)[:size], axis=1)
        nearest = int(distance.argmin())
        if distance[nearest] > 1e-6:
            raise ValueError(f"no node at {point}")
        return nearest

    def moved(self, point, frame=-1):
        n = self.node(point)
        return self.positions[frame][n] - self.rest[n]


def changed(scene, sets, of_quads=False):
    """The text of a scene with other values of attributes: "component.attribute" -> value; shells of triangles made of
    quads."""
    text = scene.read_text()
    for triangles, quads in QUADS if of_quads else ():
        text = text.replace(triangles, quads)
    tree = ElementTree.ElementTree(ElementTree.fromstring(text))
    for name, value in sets.items():
        component, attribute = name.rsplit(".", 1)
        found = [element for element in tree.iter() if element.get("name") == component]
        if not found:
            raise ValueError(f"{scene} has no {component}")
        found[0].set(attribute, value)
    return ElementTree.tostring(tree.getroot(), encoding="unicode")


def simulate(options, problem, level):
    steps = problem.get("steps", 1)
    recorded = problem.get("record", [0, steps])
    with tempfile.TemporaryDirectory() as folder:
        scene, out = Path(folder) / "scene.scn", Path(folder) / "states.json"
        scene.write_text(changed(SCENES / problem["scene"], {**problem.get("set", {}), **level["set"]},
                                 problem.get("quads", False)))
        command = [options.runsofa, "-g", "batch", "--hideProgressBar", "-n", str(steps), "--state-at",
                   ",".join(map(str, recorded)), "--state-out", str(out), str(scene)]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if run.returncode != 0 or "[ERROR]" in run.stdout + run.stderr or "failed to converge" in run.stdout + run.stderr:
            raise RuntimeError(run.stdout + run.stderr)
        frames = json.loads(out.read_text())["frames"]
        data = {}
        if problem.get("data"):
            values = Path(folder) / "values.json"
            request = [str(scene), steps, problem["data"], str(values)]
            read = subprocess.run([sys.executable, "-c", READER], input=json.dumps(request), text=True, cwd=folder,
                                  capture_output=True)
            if read.returncode != 0:
                raise RuntimeError(read.stdout + read.stderr)
            data = {k: np.array(v) for k, v in json.loads(values.read_text()).items()}
    return Result(frames, data)


def has_sofa():
    return subprocess.run([sys.executable, "-c", "import Sofa; Sofa.Simulation.load"], capture_output=True).returncode == 0


def order(h, values, reference, exact):
    """Of the last meshes, by the errors where the solution is exact, else by the differences of three meshes."""
    if exact and len(values) > 1:
        a, b = abs(values[-2] - reference), abs(values[-1] - reference)
        ratio = h[-2] / h[-1]
    elif len(values) > 2 and math.isclose(h[-3] / h[-2], h[-2] / h[-1]):
        a, b = abs(values[-3] - values[-2]), abs(values[-2] - values[-1])
        ratio = h[-2] / h[-1]
    else:
        return None
    return math.log(a / b) / math.log(ratio) if min(a, b) > 1e-9 * abs(reference) and ratio > 1 else None


def run_orders(options, problem, levels):
    """Rows of the table of a problem that measures relative errors, and whether they fall by the orders of theory."""
    rows, good, before = [], True, None
    for level in levels:
        measured = problem["measure"](simulate(options, problem, level))
        for quantity, least in problem["orders"].items():
            slope = None
            if before:
                slope = math.log(before[1][quantity] / measured[quantity]) / math.log(before[0] / level["h"])
            fits = level is not levels[-1] or slope > least - (2 if options.coarse else 1) * ORDER_TOLERANCE
            good &= fits
            rows.append([quantity, level["name"], "", "", f"{100 * measured[quantity]:.2g} %",
                         "" if slope is None else f"{slope:.1f}", "" if fits else f"order below {least}"])
            print(f"{problem['name']:34} {' | '.join(rows[-1])}", flush=True)
        before = level["h"], measured
    return rows, good


def run_problem(options, problem):
    """Rows of the table, and whether all values lie within the tolerances."""
    rows, good = [], True
    levels = [level for level in problem["levels"] if level.get("coarse")] if options.coarse else problem["levels"]
    if "orders" in problem:
        return run_orders(options, problem, levels)
    values = {}
    for level in levels:
        measured = problem["measure"](simulate(options, problem, level))
        for quantity, (reference, source, exact) in problem["reference"].items():
            value = measured[quantity]
            values.setdefault(quantity, []).append(value)
            error = abs(value / reference - 1)
            h = [other["h"] for other in levels[: len(values[quantity])]]
            slope = order(h, values[quantity], reference, exact) if problem.get("order", True) else None
            tolerance = level["tolerance"]
            fits = error <= tolerance
            good &= fits
            rows.append([quantity, level["name"], f"{value:.6g}", f"{reference:.6g}", f"{100 * error:.2g} %",
                         "" if slope is None else f"{slope:.1f}", "" if fits else f"above {100 * tolerance:.2g} %"])
            print(f"{problem['name']:34} {' | '.join(rows[-1])}", flush=True)
    return rows, good


def table(problem, rows):
    scene = f"`{problem['scene']}`" + (" with quads" if problem.get("quads") else "")
    lines = [f"### {problem['title']}", f"{scene}, {problem['elements']}. {problem['text']}", "",
             "| quantity | mesh | value | reference | error | order |", "| --- | --- | --- | --- | --- | --- |"]
    lines += ["| " + " | ".join(row[:6]) + " |" for row in rows]
    if "orders" in problem:
        return "\n".join(lines) + "\n"
    sources = {source for _, source, _ in problem["reference"].values()}
    return "\n".join(lines) + "\n\nReference: " + "; ".join(sorted(sources)) + ".\n"


def is_number_like(ours, theirs):
    """Whether two cells are the same text, or numbers that rounding in the last digits may tell apart."""
    try:
        return ours == theirs or math.isclose(float(ours.rstrip(" %")), float(theirs.rstrip(" %")), rel_tol=2e-3, abs_tol=1e-9)
    except ValueError:
        return False


def stale_rows(problem, rows):
    """Rows that the page has with other values, or not at all; errors and orders follow from values."""
    page = PAGE.read_text(encoding="utf8")
    part = page.partition(f"### {problem['title']}\n")[2].partition("\n### ")[0]
    there = {tuple(cells[:2]): cells for cells in ([c.strip() for c in line.strip("|").split("|")] for line in part.splitlines()
                                                    if line.startswith("|"))}
    columns = [4] if "orders" in problem else [2, 3]
    return [row for row in rows
            if not all(is_number_like(row[column], there.get(tuple(row[:2]), [""] * 6)[column]) for column in columns)]


def write(tables):
    """Puts tables, by title, into the page, in the order of the problems; what was not run stays as it is."""
    page = PAGE.read_text()
    begin, end = "<!-- tables -->\n", "<!-- end of tables -->"
    before, rest = page.split(begin)
    old, after = rest.split(end)
    known = {part.split("\n", 1)[0]: "### " + part.rstrip() + "\n" for part in old.split("### ")[1:]}
    known.update(tables)
    titles = [problem["title"] for problem in PROBLEMS if problem["title"] in known]
    PAGE.write_text(before + begin + "\n".join(known[title] for title in titles) + end + after)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runsofa", type=os.path.abspath)
    parser.add_argument("--coarse", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--filter", default="")
    parser.add_argument("--python")
    options = parser.parse_args()
    if options.python:
        os.environ["PYTHONPATH"] = os.path.abspath(options.python)
    good, tables = True, {}
    with_sofa = has_sofa()
    for problem in PROBLEMS:
        if options.filter not in problem["name"]:
            continue
        if problem.get("data") and not with_sofa:
            print(f"{problem['name']}: skipped, there is no module Sofa")
            continue
        if options.coarse and not any(level.get("coarse") for level in problem["levels"]):
            continue
        rows, fits = run_problem(options, problem)
        good &= fits
        if options.coarse:
            for row in stale_rows(problem, rows):
                good = False
                print(f"{problem['name']}: {PAGE.name} has another value, write it again (--write): {' | '.join(row[:5])}")
        tables[problem["title"]] = table(problem, rows)
    if options.write:
        write(tables)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
