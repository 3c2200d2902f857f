#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times the steps of clamped beams and writes the tables of README.md and docs/speed.md: this program beside SOFA v26.06.

Usage: beam_speed.py RUNSOFA [--rounds N] [--filter TEXT]   measure and print the table
       beam_speed.py RUNSOFA --write                        measure, keep the times in beams/measured.json, write both tables
       beam_speed.py --tables                               write both tables from the times that are kept

beams/sofa-v26.06.json has SOFA's times, taken beside this program on one core of another machine. They are scaled by how fast
beams/calibrate.cpp (products with a sparse matrix, a loop over elements) runs here and ran there. The scale is a guess where the
machines differ much; it cancels where two builds of this program are compared.
A time is the median over the steps of a run. The calibration runs before and after each scene, so that both see the machine at the same
speed; of all rounds the one with the median ratio counts.
"""
import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent / "beams"
ROOT = HERE.parents[2]
MEASURED = HERE / "measured.json"
KINDS = {"tetra_cg": "tetrahedra, CG", "corotational_cg": "corotational tetrahedra, CG",
         "hexa_cg": "hexahedra, CG", "hyperelastic_cg": "hyperelastic tetrahedra, CG",
         "tetra_ldl": "tetrahedra, L D Lᵀ"}
POINTS = {"small": "2,673", "medium": "18,785", "large": "105,633"}
ON_FRONT_PAGE = ("tetra_cg_large", "corotational_cg_medium", "hexa_cg_large", "hyperelastic_cg_medium", "tetra_ldl_medium")
MARKER = re.compile(r"(<!-- written by tests/benchmarks/beam_speed.py -->\n).*?(<!-- end -->)", re.DOTALL)


def sofa():
    return json.loads((HERE / "sofa-v26.06.json").read_text(encoding="utf8"))


def on_core_zero(*command):
    return subprocess.run(["taskset", "-c", "0", *map(str, command)], check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


def step_time(runsofa, scene, steps, folder):
    out = folder / "times.json"
    on_core_zero(runsofa, "-g", "batch", "-n", steps, "--threads", 1, "--times-out", out, scene)
    times = json.loads(out.read_text(encoding="utf8"))["step_ms"]
    return times["median"] if steps > 1 else times["total"]


def calibrate(program):
    """How much slower than the machine of SOFA's times this one is now."""
    here, there = json.loads(on_core_zero(program)), sofa()["calibration"]
    return math.sqrt(math.prod(here[key] / there[key] for key in there))


def measure(runsofa, names, rounds):
    """By name, the time of a step (ms) and the factor of the machine at that time."""
    found = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = folder / "calibrate"
        subprocess.run(["g++", "-O2", HERE / "calibrate.cpp", "-o", program], check=True)
        for _ in range(rounds):
            before = calibrate(program)
            for scene in names:
                steps = 5 if scene == "tetra_ldl_medium" else {"small": 40, "medium": 15, "large": 8}[scene.rsplit("_", 1)[1]]
                time = step_time(runsofa, HERE / f"beam_{scene}.scn", steps, folder)
                after = calibrate(program)
                found[scene].append({"step_ms": round(time, 4), "factor": round(math.sqrt(before * after), 3)})
                print(f"{scene:24} {time:10.2f} ms, factor {found[scene][-1]['factor']:.2f}", file=sys.stderr)
                before = after
    return {scene: sorted(runs, key=lambda run: run["step_ms"] / run["factor"])[len(runs) // 2] for scene, runs in found.items()}


def number(milliseconds):
    return f"{milliseconds:.0f}" if milliseconds >= 100 else f"{milliseconds:.1f}"


def machine_factor(measured):
    """The factor of the machine when it was least disturbed."""
    return min(run["factor"] for run in measured["scenes"].values())


def pairs(measured, names):
    """Our time and SOFA's scaled one (ms), both on the undisturbed machine."""
    table, factor = sofa()["scenes"], machine_factor(measured)
    for name in names:
        run = measured["scenes"][name]
        yield name, run["step_ms"] * factor / run["factor"], table[f"beam_{name}"]["step_ms"] * factor


def rows(measured, names):
    for name, ours, theirs in pairs(measured, names):
        kind, size = name.rsplit("_", 1)
        yield KINDS[kind], POINTS[size], number(ours), number(theirs), f"{theirs / ours:.0f}"


def markdown(measured, names):
    lines = ["| Beam of | Points | Here (ms) | SOFA (ms) | Ratio |", "| --- | ---: | ---: | ---: | ---: |"]
    lines += ["| " + " | ".join(row) + " |" for row in rows(measured, names)]
    return "\n".join(lines) + "\n"


def all_names():
    order = list(KINDS)
    names = [name.removeprefix("beam_") for name in sofa()["scenes"]]
    return sorted(names, key=lambda name: (order.index(name.rsplit("_", 1)[0]), list(POINTS).index(name.rsplit("_", 1)[1])))


def narrow(measured, names):
    """For the front page, which is read on phones too."""
    lines = ["| Beam of | Here (ms) | SOFA (ms) | Ratio |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {kind}, {points} points | {ours} | {theirs} | {ratio} |" for kind, points, ours, theirs, ratio in rows(measured, names)]
    return "\n".join(lines) + "\n"


def about(measured):
    ratios = [theirs / ours for _, ours, theirs in pairs(measured, measured["scenes"])]
    return (f"\nMeasured on {measured['machine']}, one core; SOFA's times, taken on {sofa()['machine']}, are multiplied by "
            f"{machine_factor(measured):.1f}. Geometric mean of the ratios: {math.exp(statistics.fmean(map(math.log, ratios))):.0f}.\n")


def pages(measured):
    """The pages as they are with the tables of these times."""
    tables = {ROOT / "README.md": narrow(measured, ON_FRONT_PAGE), ROOT / "docs" / "speed.md": markdown(measured, all_names()) + about(measured)}
    for page, table in tables.items():
        yield page, MARKER.sub(lambda m, table=table: m[1] + table + m[2], page.read_text(encoding="utf8"))


def machine():
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf8"))
    return found[1].strip() if found else os.uname().machine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runsofa", nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--filter", default="")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--tables", action="store_true")
    args = parser.parse_args()
    if not args.tables:
        if not args.runsofa:
            parser.error("the path of runSofa is missing")
        names = [name for name in all_names() if args.filter in name]
        measured = {"machine": machine(), "scenes": measure(os.path.abspath(args.runsofa), names, args.rounds)}
        print(markdown(measured, names) + about(measured))
        if args.write:
            MEASURED.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf8")
    if args.tables or args.write:
        for page, text in pages(json.loads(MEASURED.read_text(encoding="utf8"))):
            page.write_text(text, encoding="utf8")


if __name__ == "__main__":
    main()
